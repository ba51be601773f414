<?php
/**
 * How the queue stands.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

use PushBridge\Schema;

// phpcs:disable WordPress.DB -- Our own table, changed by the daemon behind WordPress' back: nothing may be cached.

/**
 * The two lanes: calls, and everything else.
 */
final class Queue {

	const LANES = array(
		'voip'     => 1,
		'standard' => 0,
	);

	/**
	 * Each lane's figures; counts go up to Page::MOST_COUNTED + 1.
	 *
	 * @return array<string,array{queued:int,sending:int,waiting:int,oldest_seconds:int|null}> Waiting: between two tries,
	 *               held by nobody. The age is that of the oldest action that could be sent now.
	 */
	public static function lanes(): array {
		global $wpdb;
		$table = Schema::table( 'actions' );
		$limit = Page::MOST_COUNTED + 1;
		$kinds = array(
			'queued'  => "state = 'queued'",
			'sending' => "state = 'sending' AND owner IS NOT NULL",
			'waiting' => "state = 'sending' AND owner IS NULL",
		);
		$parts = array();
		foreach ( self::LANES as $lane => $number ) {
			foreach ( $kinds as $kind => $condition ) {
				$parts[] = "SELECT '{$lane}' AS lane, '{$kind}' AS kind, COUNT(*) AS number FROM"
					. " (SELECT id FROM {$table} WHERE lane = {$number} AND {$condition} LIMIT {$limit}) counted";
			}
			// In the index' order the oldest without send_at comes first, and then the one that has been due for longest.
			foreach ( array( "due_at = '1970-01-01'", "due_at > '1970-01-01' AND due_at <= UTC_TIMESTAMP(3)" ) as $due ) {
				$parts[] = "SELECT '{$lane}', 'oldest', (SELECT TIMESTAMPDIFF(SECOND, GREATEST(created_at, COALESCE(send_at, created_at)), UTC_TIMESTAMP(3))"
					. " FROM {$table} WHERE lane = {$number} AND state = 'queued' AND {$due} ORDER BY due_at, id LIMIT 1)";
			}
		}
		$empty = array(
			'queued'         => 0,
			'sending'        => 0,
			'waiting'        => 0,
			'oldest_seconds' => null,
		);
		$lanes = array_fill_keys( array_keys( self::LANES ), $empty );
		foreach ( (array) $wpdb->get_results( implode( ' UNION ALL ', $parts ) ) as $row ) {
			if ( 'oldest' !== $row->kind ) {
				$lanes[ $row->lane ][ $row->kind ] = (int) $row->number;
			} elseif ( null !== $row->number ) {
				$lanes[ $row->lane ]['oldest_seconds'] = max( (int) $lanes[ $row->lane ]['oldest_seconds'], (int) $row->number );
			}
		}
		return $lanes;
	}
}
