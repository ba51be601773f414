<?php
/**
 * What usermeta holds of a person.
 *
 * @package PushBridge
 */

namespace PushBridge\Privacy;

use PushBridge\Tokens\Device_Token;
use PushBridge\Tokens\Meta_Protection;
use PushBridge\Tokens\Token_Kinds;
use PushBridge\Tokens\Token_Value;

// phpcs:disable WordPress.DB -- Rows that the daemon changes as well: nothing may come from a cache.

/**
 * Device tokens, and notifications that wait there.
 */
final class Personal_Meta {

	/**
	 * The user's rows of usermeta: tokens, and notifications that wait there.
	 *
	 * @param int $user_id The user.
	 * @return object[] With umeta_id, meta_key and meta_value.
	 */
	public static function of( int $user_id ): array {
		global $wpdb;
		$keys = array_merge( Token_Kinds::meta_keys_of_all_apps(), array( Meta_Protection::INTAKE_KEY ) );
		$sql  = "SELECT umeta_id, meta_key, meta_value FROM {$wpdb->usermeta} WHERE user_id = %d AND meta_key IN ("
			. implode( ', ', array_fill( 0, count( $keys ), '%s' ) ) . ') ORDER BY umeta_id';
		return (array) $wpdb->get_results( $wpdb->prepare( $sql, array_merge( array( $user_id ), $keys ) ) );
	}

	/**
	 * Erases the user's tokens and waiting notifications.
	 *
	 * @param int               $user_id      The user.
	 * @param array<int,object> $on_their_way Actions on their way to tokens that are kept until they have arrived.
	 * @return int How many rows went.
	 */
	public static function erase( int $user_id, array $on_their_way ): int {
		$kept = array();
		foreach ( $on_their_way as $action ) {
			if ( 'tokens' === $action->selector ) {
				$kept = array_merge( $kept, array_map( array( Device_Token::class, 'normalized' ), $action->members ) );
			}
		}
		$removed = 0;
		foreach ( self::of( $user_id ) as $row ) {
			if ( ! array_intersect( array_column( Token_Value::entries( (string) $row->meta_value ), 'token' ), $kept ) ) {
				$removed += delete_metadata_by_mid( 'user', (int) $row->umeta_id ) ? 1 : 0;
			}
		}
		wp_cache_delete( $user_id, 'user_meta' );
		return $removed;
	}
}
