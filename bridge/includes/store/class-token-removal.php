<?php
/**
 * Taking tokens out of usermeta so that it can be undone.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

use PushBridge\Schema;
use PushBridge\Tokens\Token_Rows;
use PushBridge\Transaction;

// phpcs:disable WordPress.DB -- Rows that the daemon changes as well: read under a lock, never through the object cache.

/**
 * Each removal is a row of the table of prunes with the value before and after; both are written together or not at all.
 */
final class Token_Removal {

	/**
	 * Removes a whole row, for a reason of ours.
	 *
	 * @param int      $umeta_id The row.
	 * @param string   $reason   The machine word.
	 * @param callable $is_right Says of the row, under the lock, whether it is still to go.
	 * @return int|\WP_Error The prune's id, or Gone.
	 */
	public static function remove_row( int $umeta_id, string $reason, callable $is_right ) {
		$gone   = new \WP_Error( 'Gone', __( 'The token is not there any more.', 'push-bridge' ) );
		$row    = null;
		$result = Transaction::run(
			static function () use ( $umeta_id, $reason, $is_right, $gone, &$row ) {
				global $wpdb;
				$row = Token_Rows::locked( $umeta_id );
				if ( ! $row || ! $is_right( $row ) ) {
					return $gone;
				}
				$tokens = array_keys( Stored_Tokens::in( (string) $row->meta_value ) );
				// What is no token is noted as far as the column takes it.
				$token = (string) ( $tokens[0] ?? substr( (string) preg_replace( '/[^\x21-\x7e]+/', '', (string) $row->meta_value ), 0, 255 ) );
				$sql   = 'INSERT INTO ' . Schema::table( 'prunes' ) . ' (user_id, umeta_id, meta_key, token, reason, state, old_value)'
					. " VALUES (%d, %d, %s, %s, %s, 'removed', UNHEX(%s))";
				$wpdb->query( $wpdb->prepare( $sql, $row->user_id, $row->umeta_id, $row->meta_key, $token, $reason, bin2hex( (string) $row->meta_value ) ) );
				$id = (int) $wpdb->insert_id;
				return $id && Token_Rows::replace( $row, null ) ? $id : $gone;
			}
		);
		Token_Rows::forget_cached( $row );
		return $result;
	}
}
