<?php
/**
 * Rows of usermeta that hold tokens.
 *
 * @package PushBridge
 */

namespace PushBridge\Tokens;

use PushBridge\Transaction;

// phpcs:disable WordPress.DB -- The daemon changes these rows, so a persistent object cache may hold old ones: rows are
// read by SQL alone, and the cached copy of a user is dropped after each change.

/**
 * Reads and changes rows, never through the object cache.
 */
final class Token_Rows {

	/**
	 * The rows of one user under a meta key.
	 *
	 * @param int    $user_id  The user.
	 * @param string $meta_key The key.
	 * @return object[] With umeta_id, user_id and meta_value.
	 */
	public static function of_user( int $user_id, string $meta_key ): array {
		global $wpdb;
		$sql = "SELECT umeta_id, user_id, meta_key, meta_value FROM {$wpdb->usermeta} WHERE user_id = %d AND meta_key = %s ORDER BY umeta_id";
		return self::of_exact_key( $wpdb->get_results( $wpdb->prepare( $sql, $user_id, $meta_key ) ), $meta_key );
	}

	/**
	 * The rows of all other users that may hold a token. It reads every row under the key, so it is asked at most
	 * once a day for a token.
	 *
	 * @param int    $user_id  The user whose rows are not wanted.
	 * @param string $meta_key The key.
	 * @param string $token    The token, normalized.
	 * @return object[] With umeta_id, user_id and meta_value.
	 */
	public static function of_others( int $user_id, string $meta_key, string $token ): array {
		global $wpdb;
		// As bytes, because the site's collation makes the search three times slower; blanks out, for the <ab cd> form.
		$digits = "REPLACE(CAST(meta_value AS BINARY), ' ', '')";
		$sql    = "SELECT umeta_id, user_id, meta_key, meta_value FROM {$wpdb->usermeta}"
			. " WHERE meta_key = %s AND user_id <> %d AND ({$digits} LIKE %s OR {$digits} LIKE %s) ORDER BY umeta_id";
		$rows   = $wpdb->get_results( $wpdb->prepare( $sql, $meta_key, $user_id, '%' . $token . '%', '%' . strtoupper( $token ) . '%' ) );
		return self::of_exact_key( $rows, $meta_key );
	}

	/**
	 * Some rows by their numbers, in one statement.
	 *
	 * @param int[] $umeta_ids The numbers.
	 * @return array<int,object> With umeta_id, user_id, meta_key and meta_value.
	 */
	public static function of_ids( array $umeta_ids ): array {
		global $wpdb;
		if ( ! $umeta_ids ) {
			return array();
		}
		$sql = "SELECT umeta_id, user_id, meta_key, meta_value FROM {$wpdb->usermeta} WHERE umeta_id IN (" . implode( ',', array_map( 'intval', $umeta_ids ) ) . ')';
		return array_column( (array) $wpdb->get_results( $sql ), null, 'umeta_id' );
	}

	/**
	 * Adds a row with a record.
	 *
	 * @param int    $user_id  The user.
	 * @param string $meta_key The key.
	 * @param array  $device   The record.
	 * @return int The new row's umeta_id, 0 when the database refused it.
	 */
	public static function add( int $user_id, string $meta_key, array $device ): int {
		// add_user_meta() takes off one layer of slashes, which would break the JSON.
		$umeta_id = (int) add_user_meta( $user_id, $meta_key, wp_slash( wp_json_encode( $device ) ) );
		wp_cache_delete( $user_id, 'user_meta' );
		return $umeta_id;
	}

	/**
	 * Takes a token out of a row, whatever has happened to the row since it was read.
	 *
	 * @param object $row   The row as it was read.
	 * @param string $token The token, normalized.
	 * @return bool Whether the token was in it and is gone.
	 */
	public static function remove_token( object $row, string $token ): bool {
		$is_gone = Transaction::run(
			static function () use ( $row, $token ) {
				$now  = self::locked( (int) $row->umeta_id );
				$left = $now ? Token_Value::without( (string) $now->meta_value, $token ) : false;
				return false !== $left && self::replace( $now, $left );
			}
		);
		self::forget_cached( $row );
		return $is_gone;
	}

	/**
	 * Reads a row and keeps others from changing it until the transaction ends.
	 *
	 * @param int  $umeta_id The row.
	 * @param bool $waits    Whether to wait for another transaction that holds it.
	 * @return object|null|false Null when there is no such row, false when it is held and is not waited for.
	 */
	public static function locked( int $umeta_id, bool $waits = true ) {
		global $wpdb;
		$suppressed = $wpdb->suppress_errors( true );
		$sql        = "SELECT umeta_id, user_id, meta_key, meta_value FROM {$wpdb->usermeta} WHERE umeta_id = %d FOR UPDATE" . ( $waits ? '' : ' NOWAIT' );
		$row        = $wpdb->get_row( $wpdb->prepare( $sql, $umeta_id ) );
		$is_held    = '' !== $wpdb->last_error;
		$wpdb->suppress_errors( $suppressed );
		return $is_held ? false : $row;
	}

	/**
	 * Replaces the value of a locked row through WordPress, so that its hooks fire.
	 *
	 * @param object      $row  The row as locked() gave it.
	 * @param string|null $left The new value; null deletes the row.
	 * @return bool Whether the row is now as wanted, byte for byte; false when a filter of WordPress' forbids it.
	 */
	public static function replace( object $row, ?string $left ): bool {
		global $wpdb;
		$umeta_id = (int) $row->umeta_id;
		if ( null === $left ) {
			return delete_metadata_by_mid( 'user', $umeta_id ) && ! get_metadata_by_mid( 'user', $umeta_id );
		}
		if ( ! update_metadata_by_mid( 'user', $umeta_id, Token_Value::for_wordpress( $left ) ) ) {
			return false;
		}
		// WordPress cannot store every text as it was, and filters may have had other ideas: what is undone is compared by bytes.
		return false !== $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->usermeta} SET meta_value = %s WHERE umeta_id = %d", $left, $umeta_id ) );
	}

	/**
	 * Drops the cached copy of a row's user. To be called after the transaction: until then a request may have read the
	 * old row and cached it again.
	 *
	 * @param object|null|false $row The row.
	 */
	public static function forget_cached( $row ): void {
		if ( $row ) {
			wp_cache_delete( (int) $row->user_id, 'user_meta' );
		}
	}

	/**
	 * Rows whose key is the wanted one byte for byte; the database's comparison ignores case and accents.
	 *
	 * @param object[]|null $rows     What the database gave.
	 * @param string        $meta_key The key.
	 * @return object[]
	 */
	private static function of_exact_key( ?array $rows, string $meta_key ): array {
		return array_values(
			array_filter(
				(array) $rows,
				static function ( $row ) use ( $meta_key ) {
					return $row->meta_key === $meta_key;
				}
			)
		);
	}
}
