<?php
/**
 * A user's devices on the profile page.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Store\Devices;

/**
 * Whoever may edit a user sees the user's devices and may remove one.
 */
final class Profile_Devices {

	/**
	 * Adds the hooks.
	 */
	public static function add_hooks(): void {
		add_action( 'show_user_profile', array( self::class, 'render' ) );
		add_action( 'edit_user_profile', array( self::class, 'render' ) );
		add_action( 'admin_notices', array( self::class, 'notice' ) );
		add_action( 'admin_post_pushbridge_remove_device', array( self::class, 'remove' ) );
	}

	/**
	 * Prints the devices.
	 *
	 * @param \WP_User $user Whose profile it is.
	 */
	public static function render( $user ): void {
		if ( ! Settings_Screen::shows_devices() || ! current_user_can( 'edit_user', $user->ID ) ) {
			return;
		}
		printf( '<h2 id="pushbridge-devices">%s</h2>', esc_html__( 'Devices that get notifications', 'push-bridge' ) );
		$devices = Devices::of_user( $user->ID );
		if ( ! $devices ) {
			printf( '<p>%s</p>', esc_html__( 'None. A device appears here when its app registers.', 'push-bridge' ) );
			return;
		}
		echo '<div class="pushbridge-scroll"><table class="widefat striped pushbridge-narrow"><thead><tr>';
		foreach ( array( __( 'Device', 'push-bridge' ), __( 'For', 'push-bridge' ), __( 'Environment', 'push-bridge' ), __( 'Registered', 'push-bridge' ), __( 'Actions', 'push-bridge' ) ) as $heading ) {
			printf( '<th scope="col">%s</th>', esc_html( $heading ) );
		}
		echo '</tr></thead><tbody>';
		foreach ( $devices as $device ) {
			// The token itself does not belong into addresses, which are logged.
			$url = add_query_arg(
				array(
					'action' => 'pushbridge_remove_device',
					'user'   => $device->user_id,
					'row'    => $device->umeta_id,
					'digest' => self::digest( $device->token ),
				),
				admin_url( 'admin-post.php' )
			);
			// phpcs:disable WordPress.Security.EscapeOutput -- Format escapes.
			printf(
				'<tr><th scope="row">%s %s</th><td>%s</td><td>%s</td><td>%s</td><td><a class="button button-small" href="%s" aria-label="%s">%s</a></td></tr>',
				esc_html( $device->device ),
				Format::token( $device->token ),
				esc_html( Format::label( $device->kind ) ),
				esc_html( '' === $device->environment ? '—' : $device->environment ),
				null === $device->registered_at ? '—' : Format::moment( $device->registered_at ),
				esc_url( wp_nonce_url( $url, self::nonce( $device->user_id, $device->umeta_id ) ) ),
				/* translators: %s: beginning of a device token. */
				esc_attr( sprintf( __( 'Remove device %s', 'push-bridge' ), substr( $device->token, 0, 8 ) ) ),
				esc_html__( 'Remove', 'push-bridge' )
			);
			// phpcs:enable
		}
		echo '</tbody></table></div>';
	}

	/**
	 * Prints on a profile what became of a removal.
	 */
	public static function notice(): void {
		$screen = get_current_screen();
		if ( $screen && in_array( $screen->base, array( 'profile', 'user-edit' ), true ) ) {
			Notices::show();
		}
	}

	/**
	 * Removes a device.
	 */
	public static function remove(): void {
		// phpcs:disable WordPress.Security.NonceVerification -- The nonce names user and row, so they come first.
		$user   = Input::id( $_GET, 'user' );
		$row    = Input::id( $_GET, 'row' );
		$digest = Input::text( $_GET, 'digest' );
		// phpcs:enable
		Access::require_that( $user > 0 && current_user_can( 'edit_user', $user ), self::nonce( $user, $row ) );
		$is_removed = false;
		foreach ( Devices::of_user( $user ) as $device ) {
			if ( $device->umeta_id === $row && hash_equals( self::digest( $device->token ), $digest ) ) {
				$is_removed = Devices::remove( $user, $row, $device->token );
			}
		}
		Notices::redirect( get_edit_user_link( $user ), $is_removed ? 'device_removed' : 'device_gone' );
	}

	/**
	 * The nonce's action.
	 *
	 * @param int $user The user.
	 * @param int $row  The row of usermeta.
	 */
	private static function nonce( int $user, int $row ): string {
		return "pushbridge_remove_device_{$user}_{$row}";
	}

	/**
	 * What tells two tokens of a row apart.
	 *
	 * @param string $token The token.
	 */
	private static function digest( string $token ): string {
		return substr( hash( 'sha256', $token ), 0, 16 );
	}
}
