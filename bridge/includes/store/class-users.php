<?php
/**
 * Users, as lists show and find them.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

// phpcs:disable WordPress.DB -- One statement for a whole page, without filling caches with everything about each user.

/**
 * Names by ids, and ids by what somebody types.
 */
final class Users {

	/** The most users that a search takes into account. */
	const MOST_FOUND = 100;

	/**
	 * The login names of some users; those that are gone are missing.
	 *
	 * @param array $ids Their ids; null and repetitions are allowed.
	 * @return array<int,string>
	 */
	public static function logins( array $ids ): array {
		global $wpdb;
		$ids = array_unique( array_filter( array_map( 'intval', $ids ) ) );
		if ( ! $ids ) {
			return array();
		}
		$rows = $wpdb->get_results( "SELECT ID, user_login FROM {$wpdb->users} WHERE ID IN (" . implode( ',', $ids ) . ')' );
		return array_column( (array) $rows, 'user_login', 'ID' );
	}

	/**
	 * The users that a search means: the id, or the beginning of the login name or the e-mail address. Both are indexed, so
	 * a million users are no hurdle.
	 *
	 * @param string $text What was typed.
	 * @return int[] At most MOST_FOUND.
	 */
	public static function find( string $text ): array {
		global $wpdb;
		$text = trim( $text );
		if ( '' === $text ) {
			return array();
		}
		$like = $wpdb->esc_like( $text ) . '%';
		$sql  = "SELECT ID FROM {$wpdb->users} WHERE user_login LIKE %s OR user_email LIKE %s LIMIT %d";
		$ids  = array_map( 'intval', $wpdb->get_col( $wpdb->prepare( $sql, $like, $like, self::MOST_FOUND ) ) );
		// A user that is gone still has actions.
		return 1 === preg_match( '/^[0-9]{1,18}$/D', $text ) ? array_values( array_unique( array_merge( array( (int) $text ), $ids ) ) ) : $ids;
	}
}
