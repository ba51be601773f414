<?php
/**
 * Registers and removes device tokens.
 *
 * @package PushBridge
 */

namespace PushBridge\Tokens;

/**
 * A token belongs to the user who registered it last, in one row of its own.
 */
final class Token_Registry {

	/** Seconds that a request waits for another one that is registering the same token. */
	const LOCK_WAIT = 3;

	/**
	 * Gives a token to a user.
	 *
	 * @param int          $user_id      The user.
	 * @param Registration $registration What the app said.
	 * @return bool|\WP_Error Whether it was new to the user; Busy or DatabaseError when it was not stored.
	 */
	public static function register( int $user_id, Registration $registration ) {
		return Token_Lock::hold(
			$registration->token,
			self::LOCK_WAIT,
			static function () use ( $user_id, $registration ) {
				return self::store( $user_id, $registration );
			}
		);
	}

	/**
	 * Takes a token from a user.
	 *
	 * @param int          $user_id      The user.
	 * @param Registration $registration What the app said.
	 * @return bool|\WP_Error Whether it was the user's; Busy when nothing was done.
	 */
	public static function unregister( int $user_id, Registration $registration ) {
		return Token_Lock::hold(
			$registration->token,
			self::LOCK_WAIT,
			static function () use ( $user_id, $registration ) {
				return self::remove_from( Token_Rows::of_user( $user_id, $registration->meta_key ), $registration->token );
			}
		);
	}

	/**
	 * Stores a registration; the token's lock is held.
	 *
	 * @param int          $user_id      The user.
	 * @param Registration $registration What the app said.
	 * @return bool|\WP_Error See register().
	 */
	private static function store( int $user_id, Registration $registration ) {
		$token  = $registration->token;
		$own    = self::rows_with( $token, Token_Rows::of_user( $user_id, $registration->meta_key ) );
		$record = $registration->record();
		$search = self::last_search( $token, $own );
		$others = array();
		if ( $search < $record['registered_at'] - DAY_IN_SECONDS ) {
			$others = self::rows_with( $token, Token_Rows::of_others( $user_id, $registration->meta_key, $token ) );
			$search = $record['registered_at'];
		}
		$record += array( 'searched_at' => $search ) + self::move( $token, $own, $others );
		// The new row first: if the request dies here, the daemon sees the token twice, which it forgives.
		if ( ! Token_Rows::add( $user_id, $registration->meta_key, $record ) ) {
			return new \WP_Error( 'DatabaseError', __( 'The device token could not be stored.', 'push-bridge' ) );
		}
		self::remove_from( $own, $token );
		foreach ( $others as $row ) {
			if ( Token_Rows::remove_token( $row, $token ) ) {
				/**
				 * A device token was registered by another user than before, and is his now.
				 *
				 * @param string $token     The token.
				 * @param int    $from_user The user who had it.
				 * @param int    $to_user   The user who has it now.
				 * @param string $kind      The kind of token.
				 */
				do_action( 'pushbridge_token_moved', $token, (int) $row->user_id, $user_id, $registration->kind );
			}
		}
		Tombstones::lift( $token );
		return ! $own;
	}

	/**
	 * When a registration last looked for other users who have the token, in UNIX seconds; 0: never. A legacy plugin or an
	 * undo may have given it to two. The search reads every row under the key, so it is not for each start of an app.
	 *
	 * @param string   $token The token, normalized.
	 * @param object[] $own   The user's rows that hold it.
	 */
	private static function last_search( string $token, array $own ): int {
		$times = array( 0 );
		foreach ( $own as $row ) {
			$time    = ( (array) Token_Value::entry_of( (string) $row->meta_value, $token ) )['searched_at'] ?? 0;
			$times[] = is_int( $time ) && $time <= time() ? $time : 0;
		}
		return max( $times );
	}

	/**
	 * What a record says of the user who had the token before: `tokens audit` lists such tokens.
	 *
	 * @param string   $token  The token, normalized.
	 * @param object[] $own    The user's rows that hold it.
	 * @param object[] $others Other users' rows that hold it.
	 */
	private static function move( string $token, array $own, array $others ): array {
		if ( $others ) {
			return array(
				'moved_from' => (int) end( $others )->user_id,
				'moved_at'   => time(),
			);
		}
		foreach ( $own as $row ) {
			$move = array_intersect_key( (array) Token_Value::entry_of( (string) $row->meta_value, $token ), array_flip( array( 'moved_from', 'moved_at' ) ) );
			if ( $move ) {
				return $move;
			}
		}
		return array();
	}

	/**
	 * The rows that a token can be taken out of.
	 *
	 * @param string   $token The token, normalized.
	 * @param object[] $rows  The rows.
	 * @return object[]
	 */
	private static function rows_with( string $token, array $rows ): array {
		return array_filter(
			$rows,
			static function ( $row ) use ( $token ) {
				return false !== Token_Value::without( (string) $row->meta_value, $token );
			}
		);
	}

	/**
	 * Removes a token from rows.
	 *
	 * @param object[] $rows  The rows as they were read.
	 * @param string   $token The token, normalized.
	 * @return bool Whether it was in one of them.
	 */
	private static function remove_from( array $rows, string $token ): bool {
		$was_there = false;
		foreach ( $rows as $row ) {
			$was_there = Token_Rows::remove_token( $row, $token ) || $was_there;
		}
		return $was_there;
	}
}
