<?php
/**
 * Tokens that were removed, or are to be.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

use PushBridge\Schema;

// phpcs:disable WordPress.DB -- Our own table, changed by the daemon behind WordPress' back: nothing may be cached.

/**
 * The table of prunes.
 */
final class Prunes {

	/** Values: removed (from usermeta), verdict (the plugin is to remove it), reported (nobody does), undone. */
	const STATES = array( 'removed', 'verdict', 'reported', 'undone' );

	/** Reasons for which Apple says that the token itself is dead; all others are the configuration's fault. */
	const DEAD = array( 'BadDeviceToken', 'Unregistered', 'ExpiredToken' );

	/** What a list can be sorted by. */
	const SORTABLE = array( 'id' => 'p.id' );

	// The values of usermeta are not for lists.
	const COLUMNS = 'p.id, p.app, p.user_id, p.umeta_id, p.meta_key, p.token, p.environment, p.reason, p.apns_timestamp, p.action_id, p.state,'
		. ' p.created_at, p.undone_at, p.undone_by';

	/**
	 * A page of prunes, the newest first.
	 *
	 * @param array $args Filters `state`, `reason`, `app`, `user_id`; `search` (see Users::find()); `order`, `page`, `per_page`.
	 */
	public static function query( array $args ): Page {
		$from = 'FROM ' . Schema::table( 'prunes' ) . ' p WHERE 1 = 1' . Page::conditions(
			array(
				'state'   => 'p.state',
				'reason'  => 'p.reason',
				'app'     => 'p.app',
				'user_id' => 'p.user_id',
			),
			$args
		);
		if ( '' !== trim( (string) ( $args['search'] ?? '' ) ) ) {
			$users = Users::find( (string) $args['search'] );
			$from .= ' AND p.user_id IN (' . ( $users ? implode( ',', $users ) : '0' ) . ')';
		}
		return Page::read( self::COLUMNS, $from, Page::order( self::SORTABLE, $args, 'p.id' ), 'p.id', $args );
	}

	/**
	 * How many prunes are in each state, counted up to Page::MOST_COUNTED + 1.
	 *
	 * @return array<string,int> State => count, for every state.
	 */
	public static function counts(): array {
		global $wpdb;
		$parts = array();
		foreach ( self::STATES as $state ) {
			$parts[] = "SELECT '{$state}' AS state, COUNT(*) AS number FROM (SELECT id FROM " . Schema::table( 'prunes' )
				. " WHERE state = '{$state}' LIMIT " . ( Page::MOST_COUNTED + 1 ) . ') counted';
		}
		$rows = (array) $wpdb->get_results( implode( ' UNION ALL ', $parts ) );
		return array_map( 'intval', array_column( $rows, 'number', 'state' ) ) + array_fill_keys( self::STATES, 0 );
	}

	/**
	 * Verdicts that are not applied, by id: what the daemon left to the plugin, or reported only.
	 *
	 * @param int      $after  The id to go on from.
	 * @param int      $limit  How many.
	 * @param string[] $states Of verdict and reported, the wanted ones.
	 * @return object[]
	 */
	public static function open( int $after, int $limit, array $states = array( 'verdict', 'reported' ) ): array {
		global $wpdb;
		$states = array_intersect( array( 'verdict', 'reported' ), $states );
		$sql    = 'SELECT ' . self::COLUMNS . ' FROM ' . Schema::table( 'prunes' ) . " p WHERE p.state IN ('" . implode( "','", $states ) . "') AND p.id > %d ORDER BY p.id LIMIT %d";
		return (array) $wpdb->get_results( $wpdb->prepare( $sql, $after, $limit ) );
	}

	/**
	 * Puts a token back. See Prune_Undo.
	 *
	 * @param int    $id The prune's id.
	 * @param string $by Who wants it: the column undone_by.
	 * @return string|\WP_Error One of restored, readded, already_there, withdrawn.
	 */
	public static function undo( int $id, string $by ) {
		return Prune_Undo::run( $id, $by );
	}
}
