<?php
/**
 * Tokens that the daemon has removed.
 *
 * @package PushBridge
 */

namespace PushBridge\Tokens;

use PushBridge\Schema;

/**
 * The daemon does not send to a token again that it has found dead. A registration is proof that it lives.
 */
final class Tombstones {

	/**
	 * Lets the daemon send to a token again.
	 *
	 * @param string $token The token, normalized.
	 */
	public static function lift( string $token ): void {
		global $wpdb;
		// Without tables there are no tombstones, and the token is stored all the same.
		$suppressed = $wpdb->suppress_errors( true );
		$sql        = 'UPDATE ' . Schema::table( 'prunes' )
			. " SET state = 'undone', undone_at = UTC_TIMESTAMP(3), undone_by = 'registration' WHERE token = %s AND state <> 'undone'";
		// phpcs:ignore WordPress.DB -- The daemon's table.
		$wpdb->query( $wpdb->prepare( $sql, $token ) );
		$wpdb->suppress_errors( $suppressed );
	}
}
