<?php
/**
 * Tells the site what became of its notifications.
 *
 * @package PushBridge
 */

namespace PushBridge\Actions;

use PushBridge\Schema;

// phpcs:disable WordPress.DB -- Our own tables, changed by the daemon behind WordPress' back: nothing may be cached.

/**
 * Walks the actions in the order of their ids and fires `pushbridge_results` for each that is final, at most once. The
 * daemon never calls PHP, so this runs by WordPress' cron. An option remembers how far it came and what was open then.
 */
final class Results_Feed {

	const OPTION = 'pushbridge_results_feed';

	/** Open actions that are followed; of more, the oldest are let go. */
	const MAXIMUM_OPEN = 20000;

	/** Actions that are read at a time. */
	const BATCH = 200;

	/** Seconds that a row may wait for its transaction's end: until then the walk does not pass its id. */
	const COMMIT_TIME = 10;

	/**
	 * Fires the action for what has become final since the last run.
	 *
	 * @param float $seconds For how long at most.
	 */
	public static function run( float $seconds ): void {
		if ( ! has_action( 'pushbridge_results' ) ) {
			// Who listens later hears of what ends later.
			delete_option( self::OPTION );
			return;
		}
		$feed = get_option( self::OPTION );
		if ( ! is_array( $feed ) ) {
			global $wpdb;
			$newest = (int) $wpdb->get_var( 'SELECT MAX(id) FROM ' . Schema::table( 'actions' ) );
			self::save( array( 'cursor' => $newest, 'open' => array() ) );
			return;
		}
		$end  = microtime( true ) + $seconds;
		$feed = self::walk_open( $feed, $end );
		self::walk_new( $feed, $end );
	}

	/**
	 * Looks again at what was open.
	 *
	 * @param array $feed The memory: cursor and open.
	 * @param float $end  When to stop.
	 * @return array The memory afterwards.
	 */
	private static function walk_open( array $feed, float $end ): array {
		foreach ( array_chunk( $feed['open'], self::BATCH ) as $ids ) {
			if ( microtime( true ) > $end ) {
				break;
			}
			$rows         = self::rows( 'id IN (' . implode( ',', array_map( 'intval', $ids ) ) . ')' );
			$still_open   = array_keys( array_filter( $rows, array( self::class, 'is_open' ) ) );
			$feed['open'] = array_merge( array_diff( $feed['open'], $ids ), $still_open );
			self::announce( array_diff( array_keys( $rows ), $still_open ), $feed );
		}
		return $feed;
	}

	/**
	 * Looks at what was queued since the last run.
	 *
	 * @param array $feed The memory: cursor and open.
	 * @param float $end  When to stop.
	 */
	private static function walk_new( array $feed, float $end ): void {
		do {
			$rows = self::rows( 'id > ' . (int) $feed['cursor'] );
			$old  = array();
			foreach ( $rows as $id => $row ) {
				if ( $row->is_young ) {
					break;
				}
				$old[ $id ] = $row;
			}
			if ( ! $old ) {
				return;
			}
			$open           = array_keys( array_filter( $old, array( self::class, 'is_open' ) ) );
			$feed['cursor'] = max( array_keys( $old ) );
			$feed['open']   = array_slice( array_merge( $feed['open'], $open ), -self::MAXIMUM_OPEN );
			self::announce( array_diff( array_keys( $old ), $open ), $feed );
		} while ( count( $old ) === self::BATCH && microtime( true ) < $end );
	}

	/**
	 * Fires the action for some actions. The memory is written first: a listener that dies must not be called with the same
	 * action for ever.
	 *
	 * @param int[] $ids  The actions.
	 * @param array $feed The memory afterwards.
	 */
	private static function announce( array $ids, array $feed ): void {
		self::save( $feed );
		foreach ( $ids as $id ) {
			$results = Action_Table::results( $id );
			if ( ! is_wp_error( $results ) ) {
				/**
				 * A notification is finished. Fired by WordPress' cron, at most once for each.
				 *
				 * @param int   $id      The action's id.
				 * @param array $results See pushbridge_get_results().
				 */
				do_action( 'pushbridge_results', $id, $results );
			}
		}
	}

	/**
	 * Actions by id.
	 *
	 * @param string $condition SQL.
	 * @return array<int,object>
	 */
	private static function rows( string $condition ): array {
		global $wpdb;
		$sql  = 'SELECT id, state, ABS(TIMESTAMPDIFF(SECOND, created_at, UTC_TIMESTAMP(3))) < ' . self::COMMIT_TIME . ' AS is_young FROM '
			. Schema::table( 'actions' ) . " WHERE {$condition} ORDER BY id LIMIT " . self::BATCH;
		$rows = array();
		foreach ( (array) $wpdb->get_results( $sql ) as $row ) {
			$rows[ (int) $row->id ] = $row;
		}
		return $rows;
	}

	/**
	 * Whether an action may still change.
	 *
	 * @param object $row The action.
	 */
	private static function is_open( object $row ): bool {
		return in_array( $row->state, array( 'queued', 'sending' ), true );
	}

	/**
	 * Writes the memory.
	 *
	 * @param array $feed The memory.
	 */
	private static function save( array $feed ): void {
		update_option( self::OPTION, $feed, false );
	}
}
