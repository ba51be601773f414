<?php
/**
 * Taking tokens out of usermeta so that it can be undone.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

use PushBridge\Schema;
use PushBridge\Tokens\Token_Value;
use PushBridge\Transaction;

// phpcs:disable WordPress.DB -- Rows that the daemon changes as well: read under a lock, never through the object cache.

/**
 * Each removal is a row of the table of prunes with the value before and after; both are written together or not at all.
 */
final class Token_Removal {

	/**
	 * Does what a verdict of the daemon's says.
	 *
	 * @param object $prune A row of Prunes::open().
	 * @return true|\WP_Error NotDead (no reason to remove it), Gone (it is not there any more), RegisteredLater, Untouchable
	 *                        (the value cannot be written back safely).
	 */
	public static function apply_verdict( object $prune ) {
		return Transaction::run(
			static function () use ( $prune ) {
				global $wpdb;
				// In the order of an undo: first the verdict, then the row of usermeta.
				$sql = 'SELECT id FROM ' . Schema::table( 'prunes' ) . " WHERE id = %d AND state IN ('verdict', 'reported') FOR UPDATE";
				if ( ! $wpdb->get_var( $wpdb->prepare( $sql, $prune->id ) ) ) {
					return self::refusal( 'Gone' );
				}
				$row  = self::locked_row( (int) $prune->umeta_id );
				$left = self::judge( $prune, $row );
				if ( is_wp_error( $left ) ) {
					return $left;
				}
				$sql     = 'UPDATE ' . Schema::table( 'prunes' ) . " SET state = 'removed', old_value = UNHEX(%s), new_value = "
					. ( null === $left ? 'NULL' : 'UNHEX(%s)' ) . ' WHERE id = %d';
				$values  = null === $left ? array( bin2hex( $row->meta_value ), $prune->id ) : array( bin2hex( $row->meta_value ), bin2hex( $left ), $prune->id );
				$changed = $wpdb->query( $wpdb->prepare( $sql, $values ) );
				return 1 === $changed && self::write( $row, $left ) ? true : self::refusal( 'Gone' );
			}
		);
	}

	/**
	 * What would be left of a row after a verdict, without changing anything.
	 *
	 * @param object      $prune A row of Prunes::open().
	 * @param object|null $row   The row of usermeta; null when it is gone.
	 * @return string|null|\WP_Error The value, null when the row would go, or an error of apply_verdict().
	 */
	public static function judge( object $prune, ?object $row ) {
		if ( ! in_array( $prune->reason, Prunes::DEAD, true ) ) {
			return self::refusal( 'NotDead' );
		}
		$is_own = $row && (int) $row->user_id === (int) $prune->user_id && $row->meta_key === $prune->meta_key;
		$record = $is_own ? Stored_Tokens::in( (string) $row->meta_value )[ $prune->token ] ?? null : null;
		if ( null === $record ) {
			return self::refusal( 'Gone' );
		}
		$registered = Stored_Tokens::registered_at( $record );
		$found      = (int) strtotime( $prune->created_at . ' UTC' );
		$died       = null === $prune->apns_timestamp ? $found : (int) strtotime( $prune->apns_timestamp . ' UTC' );
		// Registrations are told in whole seconds: one in the second of the verdict may have come after it.
		if ( null !== $registered && ( $registered >= $found || $registered > $died ) ) {
			return self::refusal( 'RegisteredLater' );
		}
		$left = Token_Value::without( (string) $row->meta_value, $prune->token );
		return false === $left ? self::refusal( 'Untouchable' ) : $left;
	}

	/**
	 * Some rows of usermeta, in one statement and without a lock.
	 *
	 * @param int[] $umeta_ids Their numbers.
	 * @return array<int,object>
	 */
	public static function rows( array $umeta_ids ): array {
		global $wpdb;
		if ( ! $umeta_ids ) {
			return array();
		}
		$sql = "SELECT umeta_id, user_id, meta_key, meta_value FROM {$wpdb->usermeta} WHERE umeta_id IN (" . implode( ',', array_map( 'intval', $umeta_ids ) ) . ')';
		return array_column( (array) $wpdb->get_results( $sql ), null, 'umeta_id' );
	}

	/**
	 * Removes a whole row, for a reason of ours.
	 *
	 * @param int      $umeta_id The row.
	 * @param string   $reason   The machine word.
	 * @param callable $is_right Says of the row, under the lock, whether it is still to go.
	 * @return int|\WP_Error The prune's id, or Gone.
	 */
	public static function remove_row( int $umeta_id, string $reason, callable $is_right ) {
		return Transaction::run(
			static function () use ( $umeta_id, $reason, $is_right ) {
				global $wpdb;
				$row = self::locked_row( $umeta_id );
				if ( ! $row || ! $is_right( $row ) ) {
					return self::refusal( 'Gone' );
				}
				$tokens = array_keys( Stored_Tokens::in( (string) $row->meta_value ) );
				// What is no token is noted as far as the column takes it.
				$token = (string) ( $tokens[0] ?? substr( (string) preg_replace( '/[^\x21-\x7e]+/', '', (string) $row->meta_value ), 0, 255 ) );
				$sql   = 'INSERT INTO ' . Schema::table( 'prunes' ) . ' (user_id, umeta_id, meta_key, token, reason, state, old_value)'
					. " VALUES (%d, %d, %s, %s, %s, 'removed', UNHEX(%s))";
				$wpdb->query( $wpdb->prepare( $sql, $row->user_id, $row->umeta_id, $row->meta_key, $token, $reason, bin2hex( (string) $row->meta_value ) ) );
				$id = (int) $wpdb->insert_id;
				return $id && self::write( $row, null ) ? $id : self::refusal( 'Gone' );
			}
		);
	}

	/**
	 * A row of usermeta, locked until the end of the transaction; null when it is gone.
	 *
	 * @param int $umeta_id The row.
	 */
	public static function locked_row( int $umeta_id ): ?object {
		global $wpdb;
		$sql = "SELECT umeta_id, user_id, meta_key, meta_value FROM {$wpdb->usermeta} WHERE umeta_id = %d FOR UPDATE";
		return $wpdb->get_row( $wpdb->prepare( $sql, $umeta_id ) );
	}

	/**
	 * Writes what is left of a locked row, and drops the cached copy of its user's rows.
	 *
	 * @param object      $row  The row.
	 * @param string|null $left Its new value; null: the row goes.
	 */
	public static function write( object $row, ?string $left ): bool {
		global $wpdb;
		if ( null === $left ) {
			$is_done = delete_metadata_by_mid( 'user', (int) $row->umeta_id );
		} else {
			$is_done = false !== $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->usermeta} SET meta_value = %s WHERE umeta_id = %d", $left, $row->umeta_id ) );
		}
		wp_cache_delete( (int) $row->user_id, 'user_meta' );
		return $is_done;
	}

	/**
	 * Why nothing was removed.
	 *
	 * @param string $word The machine word.
	 */
	private static function refusal( string $word ): \WP_Error {
		$texts = array(
			'NotDead'         => __( 'The reason lies in the configuration, not in the device: the token stays.', 'push-bridge' ),
			'Gone'            => __( 'The token is not there any more.', 'push-bridge' ),
			'RegisteredLater' => __( 'The device registered the token again after it was found dead: it stays.', 'push-bridge' ),
			'Untouchable'     => __( 'The value holds objects or references and cannot be written back safely.', 'push-bridge' ),
		);
		return new \WP_Error( $word, $texts[ $word ] );
	}
}
