<?php
/**
 * What is wrong with stored tokens.
 *
 * @package PushBridge
 */

namespace PushBridge\Tokens;

use PushBridge\Schema;
use PushBridge\Store\Stored_Tokens;

// phpcs:disable WordPress.DB -- Rows that the daemon changes as well: read by SQL alone.

/**
 * Walks usermeta in bounded steps and changes nothing.
 */
final class Token_Audit {

	/** Rows read at a time. */
	const STEP = 1000;

	/** Findings that are told at most. */
	const MOST = 10000;

	/**
	 * Every finding: malformed, unrewritable, tombstoned or moved.
	 *
	 * @return array[] With finding, user_id, umeta_id, meta_key, token and detail.
	 */
	public static function run(): array {
		$findings = array();
		foreach ( Token_Kinds::meta_keys_of_all_apps() as $meta_key ) {
			$after = 0;
			do {
				$rows = self::rows( $meta_key, $after );
				$dead = self::dead( $rows );
				foreach ( $rows as $row ) {
					$after    = (int) $row->umeta_id;
					$findings = array_merge( $findings, self::of_row( $row, $dead ) );
				}
			} while ( count( $rows ) === self::STEP && count( $findings ) < self::MOST );
		}
		return array_slice( $findings, 0, self::MOST );
	}

	/**
	 * The findings on one row.
	 *
	 * @param object            $row  The row.
	 * @param array<string,int> $dead Removed tokens => the highest row that they were taken from.
	 */
	private static function of_row( object $row, array $dead ): array {
		$raw      = (string) $row->meta_value;
		$entries  = Token_Value::entries( $raw );
		$findings = array();
		if ( Stored_Tokens::is_malformed( $raw ) ) {
			$findings[] = array( 'malformed', '', '' );
		}
		foreach ( $entries as $entry ) {
			$token = $entry['token'];
			if ( isset( $dead[ $token ] ) && (int) $row->umeta_id <= $dead[ $token ] ) {
				$findings[] = array( 'tombstoned', $token, '' );
			}
			if ( isset( $entry['moved_from'] ) ) {
				$findings[] = array( 'moved', $token, 'from user ' . (int) $entry['moved_from'] . ( is_int( $entry['moved_at'] ?? null ) ? gmdate( ' \a\t Y-m-d H:i:s', $entry['moved_at'] ) : '' ) );
			}
			if ( false === Token_Value::without( $raw, $token ) ) {
				$findings[] = array( 'unrewritable', $token, '' );
			}
		}
		$place = array(
			'user_id'  => (int) $row->user_id,
			'umeta_id' => (int) $row->umeta_id,
			'meta_key' => $row->meta_key,
		);
		return array_map(
			static function ( $finding ) use ( $place ) {
				return array( 'finding' => $finding[0] ) + $place + array(
					'token'  => $finding[1],
					'detail' => $finding[2],
				);
			},
			$findings
		);
	}

	/**
	 * Rows under a meta key, by id.
	 *
	 * @param string $meta_key The key.
	 * @param int    $after    The id to go on from.
	 * @return object[]
	 */
	private static function rows( string $meta_key, int $after ): array {
		global $wpdb;
		$sql = "SELECT umeta_id, user_id, meta_key, meta_value FROM {$wpdb->usermeta} WHERE meta_key = %s AND umeta_id > %d ORDER BY umeta_id LIMIT %d";
		return (array) $wpdb->get_results( $wpdb->prepare( $sql, $meta_key, $after, self::STEP ) );
	}

	/**
	 * Which tokens of some rows were removed as dead.
	 *
	 * @param object[] $rows The rows.
	 * @return array<string,int> Token => the highest row that it was taken from.
	 */
	private static function dead( array $rows ): array {
		global $wpdb;
		$tokens = array();
		foreach ( $rows as $row ) {
			$tokens = array_merge( $tokens, array_column( Token_Value::entries( (string) $row->meta_value ), 'token' ) );
		}
		if ( ! $tokens ) {
			return array();
		}
		$sql = 'SELECT token, MAX(umeta_id) AS umeta_id FROM ' . Schema::table( 'prunes' ) . " WHERE state IN ('removed', 'verdict') AND token IN ("
			. implode( ', ', array_fill( 0, count( $tokens ), '%s' ) ) . ') GROUP BY token';
		return array_map( 'intval', array_column( (array) $wpdb->get_results( $wpdb->prepare( $sql, $tokens ) ), 'umeta_id', 'token' ) );
	}
}
