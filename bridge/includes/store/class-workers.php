<?php
/**
 * The daemons.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

use PushBridge\Schema;

// phpcs:disable WordPress.DB -- Our own table, changed by the daemon behind WordPress' back: nothing may be cached.

/**
 * The table of workers: which daemons run and what they have done since they started.
 */
final class Workers {

	/** Seconds after which a daemon without a sign of life is taken for gone; it gives one every two. */
	const FRESH_FOR = 30;

	/**
	 * Every daemon that was heard of lately.
	 *
	 * @return object[] id, host, pid, version, state, wake_address, started_at, heartbeat_at, heartbeat_seconds, is_fresh,
	 *                  lanes (name => figures) and held_back (see Held_Back).
	 */
	public static function all(): array {
		global $wpdb;
		$sql  = 'SELECT id, host, pid, version, state, wake_address, started_at, heartbeat_at, stats,'
			. ' TIMESTAMPDIFF(SECOND, heartbeat_at, UTC_TIMESTAMP(3)) AS heartbeat_seconds FROM ' . Schema::table( 'workers' )
			. ' ORDER BY started_at, id LIMIT 100';
		$rows = (array) $wpdb->get_results( $sql );
		foreach ( $rows as $row ) {
			$stats                  = json_decode( (string) $row->stats, true );
			$row->heartbeat_seconds = (int) $row->heartbeat_seconds;
			$row->is_fresh          = $row->heartbeat_seconds <= self::FRESH_FOR;
			$row->lanes             = is_array( $stats['lanes'] ?? null ) ? array_filter( $stats['lanes'], 'is_array' ) : array();
			$row->held_back         = is_array( $stats['held_back'] ?? null ) ? array_filter( $stats['held_back'], 'is_array' ) : array();
			unset( $row->stats );
		}
		return $rows;
	}

	/**
	 * Those of some daemons that are alive.
	 *
	 * @param object[] $workers What all() answered.
	 * @return object[]
	 */
	public static function alive( array $workers ): array {
		return array_values(
			array_filter(
				$workers,
				static function ( $worker ) {
					return $worker->is_fresh;
				}
			)
		);
	}
}
