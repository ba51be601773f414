<?php
/**
 * Deliveries, as administrators see them.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

use PushBridge\Schema;

// phpcs:disable WordPress.DB -- Our own tables, changed by the daemon behind WordPress' back: nothing may be cached.

/**
 * Lists and counts deliveries; each method takes a fixed number of statements.
 */
final class Deliveries {

	const STATUSES = array( 'delivered', 'unregistered', 'rejected', 'retry', 'exhausted', 'unknown', 'not_configured', 'unsupported' );

	/** What a list can be sorted by: columns with an index. */
	const SORTABLE = array(
		'id'         => 'd.id',
		'updated_at' => 'd.updated_at',
	);

	/** The most failures that the counts of reasons look at. */
	const MOST_REASONS = 20000;

	/**
	 * A page of deliveries, the newest first.
	 *
	 * @param array $args Filters `status`, `reason`, `channel`, `action_id`, `user_id`; `search` (see Users::find());
	 *                    `orderby` (one of SORTABLE; updated_at is quick with a status only), `order`, `page`, `per_page`.
	 */
	public static function query( array $args ): Page {
		$from = 'FROM ' . Schema::table( 'deliveries' ) . ' d WHERE 1 = 1' . Page::conditions(
			array(
				'status'    => 'd.status',
				'reason'    => 'd.reason',
				'channel'   => 'd.channel',
				'action_id' => 'd.action_id',
				'user_id'   => 'd.user_id',
			),
			$args
		);
		if ( '' !== trim( (string) ( $args['search'] ?? '' ) ) ) {
			$users = Users::find( (string) $args['search'] );
			$from .= ' AND d.user_id IN (' . ( $users ? implode( ',', $users ) : '0' ) . ')';
		}
		return Page::read( 'd.*', $from, Page::order( self::SORTABLE, $args, 'd.id' ), 'd.id', $args );
	}

	/**
	 * How many deliveries are in each status, counted up to Page::MOST_COUNTED + 1.
	 *
	 * @return array<string,int> Status => count, for every status.
	 */
	public static function counts(): array {
		global $wpdb;
		$parts = array();
		foreach ( self::STATUSES as $status ) {
			$parts[] = "SELECT '{$status}' AS status, COUNT(*) AS number FROM (SELECT id FROM " . Schema::table( 'deliveries' )
				. " WHERE status = '{$status}' LIMIT " . ( Page::MOST_COUNTED + 1 ) . ') counted';
		}
		$rows = (array) $wpdb->get_results( implode( ' UNION ALL ', $parts ) );
		return array_map( 'intval', array_column( $rows, 'number', 'status' ) ) + array_fill_keys( self::STATUSES, 0 );
	}

	/**
	 * Finished deliveries of the last hours, from the index alone. An answer that took long is kept for five minutes.
	 *
	 * @param int $hours How many, the running one included.
	 * @return array<int,array{start:int,delivered:int,failed:int}> The oldest first; start in UNIX seconds.
	 */
	public static function per_hour( int $hours = 24 ): array {
		$kept = get_transient( 'pushbridge_per_hour_' . $hours );
		if ( is_array( $kept ) ) {
			return $kept;
		}
		$began = microtime( true );
		$list  = self::read_per_hour( $hours );
		if ( microtime( true ) - $began > 0.2 ) {
			set_transient( 'pushbridge_per_hour_' . $hours, $list, 300 );
		}
		return $list;
	}

	/**
	 * The commonest reasons of the last day, those of actions refused as a whole among them.
	 *
	 * @param int $limit How many reasons.
	 * @return array<string,int> Reason => count, the commonest first.
	 */
	public static function top_reasons( int $limit = 8 ): array {
		global $wpdb;
		$deliveries = Schema::table( 'deliveries' );
		$actions    = Schema::table( 'actions' );
		$failed     = "'" . implode( "','", array_diff( self::STATUSES, array( 'delivered', 'retry' ) ) ) . "'";
		$sql        = 'SELECT reason, COUNT(*) AS number FROM ('
			. "(SELECT reason FROM {$deliveries} WHERE status IN ({$failed}) AND updated_at >= UTC_TIMESTAMP(3) - INTERVAL 1 DAY LIMIT " . self::MOST_REASONS . ')'
			. " UNION ALL (SELECT reason FROM {$actions} WHERE id > (SELECT CAST(COALESCE(MAX(id), 0) AS SIGNED) FROM {$actions}) - " . self::MOST_REASONS
			. " AND state IN ('failed', 'expired') AND failed = 0 AND created_at >= UTC_TIMESTAMP(3) - INTERVAL 1 DAY)"
			. ') reasons WHERE reason IS NOT NULL GROUP BY reason ORDER BY number DESC, reason LIMIT %d';
		$rows       = (array) $wpdb->get_results( $wpdb->prepare( $sql, $limit ) );
		return array_map( 'intval', array_column( $rows, 'number', 'reason' ) );
	}

	/**
	 * Reads per_hour().
	 *
	 * @param int $hours How many hours.
	 */
	private static function read_per_hour( int $hours ): array {
		global $wpdb;
		$final = "'" . implode( "','", array_diff( self::STATUSES, array( 'retry' ) ) ) . "'";
		// Whole hours since 1970, by the database's clock: no server's time zone comes in.
		$hour = "TIMESTAMPDIFF(HOUR, '1970-01-01', %s)";
		$sql  = 'SELECT ' . sprintf( $hour, 'updated_at' ) . " AS hour, SUM(status = 'delivered') AS delivered, SUM(status <> 'delivered') AS failed, "
			. sprintf( $hour, 'UTC_TIMESTAMP()' ) . ' AS now FROM ' . Schema::table( 'deliveries' )
			. " WHERE status IN ({$final}) AND updated_at >= DATE_FORMAT(UTC_TIMESTAMP(), '%%Y-%%m-%%d %%H:00:00') - INTERVAL %d HOUR GROUP BY hour";
		$rows = array_column( (array) $wpdb->get_results( $wpdb->prepare( $sql, $hours - 1 ) ), null, 'hour' );
		$last = $rows ? (int) reset( $rows )->now : (int) floor( time() / 3600 );
		$list = array();
		for ( $number = $last - $hours + 1; $number <= $last; $number++ ) {
			$list[] = array(
				'start'     => $number * 3600,
				'delivered' => (int) ( $rows[ $number ]->delivered ?? 0 ),
				'failed'    => (int) ( $rows[ $number ]->failed ?? 0 ),
			);
		}
		return $list;
	}
}
