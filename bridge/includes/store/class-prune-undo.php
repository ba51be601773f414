<?php
/**
 * Putting removed tokens back.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

use PushBridge\Schema;
use PushBridge\Tokens\Token_Rows;
use PushBridge\Tokens\Token_Value;
use PushBridge\Transaction;

// phpcs:disable WordPress.DB -- Rows that the daemon changes as well: read under a lock, never through the object cache.

/**
 * The same as `push-bridge tokens undo`: byte for byte where the row is as the removal left it, else as a row of its own.
 */
final class Prune_Undo {

	/**
	 * Undoes a removal, or withdraws a verdict.
	 *
	 * @param int    $id The prune's id.
	 * @param string $by Who wants it, at most 64 characters.
	 * @return string|\WP_Error One of restored, readded, already_there, withdrawn; or NotFound, AlreadyUndone, OnlyReported, Busy.
	 */
	public static function run( int $id, string $by ) {
		$prune  = null;
		$result = Transaction::run(
			static function () use ( $id, $by, &$prune ) {
				global $wpdb;
				$table = Schema::table( 'prunes' );
				$prune = $wpdb->get_row( $wpdb->prepare( "SELECT id, user_id, umeta_id, meta_key, token, state, old_value, new_value FROM {$table} WHERE id = %d FOR UPDATE", $id ) );
				if ( ! $prune ) {
					return self::refusal( 'NotFound' );
				}
				if ( 'undone' === $prune->state ) {
					return self::refusal( 'AlreadyUndone' );
				}
				if ( ! in_array( $prune->state, array( 'removed', 'verdict' ), true ) ) {
					return self::refusal( 'OnlyReported' );
				}
				$result = 'removed' === $prune->state ? self::restore( $prune ) : 'withdrawn';
				if ( is_wp_error( $result ) ) {
					return $result;
				}
				$sql = "UPDATE {$table} SET state = 'undone', undone_at = UTC_TIMESTAMP(3), undone_by = %s WHERE id = %d";
				$wpdb->query( $wpdb->prepare( $sql, mb_substr( $by, 0, 64 ), $id ) );
				return $result;
			}
		);
		Token_Rows::forget_cached( $prune );
		return $result;
	}

	/**
	 * Puts the token back.
	 *
	 * @param object $prune The row of the table of prunes.
	 * @return string|\WP_Error
	 */
	private static function restore( object $prune ) {
		global $wpdb;
		$row = Token_Rows::locked( (int) $prune->umeta_id );
		if ( false === $row ) {
			return self::refusal( 'Busy' );
		}
		$is_own = $row && (int) $row->user_id === (int) $prune->user_id && $row->meta_key === $prune->meta_key;
		if ( $is_own && null !== $prune->old_value && (string) $row->meta_value === (string) $prune->new_value && null !== $prune->new_value ) {
			$wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->usermeta} SET meta_value = %s WHERE umeta_id = %d", $prune->old_value, $row->umeta_id ) );
			return 'restored';
		}
		if ( self::stands( $prune ) ) {
			return 'already_there';
		}
		if ( ! $row && null !== $prune->old_value && null === $prune->new_value ) {
			self::insert( $prune, (int) $prune->umeta_id, $prune->old_value );
			return 'restored';
		}
		self::insert( $prune, 0, self::value_of_its_own( $prune ) );
		return 'readded';
	}

	/**
	 * Whether the user has the token under the same key.
	 *
	 * @param object $prune The row of the table of prunes.
	 */
	private static function stands( object $prune ): bool {
		global $wpdb;
		$sql = "SELECT meta_key, meta_value FROM {$wpdb->usermeta} WHERE user_id = %d AND meta_key = %s";
		foreach ( (array) $wpdb->get_results( $wpdb->prepare( $sql, $prune->user_id, $prune->meta_key ) ) as $row ) {
			if ( $row->meta_key === $prune->meta_key && isset( Stored_Tokens::in( (string) $row->meta_value )[ $prune->token ] ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * The old value without its other tokens, which may live elsewhere by now.
	 *
	 * @param object $prune The row of the table of prunes.
	 */
	private static function value_of_its_own( object $prune ): string {
		$value = (string) $prune->old_value;
		foreach ( array_keys( Stored_Tokens::in( $value ) ) as $token ) {
			if ( (string) $token === $prune->token ) {
				continue;
			}
			$value = Token_Value::without( $value, (string) $token );
			if ( ! is_string( $value ) ) {
				return $prune->token;
			}
		}
		return '' === $value ? $prune->token : $value;
	}

	/**
	 * Adds a row of usermeta with exactly this value: add_user_meta() would unslash and serialize it.
	 *
	 * @param object $prune    The row of the table of prunes.
	 * @param int    $umeta_id Its number; 0: a new one.
	 * @param string $value    The value.
	 */
	private static function insert( object $prune, int $umeta_id, string $value ): void {
		global $wpdb;
		$sql = "INSERT INTO {$wpdb->usermeta} (umeta_id, user_id, meta_key, meta_value) VALUES (NULLIF(%d, 0), %d, %s, %s)";
		$wpdb->query( $wpdb->prepare( $sql, $umeta_id, $prune->user_id, $prune->meta_key, $value ) );
	}

	/**
	 * Why nothing was undone.
	 *
	 * @param string $word The machine word.
	 */
	private static function refusal( string $word ): \WP_Error {
		$texts = array(
			'NotFound'      => __( 'There is no such removal; old ones are deleted after some time.', 'push-bridge' ),
			'AlreadyUndone' => __( 'The removal has been undone before.', 'push-bridge' ),
			'OnlyReported'  => __( 'The token was only reported, not removed: there is nothing to undo.', 'push-bridge' ),
			'Busy'          => __( 'Another request is changing it; try again.', 'push-bridge' ),
		);
		return new \WP_Error( $word, $texts[ $word ] );
	}
}
