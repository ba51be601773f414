<?php
/**
 * Several statements that happen together or not at all.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

/**
 * A database transaction of an administrator's request or a command. It must not be opened inside another one.
 */
final class Transaction {

	/**
	 * Does work in a transaction; an error that the work answers, or throws, undoes all of it.
	 *
	 * @param callable $work What to do.
	 * @return mixed What the work answers.
	 */
	public static function run( callable $work ) {
		global $wpdb;
		// phpcs:disable WordPress.DB -- Transactions are no data.
		$wpdb->query( 'START TRANSACTION' );
		$is_done = false;
		try {
			$answer  = $work();
			$is_done = ! is_wp_error( $answer );
			return $answer;
		} finally {
			$wpdb->query( $is_done ? 'COMMIT' : 'ROLLBACK' );
		}
		// phpcs:enable
	}
}
