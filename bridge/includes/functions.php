<?php
/**
 * What other plugins and themes call.
 *
 * @package PushBridge
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Queues one push notification for one user or many.
 *
 * The filters `pushbridge_message` and `pushbridge_audience` may change it.
 *
 * @param array|object $msg Recipient (`user_id`, `user_ids` or `audience`), optionally `type`, `app`, `send_at`,
 *                          `expires_at` and `dedupe_key`; with `post_id` and `only_public` nothing is queued unless
 *                          everybody may read the post. All else is the message, e.g. `title` and `body`.
 * @return int|WP_Error The action's id (the first one's for a known `dedupe_key`), or why nothing was queued: the
 *                      error's code is the daemon's machine word, e.g. `MissingCallkitPayload`.
 */
function pushbridge_send( $msg ) {
	return \PushBridge\Actions\Sender::send( $msg );
}

/**
 * Cancels an action that is not finished; what is already on its way to Apple cannot be called back.
 *
 * @param int $id The action's id.
 * @return bool Whether it was still open.
 */
function pushbridge_cancel( $id ) {
	if ( ! is_numeric( $id ) ) {
		_doing_it_wrong( __FUNCTION__, esc_html__( 'The id of a notification is a number, as pushbridge_send() returns it.', 'push-bridge' ), '0.1.0' );
		return false;
	}
	return \PushBridge\Actions\Action_Table::cancel( (int) $id );
}

/**
 * Tells what became of an action. The action `pushbridge_results` tells it by itself when all is done.
 *
 * @param int $id    The action's id.
 * @param int $after For more than 10000 tokens: the `next` of the answer before.
 * @return array|WP_Error `id`, `state`, `reason`, the counts `delivered`, `failed` and `pruned`, `warnings`, `next` (null
 *                        when all tokens were told), and `tokens`: per device token `token`, `user_id`, `channel`,
 *                        `environment`, `status`, `reason`, `class`, `http_status` and `attempts`.
 */
function pushbridge_get_results( $id, $after = 0 ) {
	if ( ! is_numeric( $id ) ) {
		$text = __( 'The id of a notification is a number, as pushbridge_send() returns it.', 'push-bridge' );
		_doing_it_wrong( __FUNCTION__, esc_html( $text ), '0.1.0' );
		return new WP_Error( 'InvalidId', $text );
	}
	return \PushBridge\Actions\Action_Table::results( (int) $id, (int) $after );
}
