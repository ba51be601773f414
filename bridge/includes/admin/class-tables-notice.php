<?php
/**
 * Tells administrators that the tables are missing.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Capability;
use PushBridge\Schema;

/**
 * A notice on admin pages with the command that makes or updates the tables.
 */
final class Tables_Notice {

	/**
	 * Adds the hooks.
	 */
	public static function add_hooks(): void {
		add_action( 'admin_notices', array( self::class, 'show' ) );
		add_action( 'network_admin_notices', array( self::class, 'show' ) );
	}

	/**
	 * Prints the notice, to those who can do something about it.
	 */
	public static function show(): void {
		if ( ! Capability::is_current_user_allowed() ) {
			return;
		}
		$problem = Schema::problem();
		if ( ! $problem ) {
			return;
		}
		if ( 'TablesMissing' === $problem->get_error_code() ) {
			$text = __( 'Push Bridge cannot queue notifications: its database tables are missing. Create them on the server with:', 'push-bridge' );
		} else {
			$text = __( 'Push Bridge cannot queue notifications: its database tables are older than the plugin needs. Update them on the server with:', 'push-bridge' );
		}
		printf(
			'<div class="notice notice-error"><p>%s</p><p><code>%s</code></p></div>',
			esc_html( $text ),
			esc_html( Schema::MIGRATE_COMMAND )
		);
	}
}
