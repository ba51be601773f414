<?php
/**
 * One request at a time for the token check.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

use PushBridge\Schema;

/**
 * A lock in the database; whoever has it reads the job anew.
 */
final class Cleanup_Lock {

	/**
	 * Does work on the job while no other request does.
	 *
	 * @param int      $wait The most seconds to wait for another request.
	 * @param callable $work The work.
	 * @return mixed What it answers, or Busy.
	 */
	public static function hold( int $wait, callable $work ) {
		global $wpdb;
		// The name is the server's, not the database's.
		$lock = 'pushbridge_cleanup_' . md5( DB_NAME . Schema::table( 'prunes' ) );
		// phpcs:ignore WordPress.DB -- A lock is no data.
		if ( '1' !== (string) $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, %d)', $lock, $wait ) ) ) {
			return new \WP_Error( 'Busy', __( 'The token check is already running in another window.', 'push-bridge' ) );
		}
		try {
			// This request may have read the job before another one changed it.
			if ( is_multisite() ) {
				wp_cache_delete( get_current_network_id() . ':' . Cleanup::OPTION, 'site-options' );
			} else {
				wp_cache_delete( Cleanup::OPTION, 'options' );
			}
			return $work();
		} finally {
			// phpcs:ignore WordPress.DB -- A lock is no data.
			$wpdb->query( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $lock ) );
		}
	}
}
