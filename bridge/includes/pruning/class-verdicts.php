<?php
/**
 * Verdicts of the daemon on dead tokens.
 *
 * @package PushBridge
 */

namespace PushBridge\Pruning;

use PushBridge\Schema;
use PushBridge\Store\Prunes;
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

	/** Outcome => what the table of prunes calls it; a verdict that waits stays as it is. */
	const STATE_OF_REFUSAL = array(
		// Somebody else took it out; without values an undo knows that.
		'Gone'            => self::REMOVED,
		'RegisteredLater' => self::UNDONE,
		'NotDead'         => self::REPORTED,
		'Untouchable'     => self::REPORTED,
	);

	/**
	 * Applies the oldest verdicts.
	 *
	 * @param int $limit How many at most.
	 * @return array<string,int> Outcome => how many.
	 */
	public static function apply( int $limit ): array {
		$counts = array_fill_keys( array( self::REMOVED, self::UNDONE, self::REPORTED, self::LATER ), 0 );
		foreach ( self::oldest( $limit ) as $verdict ) {
			$outcome = self::settle( $verdict, array( 'verdict' ) );
			++$counts[ true === $outcome ? self::REMOVED : self::STATE_OF_REFUSAL[ $outcome->get_error_code() ] ?? self::LATER ];
		}
		return $counts;
	}

	/**
	 * Does what a verdict says, while no registration of the token runs. One that no longer holds is closed; one that was
	 * only reported stays so until it is done.
	 *
	 * @param object   $verdict Its id and token.
	 * @param string[] $states  The states in which it counts as open, of verdict and reported.
	 * @return true|\WP_Error An error of judge(), or Busy when another request has the row or the token.
	 */
	public static function settle( object $verdict, array $states = array( 'verdict', 'reported' ) ) {
		return Token_Lock::hold(
			$verdict->token,
			0,
			static function () use ( $verdict, $states ) {
				$row    = null;
				$answer = self::refusal( 'Busy' );
				Transaction::run(
					static function () use ( $verdict, $states, &$row, &$answer ) {
						// In the order of an undo by the daemon: first the verdict, then the row of usermeta.
						$open = self::locked( (int) $verdict->id, $states );
						$row  = $open ? Token_Rows::locked( (int) $open->umeta_id, false ) : false;
						if ( false === $row ) {
							return false;
						}
						$left = self::judge( $open, $row );
						if ( ! is_wp_error( $left ) && ! Token_Rows::replace( $row, $left ) ) {
							$left = self::refusal( 'Untouchable' );
						}
						if ( ! is_wp_error( $left ) ) {
							$is_done = self::close( $open, self::REMOVED, (string) $row->meta_value, $left );
						} else {
							$is_done = 'verdict' !== $open->state || self::close( $open, self::STATE_OF_REFUSAL[ $left->get_error_code() ] );
						}
						if ( $is_done ) {
							$answer = is_wp_error( $left ) ? $left : true;
						}
						return $is_done;
					}
				);
				Token_Rows::forget_cached( $row );
				return $answer;
			}
		);
	}

	/**
	 * What would be left of a row after a verdict, without changing anything.
	 *
	 * @param object      $verdict A row of the table of prunes.
	 * @param object|null $row     The row of usermeta that it is about, as it is now; null when there is none.
	 * @return string|null|\WP_Error The value, null when the row would go, or NotDead (no reason to remove it), Gone (the
	 *                               token is not there any more), RegisteredLater, Untouchable (the value cannot be
	 *                               written back safely).
	 */
	public static function judge( object $verdict, ?object $row ) {
		if ( ! in_array( $verdict->reason, Prunes::DEAD, true ) ) {
			return self::refusal( 'NotDead' );
		}
		$is_same = $row && $row->user_id === $verdict->user_id && $row->meta_key === $verdict->meta_key;
		$entry   = $is_same ? Token_Value::entry_of( (string) $row->meta_value, $verdict->token ) : null;
		if ( ! $entry ) {
			return self::refusal( 'Gone' );
		}
		if ( self::is_registered_later( $entry, $verdict ) ) {
			return self::refusal( 'RegisteredLater' );
		}
		$left = Token_Value::without( (string) $row->meta_value, $verdict->token );
		return false === $left ? self::refusal( 'Untouchable' ) : $left;
	}

	/**
	 * The oldest verdicts that nobody has applied.
	 *
	 * @param int $limit How many at most.
	 * @return object[] With id and token.
	 */
	private static function oldest( int $limit ): array {
		global $wpdb;
		$suppressed = $wpdb->suppress_errors( true );
		$sql        = 'SELECT id, token FROM ' . Schema::table( 'prunes' ) . " WHERE state = 'verdict' ORDER BY created_at, id LIMIT %d";
		$rows       = $wpdb->get_results( $wpdb->prepare( $sql, $limit ) );
		$wpdb->suppress_errors( $suppressed );
		return (array) $rows;
	}

	/**
	 * Reads an open verdict and keeps it from changing until the transaction ends.
	 *
	 * @param int      $id     The verdict's id.
	 * @param string[] $states The states in which it is open.
	 */
	private static function locked( int $id, array $states ): ?object {
		global $wpdb;
		$sql     = 'SELECT id, user_id, umeta_id, meta_key, token, reason, state, created_at, apns_timestamp FROM ' . Schema::table( 'prunes' ) . ' WHERE id = %d FOR UPDATE';
		$verdict = $wpdb->get_row( $wpdb->prepare( $sql, $id ) );
		return $verdict && in_array( $verdict->state, $states, true ) ? $verdict : null;
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
		$died_at = Registration_Time::milliseconds( $verdict->apns_timestamp );
		// Registrations are told in whole seconds: one in the second of the verdict may have come after it.
		return $registered_at + 999 >= Registration_Time::milliseconds( $verdict->created_at ) || ( null !== $died_at && $registered_at > $died_at );
	}

	/**
	 * Writes what became of a verdict.
	 *
	 * @param object      $verdict The verdict.
	 * @param string      $state   The new state.
	 * @param string|null $before  The value of usermeta before, when it was changed.
	 * @param string|null $after   The value after; null when the row went.
	 * @return bool False when the database failed.
	 */
	private static function close( object $verdict, string $state, ?string $before = null, ?string $after = null ): bool {
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
		return false !== $wpdb->query( $sql );
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
			'Busy'            => __( 'Another request is changing it; try again.', 'push-bridge' ),
		);
		return new \WP_Error( $word, $texts[ $word ] );
	}
}
