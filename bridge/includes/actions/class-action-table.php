<?php
/**
 * The table of actions.
 *
 * @package PushBridge
 */

namespace PushBridge\Actions;

use PushBridge\Schema;

// phpcs:disable WordPress.DB -- Our own tables, changed by the daemon behind WordPress' back: nothing may be cached.

/**
 * Every statement that the plugin sends to the tables of actions and deliveries.
 */
final class Action_Table {

	/** Deliveries that are told at a time: an audience may have a million. */
	const RESULTS = 10000;

	/**
	 * Inserts a row; with a known dedupe_key nothing is inserted.
	 *
	 * One plain statement without DDL or locks of its own, so it commits and rolls back with the caller's transaction.
	 *
	 * @param Action_Request $request What to insert.
	 * @return int|\WP_Error The id of the row that stands for the request, or DatabaseError.
	 */
	public static function insert( Action_Request $request ) {
		global $wpdb;
		$columns = $request->columns();
		$first   = self::id_of_duplicate( $columns );
		if ( $first ) {
			return $first;
		}
		$forms = array(
			'user_id'    => '%d',
			// As hexadecimal digits: the connection of an old site may have a charset that cannot carry every key.
			'dedupe_key' => 'CONVERT(UNHEX(%s) USING utf8mb4)',
		);
		if ( isset( $columns['dedupe_key'] ) ) {
			$columns['dedupe_key'] = bin2hex( $columns['dedupe_key'] );
		}
		$placeholders = array();
		foreach ( array_keys( $columns ) as $name ) {
			$placeholders[] = $forms[ $name ] ?? '%s';
		}
		$sql = 'INSERT INTO ' . Schema::table( 'actions' ) . ' (' . implode( ', ', array_keys( $columns ) ) . ') VALUES (' . implode( ', ', $placeholders ) . ')'
			// Another request was faster with the same key: its id is the answer, and there is no error to show.
			. ' ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id)';

		$suppressed = $wpdb->suppress_errors( true );
		$result     = $wpdb->query( $wpdb->prepare( $sql, array_values( $columns ) ) );
		$id         = (int) $wpdb->insert_id;
		$error      = $wpdb->last_error;
		$wpdb->suppress_errors( $suppressed );
		if ( false === $result || $id < 1 ) {
			/* translators: %s: the database's own message. */
			return new \WP_Error( 'DatabaseError', sprintf( __( 'The notification could not be queued: %s', 'push-bridge' ), $error ) );
		}
		return $id;
	}

	/**
	 * Cancels an action that is not final.
	 *
	 * @param int $id The action's id.
	 * @return bool Whether it was open.
	 */
	public static function cancel( int $id ): bool {
		global $wpdb;
		$suppressed = $wpdb->suppress_errors( true );
		$sql        = 'UPDATE ' . Schema::table( 'actions' ) . " SET state = 'cancelled' WHERE id = %d AND state IN ('queued', 'sending')";
		$changed    = $wpdb->query( $wpdb->prepare( $sql, $id ) );
		$wpdb->suppress_errors( $suppressed );
		return 1 === $changed;
	}

	/**
	 * What became of an action and of each of its tokens.
	 *
	 * @param int $id    The action's id.
	 * @param int $after The delivery after which to go on, 0 for the first.
	 * @return array|\WP_Error See pushbridge_get_results().
	 */
	public static function results( int $id, int $after = 0 ) {
		global $wpdb;
		$problem = Schema::problem();
		if ( $problem ) {
			return $problem;
		}
		$sql    = 'SELECT id, state, reason, delivered, failed, pruned, warnings FROM ' . Schema::table( 'actions' ) . ' WHERE id = %d';
		$action = $wpdb->get_row( $wpdb->prepare( $sql, $id ), ARRAY_A );
		if ( ! $action ) {
			return new \WP_Error( 'NotFound', __( 'There is no such notification; finished ones are deleted after some time.', 'push-bridge' ) );
		}
		foreach ( array( 'id', 'delivered', 'failed', 'pruned' ) as $name ) {
			$action[ $name ] = (int) $action[ $name ];
		}
		$action['warnings'] = (array) json_decode( (string) $action['warnings'], true );
		$deliveries         = self::deliveries( $id, $after );
		$action['next']     = count( $deliveries ) < self::RESULTS ? null : (int) end( $deliveries )['id'];
		$action['tokens']   = array_map( array( self::class, 'typed_delivery' ), $deliveries );
		return $action;
	}

	/**
	 * The rows of an action's deliveries.
	 *
	 * @param int $id    The action's id.
	 * @param int $after The delivery after which to go on.
	 */
	private static function deliveries( int $id, int $after ): array {
		global $wpdb;
		$sql = 'SELECT id, token, user_id, channel, environment, status, reason, error_class AS class, http_status, attempts FROM '
			. Schema::table( 'deliveries' ) . ' WHERE action_id = %d AND id > %d ORDER BY id LIMIT %d';
		return (array) $wpdb->get_results( $wpdb->prepare( $sql, $id, $after, self::RESULTS ), ARRAY_A );
	}

	/**
	 * A delivery with numbers as numbers.
	 *
	 * @param array $row The row as the database gave it.
	 */
	private static function typed_delivery( array $row ): array {
		unset( $row['id'] );
		foreach ( array( 'user_id', 'http_status', 'attempts' ) as $name ) {
			$row[ $name ] = null === $row[ $name ] ? null : (int) $row[ $name ];
		}
		return $row;
	}

	/**
	 * The id of the action that has the same app and dedupe_key; 0 when there is none. A plain read: the INSERT alone
	 * would do, but would lock the first action against the daemon until the caller commits.
	 *
	 * @param array $columns The columns to insert.
	 */
	private static function id_of_duplicate( array $columns ): int {
		global $wpdb;
		if ( ! isset( $columns['dedupe_key'] ) ) {
			return 0;
		}
		// The same as the generated column of the table.
		$hash = hash( 'sha256', ( $columns['app'] ?? 'default' ) . '|' . $columns['dedupe_key'] );
		return (int) $wpdb->get_var( $wpdb->prepare( 'SELECT id FROM ' . Schema::table( 'actions' ) . ' WHERE dedupe_hash = %s', $hash ) );
	}
}
