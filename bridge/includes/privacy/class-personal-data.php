<?php
/**
 * What is stored about a person.
 *
 * @package PushBridge
 */

namespace PushBridge\Privacy;

use PushBridge\Schema;
use PushBridge\Tokens\Meta_Protection;
use PushBridge\Tokens\Token_Kinds;

// phpcs:disable WordPress.DB -- Tables that the daemon changes as well: nothing may come from a cache.

/**
 * Reads and erases, in bounded steps, what usermeta and the tables hold of one user.
 */
final class Personal_Data {

	/** Rows that one step reads or erases of each table. */
	const STEP = 500;

	/** Columns of each table that an export tells, by the table's name. */
	const COLUMNS = array(
		'actions'    => 'id, type, app, message, state, reason, created_at, send_at',
		'deliveries' => 'id, action_id, token, channel, environment, status, reason, created_at, updated_at',
		'prunes'     => 'id, meta_key, token, environment, reason, state, created_at, undone_at',
	);

	/**
	 * The user's rows of one table.
	 *
	 * @param string $table   A key of COLUMNS.
	 * @param int    $user_id The user.
	 * @param int    $page    The page, from 1.
	 * @return array[]
	 */
	public static function rows( string $table, int $user_id, int $page ): array {
		global $wpdb;
		if ( Schema::problem() ) {
			return array();
		}
		$sql = 'SELECT ' . self::COLUMNS[ $table ] . ' FROM ' . Schema::table( $table ) . ' WHERE user_id = %d ORDER BY id LIMIT %d OFFSET %d';
		return (array) $wpdb->get_results( $wpdb->prepare( $sql, $user_id, self::STEP, ( $page - 1 ) * self::STEP ), ARRAY_A );
	}

	/**
	 * The user's rows of usermeta: tokens, and notifications that wait there.
	 *
	 * @param int $user_id The user.
	 * @return object[] With umeta_id, meta_key and meta_value.
	 */
	public static function meta( int $user_id ): array {
		global $wpdb;
		$keys = array_merge( Token_Kinds::meta_keys_of_all_apps(), array( Meta_Protection::INTAKE_KEY ) );
		$sql  = "SELECT umeta_id, meta_key, meta_value FROM {$wpdb->usermeta} WHERE user_id = %d AND meta_key IN ("
			. implode( ', ', array_fill( 0, count( $keys ), '%s' ) ) . ') ORDER BY umeta_id';
		return (array) $wpdb->get_results( $wpdb->prepare( $sql, array_merge( array( $user_id ), $keys ) ) );
	}

	/**
	 * Erases a part of what is stored of a user.
	 *
	 * @param int $user_id The user.
	 * @return array{removed:int,retained:int,is_done:bool} Rows that went, rows that stay because a push is on its way, and
	 *                     whether all that can go is gone.
	 */
	public static function erase( int $user_id ): array {
		$meta = self::meta( $user_id );
		foreach ( $meta as $row ) {
			delete_metadata_by_mid( 'user', (int) $row->umeta_id );
		}
		wp_cache_delete( $user_id, 'user_meta' );
		$removed = count( $meta );
		if ( Schema::problem() ) {
			return array(
				'removed'  => $removed,
				'retained' => 0,
				'is_done'  => true,
			);
		}
		self::cancel( $user_id );
		$retained  = 0;
		$is_done   = true;
		$condition = 'user_id = %d';
		// What the daemon works on stays until it is final: without its deliveries a push would go out again.
		$ended = Schema::table( 'deliveries' ) . ' d LEFT JOIN ' . Schema::table( 'actions' ) . ' a ON a.id = d.action_id'
			. " WHERE d.user_id = %d AND (a.id IS NULL OR a.state NOT IN ('queued', 'sending'))";
		self::forget_environments( $user_id );
		foreach ( array(
			'deliveries' => "SELECT d.id FROM {$ended}",
			'prunes'     => 'SELECT id FROM ' . Schema::table( 'prunes' ) . " WHERE {$condition}",
			'actions'    => 'SELECT a.id FROM ' . Schema::table( 'actions' ) . " a WHERE a.user_id = %d AND a.state NOT IN ('queued', 'sending')"
				. ' AND NOT EXISTS (SELECT 1 FROM ' . Schema::table( 'deliveries' ) . ' d WHERE d.action_id = a.id)',
		) as $table => $select ) {
			$count     = self::delete( $table, $select, $user_id );
			$removed  += $count;
			$is_done   = $is_done && $count < self::STEP;
			$retained += count( self::rows( $table, $user_id, 1 ) );
		}
		return array(
			'removed'  => $removed,
			'retained' => $is_done ? $retained : 0,
			'is_done'  => $is_done,
		);
	}

	/**
	 * Cancels what was to be sent to a user alone.
	 *
	 * @param int $user_id The user.
	 */
	public static function cancel( int $user_id ): void {
		global $wpdb;
		$sql = 'UPDATE ' . Schema::table( 'actions' ) . " SET state = 'cancelled' WHERE user_id = %d AND state IN ('queued', 'sending')";
		$wpdb->query( $wpdb->prepare( $sql, $user_id ) );
	}

	/**
	 * Forgets in which environment the user's tokens were found.
	 *
	 * @param int $user_id The user.
	 */
	private static function forget_environments( int $user_id ): void {
		global $wpdb;
		foreach ( array( 'deliveries', 'prunes' ) as $table ) {
			$sql    = 'SELECT DISTINCT token FROM ' . Schema::table( $table ) . ' WHERE user_id = %d LIMIT %d';
			$tokens = $wpdb->get_col( $wpdb->prepare( $sql, $user_id, self::STEP ) );
			if ( $tokens ) {
				$sql = 'DELETE FROM ' . Schema::table( 'token_environments' ) . ' WHERE token IN (' . implode( ', ', array_fill( 0, count( $tokens ), '%s' ) ) . ')';
				$wpdb->query( $wpdb->prepare( $sql, $tokens ) );
			}
		}
	}

	/**
	 * Deletes some rows of a table.
	 *
	 * @param string $table   The table.
	 * @param string $select  SQL for their ids; a multiple-table DELETE takes no LIMIT.
	 * @param int    $user_id The user.
	 * @return int How many went.
	 */
	private static function delete( string $table, string $select, int $user_id ): int {
		global $wpdb;
		$ids = array_map( 'intval', $wpdb->get_col( $wpdb->prepare( "{$select} LIMIT %d", $user_id, self::STEP ) ) );
		return $ids ? (int) $wpdb->query( 'DELETE FROM ' . Schema::table( $table ) . ' WHERE id IN (' . implode( ',', $ids ) . ')' ) : 0;
	}
}
