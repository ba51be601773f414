<?php
/**
 * Queues notifications.
 *
 * @package PushBridge
 */

namespace PushBridge\Actions;

use PushBridge\Schema;
use PushBridge\Tokens\Token_Kinds;
use PushBridge\Waking\Waker;

/**
 * The way from a caller's array to a row in the table of actions.
 */
final class Sender {

	/** Refusals that are no mistake of the developer's. */
	const NO_MISUSE = array( 'PostNotPublic', 'TablesMissing', 'TablesOutdated', 'DatabaseError' );

	/**
	 * Queues one notification.
	 *
	 * @param mixed $msg See pushbridge_send().
	 * @return int|\WP_Error The action's id, or why nothing was queued.
	 */
	public static function send( $msg ) {
		if ( ! did_action( 'plugins_loaded' ) ) {
			_doing_it_wrong( 'pushbridge_send', esc_html__( 'Notifications can be sent from the action plugins_loaded on.', 'push-bridge' ), '0.1.0' );
			return new \WP_Error( 'TooEarly', __( 'Notifications can be sent from the action plugins_loaded on.', 'push-bridge' ) );
		}
		try {
			if ( is_array( $msg ) || is_object( $msg ) ) {
				$msg = self::filtered( is_object( $msg ) ? get_object_vars( $msg ) : $msg );
				if ( is_wp_error( $msg ) ) {
					return $msg;
				}
			}
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
			if ( ! in_array( $result->get_error_code(), self::NO_MISUSE, true ) ) {
				// A notice to developers, with WP_DEBUG only.
				_doing_it_wrong( 'mam_notification_send_pn', esc_html( $result->get_error_code() . ': ' . $result->get_error_message() ), '0.1.0' );
			}
		}
	}

	/**
	 * What the caller gave, after the filters of the site.
	 *
	 * @param array $given What the caller gave.
	 * @return array|\WP_Error
	 * @throws Refusal When the post guard or a filter's answer forbids it.
	 */
	private static function filtered( array $given ) {
		Post_Guard::check( $given );
		$given     = array_diff_key( $given, array_flip( Post_Guard::KEYS ) );
		$recipient = array_intersect_key( $given, array_flip( Action_Request::RECIPIENT_KEYS ) );
		$envelope  = array_intersect_key( $given, array_flip( Action_Request::ENVELOPE_KEYS ) );
		if ( null === ( $envelope['app'] ?? null ) ) {
			$envelope['app'] = Token_Kinds::app( 'send' );
		}
		/**
		 * Changes a message before it is checked and queued.
		 *
		 * @param array $message  The keys of the message: title, body, data, …
		 * @param array $envelope The other keys: recipient, type, app, send_at, expires_at, dedupe_key.
		 * @return array|\WP_Error The message; an error keeps it from being queued and is the caller's answer.
		 */
		$message = apply_filters( 'pushbridge_message', array_diff_key( $given, array_flip( Action_Request::ENVELOPE_KEYS ) ), $envelope );
		if ( is_wp_error( $message ) ) {
			return $message;
		}
		/**
		 * Changes who gets a notification.
		 *
		 * @param array $recipient One of the keys user_id, user_ids, audience, with its value.
		 * @param array $message   The keys of the message.
		 * @param array $envelope  The other keys.
		 * @return array|\WP_Error The recipient; an error keeps the notification from being queued.
		 */
		$recipient = apply_filters( 'pushbridge_audience', $recipient, $message, $envelope );
		if ( is_wp_error( $recipient ) ) {
			return $recipient;
		}
		foreach ( array( 'pushbridge_message' => $message, 'pushbridge_audience' => $recipient ) as $filter => $answer ) {
			if ( ! is_array( $answer ) ) {
				throw new Refusal( 'InvalidFilter: ' . $filter, sprintf( 'A callback of the filter %s answered no array.', $filter ) );
			}
		}
		return array_diff_key( $message, array_flip( Action_Request::ENVELOPE_KEYS ) )
			+ array_intersect_key( $recipient, array_flip( Action_Request::RECIPIENT_KEYS ) )
			+ array_diff_key( $envelope, array_flip( Action_Request::RECIPIENT_KEYS ) );
	}
}
