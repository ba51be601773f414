<?php
/**
 * Sending a finished action again.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

use PushBridge\Actions\Field_Types;
use PushBridge\Schema;
use PushBridge\Transaction;
use PushBridge\Waking\Waker;

// phpcs:disable WordPress.DB -- Our own tables, changed by the daemon behind WordPress' back: nothing may be cached.

/**
 * The same as `push-bridge queue retry`: only what was not delivered, no dead token, no call past its life or of unknown
 * outcome.
 */
final class Retry {

	/** Seconds that a call may wait when its message does not say: the daemon's default. */
	const CALL_AGE = 10;

	/**
	 * Sends an action again.
	 *
	 * @param int $id Its id.
	 * @return int|\WP_Error How many deliveries are tried again; 0 when it had none and starts anew. Or NotFound, NotFinal,
	 *                       NothingToSend, StaleCall, Expired.
	 */
	public static function action( int $id ) {
		$answer = Transaction::run(
			static function () use ( $id ) {
				return self::locked( $id );
			}
		);
		if ( ! is_wp_error( $answer ) ) {
			Waker::wake_after_this_request();
		}
		return $answer;
	}

	/**
	 * Whether an action could be sent again, for the screens; the decision itself is made under a lock.
	 *
	 * @param object $action A row with type, state, created_at, send_at, expires_at, message and now.
	 * @return true|\WP_Error
	 */
	public static function is_possible( object $action ) {
		if ( 'sent' === $action->state ) {
			return self::refusal( 'NothingToSend' );
		}
		if ( in_array( $action->state, array( 'queued', 'sending' ), true ) ) {
			return self::refusal( 'NotFinal' );
		}
		$end = self::end_of_life( $action );
		if ( null !== $end && $end <= self::milliseconds( $action->now ) ) {
			return self::refusal( 'voip' === $action->type ? 'StaleCall' : 'Expired' );
		}
		return true;
	}

	/**
	 * Why an action is not sent again, in words.
	 *
	 * @param string $word The machine word.
	 */
	public static function refusal( string $word ): \WP_Error {
		$texts = array(
			'NotFound'      => __( 'There is no such notification; finished ones are deleted after some time.', 'push-bridge' ),
			'NotFinal'      => __( 'The notification is still under way: it is tried again by itself.', 'push-bridge' ),
			'NothingToSend' => __( 'Nothing of the notification is left that could be sent again.', 'push-bridge' ),
			'StaleCall'     => __( 'The time that this call may wait is over. A call is never sent late.', 'push-bridge' ),
			'Expired'       => __( 'The time of the notification is over. Send a new one.', 'push-bridge' ),
		);
		return new \WP_Error( $word, $texts[ $word ] ?? $word );
	}

	/**
	 * The work, inside the transaction.
	 *
	 * @param int $id The action's id.
	 * @return int|\WP_Error See action().
	 */
	private static function locked( int $id ) {
		global $wpdb;
		$actions    = Schema::table( 'actions' );
		$deliveries = Schema::table( 'deliveries' );
		$sql        = "SELECT type, state, message, created_at, send_at, expires_at, UTC_TIMESTAMP(3) AS now FROM {$actions} WHERE id = %d FOR UPDATE";
		$action     = $wpdb->get_row( $wpdb->prepare( $sql, $id ) );
		if ( ! $action ) {
			return self::refusal( 'NotFound' );
		}
		$possible = self::is_possible( $action );
		if ( is_wp_error( $possible ) ) {
			return $possible;
		}
		if ( ! $wpdb->get_var( $wpdb->prepare( "SELECT 1 FROM {$deliveries} WHERE action_id = %d LIMIT 1", $id ) ) ) {
			// It was refused as a whole, or ended before anything was sent: it starts anew.
			$sql = "UPDATE {$actions} SET state = 'queued', reason = NULL, warnings = NULL, owner = NULL, lease_until = NULL, attempts = 0 WHERE id = %d";
			$wpdb->query( $wpdb->prepare( $sql, $id ) );
			return 0;
		}
		// The tries begin anew; the apns-id stays, so that Apple and the device see the same push.
		$statuses = "'exhausted', 'rejected', 'not_configured'" . ( 'voip' === $action->type ? '' : ", 'unknown'" );
		$sql      = "UPDATE {$deliveries} SET status = 'retry', attempts = 0, next_attempt_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3)"
			. " WHERE action_id = %d AND status IN ({$statuses})";
		$revived  = (int) $wpdb->query( $wpdb->prepare( $sql, $id ) );
		if ( 0 === $revived ) {
			return self::refusal( 'NothingToSend' );
		}
		// An action without an owner whose time has come: claimed like any other try.
		$sql = "UPDATE {$actions} SET state = 'sending', reason = NULL, owner = NULL, lease_until = UTC_TIMESTAMP(3) WHERE id = %d";
		$wpdb->query( $wpdb->prepare( $sql, $id ) );
		return $revived;
	}

	/**
	 * When the life of an action ends, in UNIX milliseconds; null when it does not.
	 *
	 * @param object $action The row.
	 */
	private static function end_of_life( object $action ): ?int {
		$start   = max( self::milliseconds( $action->created_at ), self::milliseconds( $action->send_at ?? $action->created_at ) );
		$message = Message_Text::decoded( (string) $action->message );
		$ttl     = $message['ttl'] ?? null;
		$seconds = is_float( $ttl ) ? (int) ceil( $ttl ) : Field_Types::whole_number( $ttl );
		if ( null === $seconds || $seconds <= 0 ) {
			// A ttl of 0 alone does not end it.
			$seconds = 'voip' === $action->type ? self::CALL_AGE : null;
		}
		$ends = array();
		if ( null !== $seconds ) {
			// A century is as good as for ever.
			$ends[] = $start + min( $seconds, 3155760000 ) * 1000;
		}
		if ( null !== $action->expires_at ) {
			$ends[] = self::milliseconds( $action->expires_at );
		}
		return $ends ? min( $ends ) : null;
	}

	/**
	 * A time of the database in UNIX milliseconds.
	 *
	 * @param string $time UTC, with or without milliseconds.
	 */
	private static function milliseconds( string $time ): int {
		$date = new \DateTimeImmutable( $time, new \DateTimeZone( 'UTC' ) );
		return (int) $date->format( 'U' ) * 1000 + (int) $date->format( 'v' );
	}
}
