<?php
/**
 * Audiences that name a person.
 *
 * @package PushBridge
 */

namespace PushBridge\Privacy;

use PushBridge\Schema;
use PushBridge\Tokens\Device_Token;

// phpcs:disable WordPress.DB -- A table that the daemon changes as well: nothing may come from a cache.

/**
 * Finds a user in lists of users and of device tokens, and takes him out.
 */
final class Named_Audiences {

	/** Rows read at once: an audience may list a hundred thousand members. */
	const STEP = 50;

	/**
	 * The actions whose audience lists a user or one of his tokens.
	 *
	 * @param int      $user_id The user.
	 * @param string[] $tokens  His tokens, normalized.
	 * @return array<int,object> By id: id, state, walk_cursor, selector, places (where he stands among the members), members,
	 *                           is_alone (whether nobody else is listed), rest (what the audience says besides).
	 */
	public static function of( int $user_id, array $tokens ): array {
		global $wpdb;
		$by_user = $wpdb->prepare( "(audience LIKE %s AND audience REGEXP '[^0-9]{$user_id}[^0-9]')", '%"users"%' );
		$by_list = $tokens ? $wpdb->prepare( ' OR audience LIKE %s', '%"tokens"%' ) : '';
		$sql     = 'SELECT id, state, walk_cursor, audience FROM ' . Schema::table( 'actions' ) . " WHERE audience IS NOT NULL AND id > %d AND ({$by_user}{$by_list}) ORDER BY id LIMIT %d";
		$found   = array();
		$after   = 0;
		do {
			$rows = (array) $wpdb->get_results( $wpdb->prepare( $sql, $after, self::STEP ) );
			foreach ( $rows as $row ) {
				$after = (int) $row->id;
				$named = self::read( $row, $user_id, $tokens );
				if ( $named ) {
					$found[ $after ] = $named;
				}
			}
		} while ( count( $rows ) === self::STEP );
		return $found;
	}

	/**
	 * Takes the person out of an audience of several. One that the daemon is walking through stays: it counts places.
	 *
	 * @param object $named A member of of().
	 * @return bool Whether he is out.
	 */
	public static function remove( object $named ): bool {
		global $wpdb;
		if ( 'sending' === $named->state ) {
			return false;
		}
		$left   = array_values( array_diff_key( $named->members, array_flip( $named->places ) ) );
		$passed = count(
			array_filter(
				$named->places,
				static function ( $place ) use ( $named ) {
					return $place < (int) $named->walk_cursor;
				}
			)
		);
		$sql    = 'UPDATE ' . Schema::table( 'actions' ) . ' SET audience = %s, walk_cursor = walk_cursor - %d WHERE id = %d AND state = %s AND walk_cursor = %d';
		$values = array( wp_json_encode( array( $named->selector => $left ) + $named->rest ), $passed, $named->id, $named->state, $named->walk_cursor );
		return 1 === $wpdb->query( $wpdb->prepare( $sql, $values ) );
	}

	/**
	 * Looks for the person in one audience.
	 *
	 * @param object   $row     The row.
	 * @param int      $user_id The user.
	 * @param string[] $tokens  His tokens.
	 */
	private static function read( object $row, int $user_id, array $tokens ): ?object {
		$audience = json_decode( $row->audience, true );
		$audience = is_array( $audience ) ? $audience : array();
		$selector = isset( $audience['users'] ) ? 'users' : 'tokens';
		$members  = array_filter( (array) ( $audience[ $selector ] ?? array() ), 'is_scalar' );
		if ( 'users' === $selector ) {
			// In the daemon's order, in which it counts.
			$members = array_unique( array_map( 'intval', $members ) );
			sort( $members );
			$places = array_keys( $members, $user_id, true );
		} else {
			$members = array_values( array_map( 'strval', $members ) );
			$places  = array_keys( array_intersect( array_map( array( Device_Token::class, 'normalized' ), $members ), $tokens ) );
		}
		unset( $audience[ $selector ] );
		return $places ? (object) array(
			'id'          => (int) $row->id,
			'state'       => $row->state,
			'walk_cursor' => (int) $row->walk_cursor,
			'selector'    => $selector,
			'members'     => $members,
			'places'      => $places,
			'is_alone'    => count( $places ) === count( $members ),
			'rest'        => $audience,
		) : null;
	}
}
