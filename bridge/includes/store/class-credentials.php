<?php
/**
 * The apps' credentials with Apple.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

use PushBridge\Schema;

// phpcs:disable WordPress.DB -- Our own table, changed by the daemon behind WordPress' back: nothing may be cached.

/**
 * The table of credentials. What is sealed in it can be written here and not read.
 */
final class Credentials {

	/** A certificate that ends within so many days needs attention. */
	const SOON = 30;

	/** Actions that are looked through for a proof, the newest. */
	const RECENT = 10000;

	/**
	 * Every credential, without its box.
	 *
	 * @return object[] The columns; topics is a list, days_left an int or null, is_checked whether the daemon has looked at
	 *                  this very credential, box_hash what tells it from another.
	 */
	public static function all(): array {
		global $wpdb;
		$sql  = 'SELECT app, channel, kind, key_id, team_id, bundle_id, topics, not_after, public_key_id, SHA2(box, 256) AS box_hash, checked_at, error, updated_at,'
			. ' TIMESTAMPDIFF(DAY, UTC_TIMESTAMP(), not_after) AS days_left, COALESCE(checked_at >= updated_at, 0) AS is_checked FROM '
			. Schema::table( 'credentials' ) . ' ORDER BY app, channel';
		$rows = (array) $wpdb->get_results( $sql );
		foreach ( $rows as $row ) {
			$topics          = json_decode( (string) $row->topics, true );
			$row->topics     = is_array( $topics ) ? array_values( array_filter( $topics, 'is_string' ) ) : array();
			$row->days_left  = null === $row->days_left ? null : (int) $row->days_left;
			$row->is_checked = (bool) (int) $row->is_checked;
		}
		return $rows;
	}

	/**
	 * Whether Apple has taken a notification that was queued after the daemon had looked at this very credential.
	 *
	 * @param string $app     The app.
	 * @param string $channel The channel.
	 */
	public static function is_proven( string $app, string $channel ): bool {
		global $wpdb;
		$actions = Schema::table( 'actions' );
		$sql     = "SELECT 1 FROM {$actions} a JOIN " . Schema::table( 'credentials' ) . ' c ON c.app = a.app JOIN ' . Schema::table( 'deliveries' )
			. " d ON d.action_id = a.id AND d.channel = c.channel AND d.status = 'delivered' WHERE c.app = %s AND c.channel = %s AND c.checked_at >= c.updated_at"
			. " AND COALESCE(c.error, '') = '' AND a.created_at >= c.checked_at AND a.id > (SELECT CAST(COALESCE(MAX(id), 0) AS SIGNED) FROM {$actions}) - %d LIMIT 1";
		return null !== $wpdb->get_var( $wpdb->prepare( $sql, $app, $channel, self::RECENT ) );
	}

	/**
	 * Seals and stores a credential; one for the same app and channel is replaced. A running daemon takes it within seconds.
	 *
	 * @param Credential $credential What to store.
	 * @param Public_Key $key        The daemon's key.
	 * @return true|\WP_Error
	 */
	public static function save( Credential $credential, Public_Key $key ) {
		global $wpdb;
		$box = $key->seal( $credential->sealed_text() );
		if ( is_wp_error( $box ) ) {
			return $box;
		}
		$columns = $credential->columns();
		// As hexadecimal digits: wpdb would take bytes for damaged text.
		// The same key keeps the date of its provider token, for Apple counts these; that comes first, since the columns behind
		// it have their new values already. What the daemon noted of the old credential goes.
		$sql    = 'INSERT INTO ' . Schema::table( 'credentials' )
			. ' (app, channel, kind, bundle_id, key_id, team_id, box, public_key_id, updated_at)'
			. " VALUES (%s, %s, %s, %s, NULLIF(%s, ''), NULLIF(%s, ''), UNHEX(%s), %s, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE"
			. ' jwt_issued_at = IF(key_id <=> VALUES(key_id) AND team_id <=> VALUES(team_id), jwt_issued_at, NULL),'
			. ' kind = VALUES(kind), bundle_id = VALUES(bundle_id), key_id = VALUES(key_id), team_id = VALUES(team_id), box = VALUES(box),'
			. ' public_key_id = VALUES(public_key_id), updated_at = VALUES(updated_at), topics = NULL, not_after = NULL, checked_at = NULL, error = NULL';
		$values = array( $columns['app'], $columns['channel'], $columns['kind'], $columns['bundle_id'], (string) $columns['key_id'], (string) $columns['team_id'], bin2hex( $box ), $key->fingerprint() );
		if ( false === $wpdb->query( $wpdb->prepare( $sql, $values ) ) ) {
			return new \WP_Error( 'DatabaseError', __( 'The database did not take the credential.', 'push-bridge' ) );
		}
		return true;
	}

	/**
	 * Removes a credential; nothing is sent for its app and channel from then on.
	 *
	 * @param string $app     The app.
	 * @param string $channel The channel.
	 * @return bool Whether there was one.
	 */
	public static function remove( string $app, string $channel ): bool {
		global $wpdb;
		return 1 === $wpdb->query( $wpdb->prepare( 'DELETE FROM ' . Schema::table( 'credentials' ) . ' WHERE app = %s AND channel = %s', $app, $channel ) );
	}
}
