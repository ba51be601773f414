<?php
/**
 * Going through all device tokens.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

use PushBridge\Pruning\Verdicts;
use PushBridge\Schema;
use PushBridge\Tokens\Token_Kinds;
use PushBridge\Tokens\Token_Rows;

// phpcs:disable WordPress.DB -- Tables that the daemon changes as well: nothing may be cached.

/**
 * A job in small steps, kept in an option between them, so that it survives a reload, a closed window and a time limit.
 * First come the open verdicts of the daemon, then every row of usermeta under a token key.
 */
final class Cleanup {

	const OPTION = 'pushbridge_cleanup';

	/** Modes: audit and dry_run change nothing, prune removes, undo puts back what the last prune removed. */
	const MODES = array( 'audit', 'dry_run', 'prune', 'undo' );

	/** What can be cleaned up. */
	const REASONS = array( 'Unregistered', 'BadDeviceToken', 'ExpiredToken', 'MalformedDeviceToken', 'UserGone' );

	/** Rows read at once. */
	const CHUNK = 200;

	/** The most examples kept. */
	const MOST_EXAMPLES = 50;

	/**
	 * The job as it stands; null when there was none.
	 *
	 * @return array|null mode, reasons, done, total, found (reason => number), kept (word => number), examples, removed (ranges
	 *                    of prunes), is_finished.
	 */
	public static function job(): ?array {
		$job = get_network_option( null, self::OPTION );
		return is_array( $job ) && in_array( $job['mode'] ?? '', self::MODES, true ) ? $job : null;
	}

	/**
	 * Begins a job.
	 *
	 * @param string   $mode    One of MODES.
	 * @param string[] $reasons Those of REASONS that count.
	 * @param string   $by      Who wants it.
	 * @return array The job.
	 */
	public static function start( string $mode, array $reasons, string $by ): array {
		$last         = self::job();
		$job          = array(
			'mode'        => $mode,
			'reasons'     => array_values( array_intersect( self::REASONS, $reasons ) ),
			'by'          => $by,
			'phase'       => 0,
			'cursor'      => 0,
			'done'        => 0,
			'total'       => 0,
			'found'       => array(),
			'kept'        => array(),
			'examples'    => array(),
			'removed'     => 'undo' === $mode ? (array) ( $last['removed'] ?? array() ) : array(),
			'is_finished' => false,
		);
		$job['total'] = 'undo' === $mode ? Number_Ranges::total( $job['removed'] ) : self::total();
		self::save( $job );
		return $job;
	}

	/**
	 * Ends the job where it is, once the step that may be running is over.
	 *
	 * @param int $wait The most seconds to wait for it.
	 * @return bool False when the step took longer: the job goes on.
	 */
	public static function stop( int $wait = 15 ): bool {
		$result = Cleanup_Lock::hold(
			$wait,
			static function () {
				$job = self::job();
				if ( $job ) {
					$job['is_finished'] = true;
					self::save( $job );
				}
				return true;
			}
		);
		return true === $result;
	}

	/**
	 * Goes on with the job for about some seconds.
	 *
	 * @param float $seconds How long.
	 * @return array|\WP_Error The job; NoJob, or Busy when another request works on it.
	 */
	public static function step( float $seconds = 1.0 ) {
		return Cleanup_Lock::hold(
			0,
			static function () use ( $seconds ) {
				return self::go_on( $seconds );
			}
		);
	}

	/**
	 * The work of a step.
	 *
	 * @param float $seconds How long.
	 * @return array|\WP_Error
	 */
	private static function go_on( float $seconds ) {
		$job = self::job();
		if ( ! $job ) {
			return new \WP_Error( 'NoJob', __( 'No token check is running.', 'push-bridge' ) );
		}
		$until = microtime( true ) + $seconds;
		while ( ! $job['is_finished'] ) {
			if ( 'undo' === $job['mode'] ) {
				self::undo_chunk( $job );
			} elseif ( 0 === $job['phase'] ) {
				self::verdict_chunk( $job );
			} else {
				self::row_chunk( $job );
			}
			self::save( $job );
			if ( microtime( true ) >= $until ) {
				break;
			}
		}
		return $job;
	}

	/**
	 * How many rows a job looks at.
	 */
	private static function total(): int {
		global $wpdb;
		$keys = Token_Kinds::meta_keys_of_all_apps();
		$sql  = 'SELECT (SELECT COUNT(*) FROM ' . Schema::table( 'prunes' ) . " WHERE state IN ('verdict', 'reported')) + (SELECT COUNT(*) FROM {$wpdb->usermeta} WHERE meta_key IN ("
			. implode( ', ', array_fill( 0, count( $keys ), '%s' ) ) . '))';
		return (int) $wpdb->get_var( $wpdb->prepare( $sql, array_values( $keys ) ) );
	}

	/**
	 * Looks at some open verdicts.
	 *
	 * @param array $job The job.
	 */
	private static function verdict_chunk( array &$job ): void {
		$prunes = Prunes::open( $job['cursor'], self::CHUNK );
		$rows   = Token_Rows::of_ids( array_column( $prunes, 'umeta_id' ) );
		foreach ( $prunes as $prune ) {
			$job['cursor'] = (int) $prune->id;
			++$job['done'];
			if ( in_array( $prune->reason, Prunes::DEAD, true ) && ! in_array( $prune->reason, $job['reasons'], true ) ) {
				continue;
			}
			$judged = Verdicts::judge( $prune, $rows[ (int) $prune->umeta_id ] ?? null );
			if ( ! is_wp_error( $judged ) && 'prune' === $job['mode'] ) {
				$judged = Verdicts::settle( $prune );
				if ( true === $judged ) {
					Number_Ranges::add( $job['removed'], (int) $prune->id );
				}
			}
			self::count( $job, $prune, $prune->reason, $judged );
		}
		if ( count( $prunes ) < self::CHUNK ) {
			self::next_phase( $job );
		}
	}

	/**
	 * Looks at some rows under the meta key of this phase.
	 *
	 * @param array $job The job.
	 */
	private static function row_chunk( array &$job ): void {
		global $wpdb;
		$key  = Token_Kinds::meta_keys_of_all_apps()[ $job['phase'] - 1 ] ?? null;
		$sql  = "SELECT m.umeta_id, m.user_id, m.meta_key, m.meta_value, u.ID IS NULL AS is_orphan FROM {$wpdb->usermeta} m LEFT JOIN {$wpdb->users} u ON u.ID = m.user_id"
			. ' WHERE m.meta_key = %s AND m.umeta_id > %d ORDER BY m.umeta_id LIMIT %d';
		$rows = null === $key ? array() : (array) $wpdb->get_results( $wpdb->prepare( $sql, $key, $job['cursor'], self::CHUNK ) );
		foreach ( $rows as $row ) {
			$job['cursor'] = (int) $row->umeta_id;
			++$job['done'];
			$reason = '1' === (string) $row->is_orphan ? 'UserGone' : ( Stored_Tokens::is_malformed( (string) $row->meta_value ) ? 'MalformedDeviceToken' : '' );
			if ( $row->meta_key !== $key || ! in_array( $reason, $job['reasons'], true ) ) {
				continue;
			}
			$result = true;
			if ( 'prune' === $job['mode'] ) {
				$result = Token_Removal::remove_row(
					(int) $row->umeta_id,
					$reason,
					static function ( $now ) use ( $row ) {
						return $now->meta_value === $row->meta_value && $now->user_id === $row->user_id;
					}
				);
				if ( ! is_wp_error( $result ) ) {
					Number_Ranges::add( $job['removed'], (int) $result );
				}
			}
			$row->token = (string) ( array_keys( Stored_Tokens::in( (string) $row->meta_value ) )[0] ?? wp_check_invalid_utf8( (string) $row->meta_value, true ) );
			self::count( $job, $row, $reason, $result );
		}
		if ( count( $rows ) < self::CHUNK ) {
			self::next_phase( $job );
		}
	}

	/**
	 * Puts some tokens back, the last removed first: so each value is found as its own removal left it.
	 *
	 * @param array $job The job.
	 */
	private static function undo_chunk( array &$job ): void {
		for ( $number = 0; $number < self::CHUNK && $job['removed']; $number++ ) {
			$range  = array_pop( $job['removed'] );
			$result = Prunes::undo( $range[1], $job['by'] );
			$word   = is_wp_error( $result ) ? $result->get_error_code() : 'undone';
			if ( $range[1] > $range[0] ) {
				$job['removed'][] = array( $range[0], $range[1] - 1 );
			}
			++$job['done'];
			$list                  = is_wp_error( $result ) ? 'kept' : 'found';
			$job[ $list ][ $word ] = ( $job[ $list ][ $word ] ?? 0 ) + 1;
		}
		$job['is_finished'] = ! $job['removed'];
	}

	/**
	 * Goes on with the next meta key, or ends.
	 *
	 * @param array $job The job.
	 */
	private static function next_phase( array &$job ): void {
		++$job['phase'];
		$job['cursor'] = 0;
		if ( $job['phase'] > count( Token_Kinds::meta_keys_of_all_apps() ) ) {
			$job['is_finished'] = true;
			$job['done']        = max( $job['done'], $job['total'] );
		}
	}

	/**
	 * Counts a token that was found or kept.
	 *
	 * @param array  $job    The job.
	 * @param object $row    With user_id, meta_key and token.
	 * @param string $reason Why it is to go.
	 * @param mixed  $result An error when it stays.
	 */
	private static function count( array &$job, object $row, string $reason, $result ): void {
		if ( is_wp_error( $result ) ) {
			$word                 = $result->get_error_code();
			$job['kept'][ $word ] = ( $job['kept'][ $word ] ?? 0 ) + 1;
			return;
		}
		$job['found'][ $reason ] = ( $job['found'][ $reason ] ?? 0 ) + 1;
		if ( count( $job['examples'] ) < self::MOST_EXAMPLES ) {
			$job['examples'][] = array( (int) $row->user_id, $row->meta_key, substr( $row->token, 0, 8 ), $reason );
		}
	}

	/**
	 * Keeps the job; the option is not loaded with every page.
	 *
	 * @param array $job The job.
	 */
	private static function save( array $job ): void {
		update_network_option( null, self::OPTION, $job );
	}
}
