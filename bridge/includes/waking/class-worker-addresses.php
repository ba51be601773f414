<?php
/**
 * The addresses of running daemons.
 *
 * @package PushBridge
 */

namespace PushBridge\Waking;

use PushBridge\Schema;

/**
 * Reads the table of workers at most once a minute, and keeps the answer no longer than this process.
 */
final class Worker_Addresses {

	/** Seconds after which a worker without a heartbeat is taken for gone. */
	const FRESH_FOR = 60;

	/** Seconds for which an answer is kept. */
	const KEPT_FOR = 60;

	/**
	 * The addresses read last.
	 *
	 * @var string[]
	 */
	private static $addresses = array();

	/**
	 * When they were read, in seconds of the monotonic clock; null: never.
	 *
	 * @var int|null
	 */
	private static $read_at = null;

	/**
	 * The addresses as the daemons wrote them.
	 *
	 * @return string[]
	 */
	public static function all(): array {
		$now = hrtime()[0];
		if ( null === self::$read_at || $now - self::$read_at >= self::KEPT_FOR ) {
			self::$addresses = self::read();
			self::$read_at   = $now;
		}
		return self::$addresses;
	}

	/**
	 * Forgets what was read.
	 */
	public static function forget(): void {
		self::$read_at = null;
	}

	/**
	 * Asks the database.
	 *
	 * @return string[]
	 */
	private static function read(): array {
		global $wpdb;
		$suppressed = $wpdb->suppress_errors( true );
		$sql        = 'SELECT DISTINCT wake_address FROM ' . Schema::table( 'workers' )
			. " WHERE wake_address <> '' AND heartbeat_at > UTC_TIMESTAMP(3) - INTERVAL %d SECOND LIMIT 16";
		// phpcs:ignore WordPress.DB -- Our own table, written by the daemons.
		$addresses = $wpdb->get_col( $wpdb->prepare( $sql, self::FRESH_FOR ) );
		$wpdb->suppress_errors( $suppressed );
		return $addresses;
	}
}
