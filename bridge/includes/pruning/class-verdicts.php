<?php
/**
 * Verdicts of the daemon on dead tokens.
 *
 * @package PushBridge
 */

namespace PushBridge\Pruning;

use PushBridge\Schema;
use PushBridge\Tokens\Token_Lock;
use PushBridge\Tokens\Token_Rows;
use PushBridge\Tokens\Token_Value;
use PushBridge\Transaction;

// phpcs:disable WordPress.DB -- The daemon's table, and rows of usermeta that must be read past the object cache.

/**
 * Removes the tokens that the daemon has found dead, through WordPress' own functions: hooks fire, cached copies go.
 */
final class Verdicts {

	/** The token is out of usermeta now. */
	const REMOVED = 'removed';

	/** The verdict no longer holds: the device registered again. */
	const UNDONE = 'undone';

	/** The token stays: its value cannot be rewritten. */
	const REPORTED = 'reported';

	/** Another request has the row or the token; next time. */
	const LATER = 'later';

	/**
	 * Applies the oldest verdicts.
	 *
	 * @param int $limit How many at most.
	 * @return array<string,int> Outcome => how many.
	 */
	public static function apply( int $limit ): array {
		$counts = array_fill_keys( array( self::REMOVED, self::UNDONE, self::REPORTED, self::LATER ), 0 );
		foreach ( self::open( $limit ) as $verdict ) {
			$outcome = Token_Lock::hold(
				$verdict->token,
				0,
				static function () use ( $verdict ) {
					return self::apply_one( (int) $verdict->id );
				}
			);
			++$counts[ is_string( $outcome ) ? $outcome : self::LATER ];
		}
		return $counts;
	}

	/**
	 * The oldest verdicts that nobody has applied.
	 *
	 * @param int $limit How many at most.
	 * @return object[] With id and token.
	 */
	private static function open( int $limit ): array {
		global $wpdb;
		$suppressed = $wpdb->suppress_errors( true );
		$sql        = 'SELECT id, token FROM ' . Schema::table( 'prunes' ) . " WHERE state = 'verdict' ORDER BY created_at, id LIMIT %d";
		$rows       = $wpdb->get_results( $wpdb->prepare( $sql, $limit ) );
		$wpdb->suppress_errors( $suppressed );
		return (array) $rows;
	}

	/**
	 * Applies one verdict; no registration of the token runs meanwhile.
	 *
	 * @param int $id The verdict's id.
	 * @return string|false The outcome; false when another request has the row or was faster.
	 */
	private static function apply_one( int $id ) {
		$row     = null;
		$outcome = Transaction::run(
			static function () use ( $id, &$row ) {
				// In the order of an undo by the daemon: first the verdict, then the row of usermeta.
				$verdict = self::locked( $id );
				$row     = $verdict ? Token_Rows::locked( (int) $verdict->umeta_id, false ) : false;
				return false === $row ? false : self::judge( $verdict, $row );
			}
		);
		Token_Rows::forget_cached( $row );
		return $outcome;
	}

	/**
	 * Reads an open verdict and keeps it from changing until the transaction ends.
	 *
	 * @param int $id The verdict's id.
	 */
	private static function locked( int $id ): ?object {
		global $wpdb;
		$since_1970 = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', %s) DIV 1000";
		$sql        = 'SELECT id, user_id, umeta_id, meta_key, token, ' . sprintf( $since_1970, 'created_at' ) . ' AS found_at, '
			. sprintf( $since_1970, 'apns_timestamp' ) . ' AS dead_at FROM ' . Schema::table( 'prunes' ) . " WHERE id = %d AND state = 'verdict' FOR UPDATE";
		return $wpdb->get_row( $wpdb->prepare( $sql, $id ) );
	}

	/**
	 * Decides on one verdict and does it.
	 *
	 * @param object      $verdict The verdict.
	 * @param object|null $row     The row of usermeta that it is about, as it is now; null when there is none.
	 * @return string|false The outcome; false when the database failed.
	 */
	private static function judge( object $verdict, ?object $row ) {
		$is_same = $row && $row->user_id === $verdict->user_id && $row->meta_key === $verdict->meta_key;
		$entry   = $is_same ? Token_Value::entry_of( (string) $row->meta_value, $verdict->token ) : null;
		if ( ! $entry ) {
			// Somebody else took it out; without values an undo knows that.
			return self::close( $verdict, self::REMOVED );
		}
		if ( self::is_registered_later( $entry, $verdict ) ) {
			return self::close( $verdict, self::UNDONE );
		}
		$left = Token_Value::without( (string) $row->meta_value, $verdict->token );
		if ( false === $left || ! Token_Rows::replace( $row, $left ) ) {
			return self::close( $verdict, self::REPORTED );
		}
		return self::close( $verdict, self::REMOVED, (string) $row->meta_value, $left );
	}

	/**
	 * Whether the token's record is younger than the verdict, or than the moment for which Apple calls the token dead.
	 *
	 * @param array  $entry   The token's record.
	 * @param object $verdict The verdict.
	 */
	private static function is_registered_later( array $entry, object $verdict ): bool {
		$registered_at = Registration_Time::milliseconds( $entry['registered_at'] ?? null );
		if ( null === $registered_at ) {
			return false;
		}
		// Registrations are told in whole seconds: one in the second of the verdict may have come after it.
		return $registered_at + 999 >= (int) $verdict->found_at || ( null !== $verdict->dead_at && $registered_at > (int) $verdict->dead_at );
	}

	/**
	 * Writes what became of a verdict.
	 *
	 * @param object      $verdict The verdict.
	 * @param string      $state   The new state.
	 * @param string|null $before  The value of usermeta before, when it was changed.
	 * @param string|null $after   The value after; null when the row went.
	 * @return string|false The state, false when the database failed.
	 */
	private static function close( object $verdict, string $state, ?string $before = null, ?string $after = null ) {
		global $wpdb;
		$columns = array( $wpdb->prepare( 'state = %s', $state ) );
		// As hexadecimal digits: the bytes, whatever the connection's charset.
		foreach ( array_filter( array( 'old_value' => $before, 'new_value' => $after ), 'is_string' ) as $name => $bytes ) {
			$columns[] = $name . $wpdb->prepare( ' = UNHEX(%s)', bin2hex( $bytes ) );
		}
		if ( self::UNDONE === $state ) {
			$columns[] = "undone_at = UTC_TIMESTAMP(3), undone_by = 'registration'";
		}
		$sql = 'UPDATE ' . Schema::table( 'prunes' ) . ' SET ' . implode( ', ', $columns ) . ' WHERE id = ' . (int) $verdict->id;
		return false === $wpdb->query( $sql ) ? false : $state;
	}
}
