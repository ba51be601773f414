<?php
/**
 * Queues notifications.
 *
 * @package PushBridge
 */

namespace PushBridge\Actions;

use PushBridge\Schema;
use PushBridge\Waking\Waker;

/**
 * The way from a caller's array to a row in the table of actions.
 */
final class Sender {

	/**
	 * Queues one notification.
	 *
	 * @param mixed $msg See pushbridge_send().
	 * @return int|\WP_Error The action's id, or why nothing was queued.
	 */
	public static function send( $msg ) {
		try {
			$request = Action_Request::from( $msg );
		} catch ( Refusal $refusal ) {
			return $refusal->to_wp_error();
		}
		$problem = Schema::problem();
		if ( $problem ) {
			return $problem;
		}
		$id = Action_Table::insert( $request );
		if ( ! is_wp_error( $id ) ) {
			Waker::wake_after_this_request();
		}
		return $id;
	}

	/**
	 * The action mam_notification_send_pn. It cannot answer its caller, so a refusal is an action of its own.
	 *
	 * @param mixed $msg See pushbridge_send().
	 */
	public static function on_send_hook( $msg ): void {
		$result = self::send( $msg );
		if ( is_wp_error( $result ) ) {
			/**
			 * A notification given to mam_notification_send_pn was not queued.
			 *
			 * @param \WP_Error $result Why; the code is a machine word.
			 * @param mixed     $msg    What was given.
			 */
			do_action( 'pushbridge_send_failed', $result, $msg );
			// A notice to developers, with WP_DEBUG only.
			_doing_it_wrong( 'mam_notification_send_pn', esc_html( $result->get_error_code() . ': ' . $result->get_error_message() ), '0.1.0' );
		}
	}
}
