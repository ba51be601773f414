<?php
/**
 * Cached copies of what the daemon has changed.
 *
 * @package PushBridge
 */

namespace PushBridge\Pruning;

use PushBridge\Schema;

/**
 * The daemon writes to usermeta when it undoes a removal, and when it is configured to remove tokens itself. Where a
 * persistent object cache holds copies of those rows, they are dropped here.
 */
final class Cached_Copies {

	const GROUP = 'pushbridge';
	const KEY   = 'copies_dropped_at';

	/** Seconds that are looked at twice, for transactions that were not yet committed. */
	const OVERLAP = 60;

	/**
	 * Drops the copies of users whose rows have changed since the last run.
	 */
	public static function drop(): void {
		global $wpdb;
		if ( ! wp_using_ext_object_cache() ) {
			return;
		}
		$now   = time();
		$last  = (int) wp_cache_get( self::KEY, self::GROUP );
		$since = gmdate( 'Y-m-d H:i:s', ( $last > 0 ? $last : $now - DAY_IN_SECONDS ) - self::OVERLAP );
		$table = Schema::table( 'prunes' );
		$sql   = "SELECT user_id FROM {$table} WHERE state = 'removed' AND created_at > %s"
			. " UNION SELECT user_id FROM {$table} WHERE state = 'undone' AND undone_at > %s";
		// phpcs:ignore WordPress.DB -- The daemon's table.
		foreach ( (array) $wpdb->get_col( $wpdb->prepare( $sql, $since, $since ) ) as $user_id ) {
			wp_cache_delete( (int) $user_id, 'user_meta' );
		}
		wp_cache_set( self::KEY, $now, self::GROUP );
	}
}
