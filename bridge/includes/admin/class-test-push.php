<?php
/**
 * A test notification to oneself.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Store\Devices;

/**
 * The form, and what it does.
 */
final class Test_Push {

	const NONCE = 'pushbridge_test_push';

	/**
	 * Adds the hooks.
	 */
	public static function add_hooks(): void {
		add_action( 'admin_post_pushbridge_test_push', array( self::class, 'send' ) );
	}

	/**
	 * Prints the form.
	 */
	public static function render_form(): void {
		$kinds = array_unique( array_column( Devices::of_user( get_current_user_id() ), 'kind' ) );
		printf( '<section class="pushbridge-card" id="pushbridge-test"><h2>%s</h2>', esc_html__( 'Send a test to myself', 'push-bridge' ) );
		if ( ! array_intersect( array( 'standard', 'voip' ), $kinds ) ) {
			printf( '<p>%s</p></section>', esc_html__( 'Your account has no device yet. Log in to the app with it and allow notifications.', 'push-bridge' ) );
			return;
		}
		printf( '<form method="post" action="%s"><input type="hidden" name="action" value="pushbridge_test_push">', esc_url( admin_url( 'admin-post.php' ) ) );
		Access::print_nonce( self::NONCE );
		if ( in_array( 'standard', $kinds, true ) ) {
			printf( '<button class="button" name="type" value="standard">%s</button> ', esc_html__( 'Send a test push to myself', 'push-bridge' ) );
		}
		if ( in_array( 'voip', $kinds, true ) ) {
			printf( '<button class="button" name="type" value="voip">%s</button>', esc_html__( 'Let my device ring', 'push-bridge' ) );
		}
		echo '</form></section>';
	}

	/**
	 * Queues the test and shows what becomes of it.
	 */
	public static function send(): void {
		Access::require_sight( self::NONCE );
		$msg = array(
			'user_id' => get_current_user_id(),
			'title'   => get_bloginfo( 'name' ),
			/* translators: %s: time of day. */
			'body'    => sprintf( __( 'Test from Push Bridge, %s', 'push-bridge' ), wp_date( get_option( 'time_format' ) ) ),
		);
		// phpcs:ignore WordPress.Security.NonceVerification -- Checked above.
		if ( 'voip' === Input::text( $_POST, 'type' ) ) {
			$msg['type']            = 'voip';
			$msg['callkit_payload'] = array(
				'uuid'   => wp_generate_uuid4(),
				'handle' => get_bloginfo( 'name' ),
				'test'   => true,
			);
		}
		$id = pushbridge_send( $msg );
		if ( is_wp_error( $id ) ) {
			Notices::redirect( Menu::url(), 'test_failed' );
		}
		Notices::redirect( Menu::url( 'action', array( 'id' => $id ) ), 'test_queued' );
	}
}
