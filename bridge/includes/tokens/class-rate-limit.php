<?php
/**
 * How often a user may call the token endpoints.
 *
 * @package PushBridge
 */

namespace PushBridge\Tokens;

/**
 * Counts a user's calls in windows of a minute. The count is one atomic step: in a persistent object cache where there is
 * one, else in a row that WordPress clears away like any transient.
 */
final class Rate_Limit {

	/** Seconds of a window. */
	const WINDOW = 60;

	/** Calls that a user may make in a window: an app sends a handful when it starts. */
	const CALLS = 30;

	const CACHE_GROUP = 'pushbridge_rate';

	/**
	 * Counts a call.
	 *
	 * @param int $user_id The user.
	 * @return int 0 when the call is allowed, else the seconds after which another one will be.
	 */
	public static function count( int $user_id ): int {
		/**
		 * Changes how many calls of the token endpoints a user may make in a minute; 0: any number.
		 *
		 * @param int $calls   The number.
		 * @param int $user_id The user.
		 */
		$allowed = (int) apply_filters( 'pushbridge_token_rate_limit', self::CALLS, $user_id );
		if ( $allowed < 1 ) {
			return 0;
		}
		$now    = time();
		$window = intdiv( $now, self::WINDOW );
		$calls  = wp_using_ext_object_cache() ? self::count_in_cache( $user_id, $window ) : self::count_in_table( $user_id, $window );
		return $calls > $allowed ? self::WINDOW - $now % self::WINDOW : 0;
	}

	/**
	 * Counts in the object cache.
	 *
	 * @param int $user_id The user.
	 * @param int $window  The window's number.
	 * @return int The calls in the window; 0 when the cache does not answer, which must not lock users out.
	 */
	private static function count_in_cache( int $user_id, int $window ): int {
		$key = $user_id . ':' . $window;
		if ( wp_cache_add( $key, 1, self::CACHE_GROUP, 2 * self::WINDOW ) ) {
			return 1;
		}
		return (int) wp_cache_incr( $key, 1, self::CACHE_GROUP );
	}

	/**
	 * Counts in the options table, in the form of a transient with the value "window:calls".
	 *
	 * @param int $user_id The user.
	 * @param int $window  The window's number.
	 * @return int The calls in the window.
	 */
	private static function count_in_table( int $user_id, int $window ): int {
		global $wpdb;
		$name = 'pushbridge_rate_' . $user_id;
		// LAST_INSERT_ID hands the new count out of the same statement.
		$sql = "INSERT INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, %s, 'no') ON DUPLICATE KEY UPDATE"
			. " option_value = CONCAT(%d, ':', LAST_INSERT_ID(IF(option_value LIKE %s, SUBSTRING_INDEX(option_value, ':', -1) + 1, 1)))";
		// phpcs:disable WordPress.DB -- set_transient() would read and write in two steps.
		$changed = $wpdb->query( $wpdb->prepare( $sql, '_transient_' . $name, $window . ':1', $window, $window . ':%' ) );
		if ( 1 !== $changed ) {
			return (int) $wpdb->insert_id;
		}
		// So that WordPress' own tidying finds it.
		$sql = "INSERT IGNORE INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, %s, 'no')";
		$wpdb->query( $wpdb->prepare( $sql, '_transient_timeout_' . $name, time() + HOUR_IN_SECONDS ) );
		// phpcs:enable
		return 1;
	}
}
