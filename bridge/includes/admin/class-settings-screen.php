<?php
/**
 * The tab with the settings.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Store\Settings;

/**
 * The few things that the plugin decides, and where the others are decided.
 */
final class Settings_Screen extends Screen {

	/** The plugin's settings, of each site. */
	const OPTION = 'pushbridge_settings';

	const REFRESHES = array( 0, 5, 15, 60 );

	/**
	 * Adds the hooks of its form.
	 */
	public static function add_hooks(): void {
		add_action( 'admin_post_pushbridge_settings', array( self::class, 'save' ) );
	}

	/**
	 * The name on the tab.
	 */
	public static function label(): string {
		return __( 'Settings', 'push-bridge' );
	}

	/**
	 * How often the dashboard renews itself; 0: never.
	 */
	public static function refresh_seconds(): int {
		$seconds = (int) ( self::all()['refresh'] ?? 15 );
		return in_array( $seconds, self::REFRESHES, true ) ? $seconds : 15;
	}

	/**
	 * Whether profiles list the user's devices.
	 */
	public static function shows_devices(): bool {
		return (bool) ( self::all()['devices'] ?? true );
	}

	/**
	 * Prints the content.
	 */
	public function render(): void {
		printf( '<form method="post" action="%s"><input type="hidden" name="action" value="pushbridge_settings">', esc_url( admin_url( 'admin-post.php' ) ) );
		Access::print_nonce( 'pushbridge_settings' );
		printf( '<table class="form-table" role="presentation"><tbody><tr><th scope="row"><label for="pushbridge-refresh">%s</label></th><td><select id="pushbridge-refresh" name="refresh">', esc_html__( 'Renew the dashboard', 'push-bridge' ) );
		foreach ( self::REFRESHES as $seconds ) {
			/* translators: %s: number of seconds. */
			$text = 0 === $seconds ? __( 'never', 'push-bridge' ) : sprintf( __( 'every %s seconds', 'push-bridge' ), number_format_i18n( $seconds ) );
			printf( '<option value="%d"%s>%s</option>', (int) $seconds, selected( self::refresh_seconds(), $seconds, false ), esc_html( $text ) );
		}
		printf( '</select></td></tr><tr><th scope="row">%s</th><td><label><input type="checkbox" name="devices" value="1"%s> %s</label></td></tr></tbody></table>', esc_html__( 'Profiles', 'push-bridge' ), checked( self::shows_devices(), true, false ), esc_html__( 'Show users their devices on the profile page, and let them remove one', 'push-bridge' ) );
		submit_button();
		echo '</form>';
		self::render_facts();
	}

	/**
	 * Stores what was chosen.
	 */
	public static function save(): void {
		Access::require_sight( 'pushbridge_settings' );
		// phpcs:disable WordPress.Security.NonceVerification -- Checked above.
		$refresh = Input::choice( $_POST, 'refresh', array_map( 'strval', self::REFRESHES ) );
		$devices = '1' === Input::text( $_POST, 'devices' );
		// phpcs:enable
		update_option(
			self::OPTION,
			array(
				'refresh' => '' === $refresh ? 15 : (int) $refresh,
				'devices' => $devices,
			)
		);
		Notices::redirect( Menu::url( 'settings' ), 'settings_saved' );
	}

	/**
	 * Prints what is decided elsewhere.
	 */
	private static function render_facts(): void {
		$settings = Settings::all();
		$wake     = defined( 'PUSHBRIDGE_WAKE' ) ? (string) constant( 'PUSHBRIDGE_WAKE' ) : null;
		$rows     = array(
			array( __( 'Schema version', 'push-bridge' ), $settings['schema_version'] ?? '—', __( 'push-bridge migrate', 'push-bridge' ) ),
			array( __( 'Installation', 'push-bridge' ), $settings['installation_id'] ?? '—', __( 'push-bridge init', 'push-bridge' ) ),
			array( __( 'Persistent object cache', 'push-bridge' ), wp_using_ext_object_cache() ? __( 'yes: the plugin removes dead tokens', 'push-bridge' ) : __( 'no: the daemon removes dead tokens', 'push-bridge' ), __( '[pruning] mode in push-bridge.ini', 'push-bridge' ) ),
			array( __( 'Waking the daemon', 'push-bridge' ), null === $wake ? __( 'at the address that each daemon has published', 'push-bridge' ) : ( '' === $wake ? __( 'never', 'push-bridge' ) : $wake ), __( 'constant PUSHBRIDGE_WAKE in wp-config.php', 'push-bridge' ) ),
			array( __( 'How long notifications are kept', 'push-bridge' ), __( 'see the configuration', 'push-bridge' ), __( '[retention] in push-bridge.ini', 'push-bridge' ) ),
			array( __( 'Tables when the plugin is deleted', 'push-bridge' ), defined( 'PUSHBRIDGE_REMOVE_DATA' ) && true === constant( 'PUSHBRIDGE_REMOVE_DATA' ) ? __( 'are deleted', 'push-bridge' ) : __( 'stay', 'push-bridge' ), __( 'constant PUSHBRIDGE_REMOVE_DATA in wp-config.php', 'push-bridge' ) ),
		);
		printf( '<h2>%s</h2><table class="widefat striped pushbridge-narrow"><thead><tr><th scope="col">%s</th><th scope="col">%s</th><th scope="col">%s</th></tr></thead><tbody>', esc_html__( 'Decided elsewhere', 'push-bridge' ), esc_html__( 'What', 'push-bridge' ), esc_html__( 'Now', 'push-bridge' ), esc_html__( 'Where to change it', 'push-bridge' ) );
		foreach ( $rows as list( $name, $value, $where ) ) {
			printf( '<tr><th scope="row">%s</th><td>%s</td><td><code>%s</code></td></tr>', esc_html( $name ), esc_html( $value ), esc_html( $where ) );
		}
		echo '</tbody></table>';
	}

	/**
	 * The stored settings.
	 */
	private static function all(): array {
		$settings = get_option( self::OPTION );
		return is_array( $settings ) ? $settings : array();
	}
}
