<?php
/**
 * One request at a time for one token.
 *
 * @package PushBridge
 */

namespace PushBridge\Tokens;

/**
 * A lock in the database by a token's name: usermeta has no unique key that would keep two requests apart.
 */
final class Token_Lock {

	/**
	 * Does work while no other request works on the same token.
	 *
	 * @param string   $token   The token, normalized.
	 * @param int      $seconds How long to wait for another request.
	 * @param callable $work    The work.
	 * @return mixed What the work answers, or a Busy error.
	 */
	public static function hold( string $token, int $seconds, callable $work ) {
		global $wpdb;
		// The name is the server's, not the database's, and may have 64 bytes.
		$name = 'pushbridge_' . md5( $wpdb->usermeta . DB_NAME . $token );
		// phpcs:ignore WordPress.DB -- A lock is no data.
		if ( '1' !== (string) $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, %d)', $name, $seconds ) ) ) {
			return new \WP_Error( 'Busy', __( 'The device token is being registered by another request; try again.', 'push-bridge' ) );
		}
		try {
			return $work();
		} finally {
			// phpcs:ignore WordPress.DB -- A lock is no data.
			$wpdb->query( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $name ) );
		}
	}
}
