<?php
/**
 * Several statements that take effect together.
 *
 * @package PushBridge
 */

namespace PushBridge;

/**
 * Runs work in a transaction of its own, or inside the caller's when one is open: START TRANSACTION would commit that.
 */
final class Transaction {

	/**
	 * Runs work; what it wrote is undone when it answers false or a WP_Error, or throws.
	 *
	 * @param callable $work The work; it must not run DDL.
	 * @return mixed What the work answers.
	 * @throws \Throwable What the work throws.
	 */
	public static function run( callable $work ) {
		global $wpdb;
		// MySQL has no such variable. There an open transaction of the caller's is committed, as by any other plugin's.
		$suppressed = $wpdb->suppress_errors( true );
		// phpcs:ignore WordPress.DB -- No data.
		$is_nested = '1' === (string) $wpdb->get_var( 'SELECT @@in_transaction' );
		$wpdb->suppress_errors( $suppressed );
		$begin    = $is_nested ? 'SAVEPOINT pushbridge' : 'START TRANSACTION';
		$commit   = $is_nested ? 'RELEASE SAVEPOINT pushbridge' : 'COMMIT';
		$rollback = $is_nested ? 'ROLLBACK TO SAVEPOINT pushbridge' : 'ROLLBACK';

		// phpcs:disable WordPress.DB -- Fixed texts, no data.
		$wpdb->query( $begin );
		$is_done = false;
		try {
			$result  = $work();
			$is_done = false !== $result && ! is_wp_error( $result );
			return $result;
		} finally {
			$wpdb->query( $is_done ? $commit : $rollback );
		}
		// phpcs:enable
	}
}
