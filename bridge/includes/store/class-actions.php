<?php
/**
 * Actions, as administrators see them.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

use PushBridge\Actions\Action_Table;
use PushBridge\Schema;

// phpcs:disable WordPress.DB -- Our own tables, changed by the daemon behind WordPress' back: nothing may be cached.

/**
 * Lists, counts and cancels actions; each method takes a fixed number of statements.
 */
final class Actions {

	const STATES = array( 'queued', 'sending', 'sent', 'partial', 'failed', 'expired', 'cancelled' );

	/** What a list can be sorted by: columns with an index, so that a long table stays quick. */
	const SORTABLE = array(
		'id'      => 'a.id',
		'user_id' => 'a.user_id',
	);

	// A long message is not read for a list.
	const LIST_COLUMNS = 'a.id, a.type, a.app, a.user_id, LEFT(a.audience, 200) AS audience, a.state, a.reason, a.delivered, a.failed,'
		. ' a.pruned, a.dedupe_key, a.send_at, a.expires_at, a.created_at, a.warnings, a.attempts, a.lease_until,'
		. ' IF(LENGTH(a.message) <= 8192, a.message, NULL) AS message';

	/**
	 * A page of actions, the newest first.
	 *
	 * @param array $args Filters `state`, `type`, `app`, `reason`, `user_id`; `search` (see Users::find(), or #ID of an
	 *                    action); `orderby` (one of SORTABLE), `order`, `page`, `per_page`.
	 */
	public static function query( array $args ): Page {
		$conditions = Page::conditions(
			array(
				'state'   => 'a.state',
				'type'    => 'a.type',
				'app'     => 'a.app',
				'reason'  => 'a.reason',
				'user_id' => 'a.user_id',
			),
			$args
		);
		if ( '' !== (string) ( $args['state'] ?? '' ) ) {
			// The index begins with the lane.
			$conditions = ' AND a.lane IN (0, 1)' . $conditions;
		}
		$from  = 'FROM ' . Schema::table( 'actions' ) . ' a' . self::search( (string) ( $args['search'] ?? '' ) ) . ' WHERE 1 = 1' . $conditions;
		$order = Page::order( self::SORTABLE, $args, 'a.id' );
		return Page::read( self::LIST_COLUMNS, $from, $order, 'a.id', $args );
	}

	/**
	 * How many actions are in each state, counted up to Page::MOST_COUNTED + 1.
	 *
	 * @return array<string,int> State => count, for every state.
	 */
	public static function counts(): array {
		global $wpdb;
		$parts = array();
		foreach ( self::STATES as $state ) {
			$parts[] = "SELECT '{$state}' AS state, COUNT(*) AS number FROM (SELECT id FROM " . Schema::table( 'actions' )
				. " WHERE lane IN (0, 1) AND state = '{$state}' LIMIT " . ( Page::MOST_COUNTED + 1 ) . ') counted';
		}
		$rows = (array) $wpdb->get_results( implode( ' UNION ALL ', $parts ) );
		return array_map( 'intval', array_column( $rows, 'number', 'state' ) ) + array_fill_keys( self::STATES, 0 );
	}

	/**
	 * The apps that have credentials: what a list offers as a filter.
	 *
	 * @return string[]
	 */
	public static function apps(): array {
		global $wpdb;
		$apps = $wpdb->get_col( 'SELECT DISTINCT app FROM ' . Schema::table( 'credentials' ) . ' ORDER BY app' );
		return array_values( array_unique( array_merge( array( 'default' ), $apps ) ) );
	}

	/**
	 * One action with everything; null when there is none.
	 *
	 * @param int $id Its id.
	 */
	public static function get( int $id ): ?object {
		global $wpdb;
		return $wpdb->get_row( $wpdb->prepare( 'SELECT a.*, UTC_TIMESTAMP(3) AS now FROM ' . Schema::table( 'actions' ) . ' a WHERE id = %d', $id ) );
	}

	/**
	 * Cancels an action.
	 *
	 * @param int $id Its id.
	 * @return true|\WP_Error NotFound or NotOpen.
	 */
	public static function cancel( int $id ) {
		if ( Action_Table::cancel( $id ) ) {
			return true;
		}
		if ( ! self::get( $id ) ) {
			return new \WP_Error( 'NotFound', __( 'There is no such notification; finished ones are deleted after some time.', 'push-bridge' ) );
		}
		return new \WP_Error( 'NotOpen', __( 'The notification is already finished, so there is nothing to cancel.', 'push-bridge' ) );
	}

	/**
	 * Sends again what was not delivered. See Retry.
	 *
	 * @param int $id The action's id.
	 * @return int|\WP_Error How many deliveries are tried again; 0 when it had none and starts anew.
	 */
	public static function retry( int $id ) {
		return Retry::action( $id );
	}

	/**
	 * The JOIN for a search; the empty text is none.
	 *
	 * @param string $search What was typed.
	 */
	private static function search( string $search ): string {
		$search = trim( $search );
		if ( '' === $search ) {
			return '';
		}
		if ( 1 === preg_match( '/^#([0-9]{1,18})$/D', $search, $part ) ) {
			return ' JOIN (SELECT ' . (int) $part[1] . ' AS id) found ON found.id = a.id';
		}
		$users = implode( ',', Users::find( $search ) );
		$users = '' === $users ? '0' : $users;
		// Those for many users are found by their deliveries.
		return ' JOIN (SELECT id FROM ' . Schema::table( 'actions' ) . " WHERE user_id IN ({$users})"
			. ' UNION SELECT action_id FROM ' . Schema::table( 'deliveries' ) . " WHERE user_id IN ({$users})) found ON found.id = a.id";
	}
}
