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
 * @param array|object $msg Recipient (`user_id`, `user_ids` or `audience`), optionally `type`, `app`, `send_at`,
 *                          `expires_at` and `dedupe_key`; all else is the message, e.g. `title` and `body`.
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
	return \PushBridge\Actions\Action_Table::cancel( (int) $id );
}

/**
 * Tells what became of an action.
 *
 * @param int $id The action's id.
 * @return array|WP_Error `id`, `state`, `reason`, the counts `delivered`, `failed` and `pruned`, `warnings`, and
 *                        `tokens`: per device token `token`, `user_id`, `channel`, `environment`, `status`, `reason`,
 *                        `class`, `http_status` and `attempts`.
 */
function pushbridge_get_results( $id ) {
	return \PushBridge\Actions\Action_Table::results( (int) $id );
}
