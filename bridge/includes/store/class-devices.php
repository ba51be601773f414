<?php
/**
 * Users' devices.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

use PushBridge\Tokens\Token_Kinds;
use PushBridge\Tokens\Token_Rows;

// phpcs:disable WordPress.DB -- The daemon changes these rows, so they are read by SQL alone.

/**
 * The device tokens that usermeta holds.
 */
final class Devices {

	/**
	 * A user's devices, in one statement.
	 *
	 * @param int $user_id The user.
	 * @return object[] umeta_id, user_id, meta_key, kind, token, environment, device, registered_at (UNIX seconds or null).
	 */
	public static function of_user( int $user_id ): array {
		global $wpdb;
		$kinds = Token_Kinds::of_all_apps();
		$sql   = "SELECT umeta_id, user_id, meta_key, meta_value FROM {$wpdb->usermeta} WHERE user_id = %d AND meta_key IN ("
			. implode( ', ', array_fill( 0, count( $kinds ), '%s' ) ) . ') ORDER BY umeta_id';
		$list  = array();
		foreach ( (array) $wpdb->get_results( $wpdb->prepare( $sql, array_merge( array( $user_id ), array_keys( $kinds ) ) ) ) as $row ) {
			if ( ! isset( $kinds[ $row->meta_key ] ) ) {
				continue;
			}
			foreach ( Stored_Tokens::in( (string) $row->meta_value ) as $token => $record ) {
				$list[] = (object) array(
					'umeta_id'      => (int) $row->umeta_id,
					'user_id'       => (int) $row->user_id,
					'meta_key'      => $row->meta_key,
					'kind'          => $kinds[ $row->meta_key ],
					'token'         => (string) $token,
					'environment'   => is_string( $record['environment'] ?? null ) ? $record['environment'] : '',
					'device'        => is_string( $record['device'] ?? null ) ? $record['device'] : '',
					'registered_at' => Stored_Tokens::registered_at( $record ),
				);
			}
		}
		return $list;
	}

	/**
	 * Removes one device of a user.
	 *
	 * @param int    $user_id  The user.
	 * @param int    $umeta_id The row.
	 * @param string $token    The token, normalized.
	 * @return bool Whether it was there and is gone.
	 */
	public static function remove( int $user_id, int $umeta_id, string $token ): bool {
		global $wpdb;
		$sql = "SELECT umeta_id, user_id, meta_key, meta_value FROM {$wpdb->usermeta} WHERE umeta_id = %d AND user_id = %d";
		$row = $wpdb->get_row( $wpdb->prepare( $sql, $umeta_id, $user_id ) );
		// Only rows that hold tokens, whatever number is asked for.
		return $row && isset( Token_Kinds::of_all_apps()[ $row->meta_key ] ) && Token_Rows::remove_token( $row, $token );
	}
}
