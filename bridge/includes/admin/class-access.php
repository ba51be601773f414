<?php
/**
 * Who may do what on the screens.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Capability;
use PushBridge\Schema;

/**
 * Every handler asks here first: for the capability, and for the nonce that names what is to be done to which object.
 */
final class Access {

	/**
	 * Whether the current user may see the screens. One set of tables serves a whole network, so there it takes the main
	 * site's administrators or a network administrator.
	 */
	public static function can_see(): bool {
		return current_user_can( Capability::NAME ) && ( ! is_multisite() || is_main_site() || is_super_admin() );
	}

	/**
	 * Whether the current user may change what holds for every site: credentials, tokens of all users, settings.
	 */
	public static function can_change(): bool {
		return self::can_see() && ( ! is_multisite() || current_user_can( 'manage_network_options' ) );
	}

	/**
	 * Ends the request unless the user may see the screens and the nonce is right.
	 *
	 * @param string $nonce The nonce's action.
	 */
	public static function require_sight( string $nonce ): void {
		self::require_that( self::can_see(), $nonce );
		self::require_tables();
	}

	/**
	 * Ends the request unless the user may change what holds for every site and the nonce is right.
	 *
	 * @param string $nonce The nonce's action.
	 */
	public static function require_change( string $nonce ): void {
		self::require_that( self::can_change(), $nonce );
		self::require_tables();
	}

	/**
	 * Ends the request with 403 unless both are right.
	 *
	 * @param bool   $is_allowed Whether the user may.
	 * @param string $nonce      The nonce's action.
	 */
	public static function require_that( bool $is_allowed, string $nonce ): void {
		if ( ! $is_allowed ) {
			wp_die( esc_html__( 'You are not allowed to do this.', 'push-bridge' ), '', array( 'response' => 403 ) );
		}
		// phpcs:ignore WordPress.Security.NonceVerification -- It is checked below.
		if ( ! is_string( $_REQUEST['_wpnonce'] ?? '' ) ) {
			// WordPress would take a list for text, with a warning.
			unset( $_REQUEST['_wpnonce'] );
		}
		if ( wp_doing_ajax() ) {
			check_ajax_referer( $nonce );
		} else {
			check_admin_referer( $nonce );
		}
	}

	/**
	 * Without tables, leads to the page that says how to make them: a form may be older than their loss. A script is told by
	 * its own handler.
	 */
	public static function require_tables(): void {
		if ( Schema::problem() && ! wp_doing_ajax() ) {
			wp_safe_redirect( Menu::url() );
			exit;
		}
	}

	/**
	 * Prints the hidden field of a form. A page has several forms, so it has no id.
	 *
	 * @param string $nonce The nonce's action.
	 */
	public static function print_nonce( string $nonce ): void {
		printf( '<input type="hidden" name="_wpnonce" value="%s">', esc_attr( wp_create_nonce( $nonce ) ) );
	}
}
