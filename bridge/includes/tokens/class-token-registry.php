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
		return self::locked(
			$registration->token,
			static function () use ( $user_id, $registration ) {
				$own      = Token_Rows::of_user( $user_id, $registration->meta_key );
				$umeta_id = Token_Rows::add( $user_id, $registration->meta_key, $registration->record() );
				if ( ! $umeta_id ) {
					return new \WP_Error( 'DatabaseError', __( 'The device token could not be stored.', 'push-bridge' ) );
				}
				// The new row first: if the request dies here, the daemon sees the token twice, which it forgives.
				$is_new = ! self::remove_from( $own, $registration->token );
				if ( $is_new ) {
					self::take_from_others( $user_id, $registration );
				}
				Tombstones::lift( $registration->token );
				return $is_new;
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
		return self::locked(
			$registration->token,
			static function () use ( $user_id, $registration ) {
				return self::remove_from( Token_Rows::of_user( $user_id, $registration->meta_key ), $registration->token );
			}
		);
	}

	/**
	 * Takes a token from the users who had it before.
	 *
	 * @param int          $user_id      Its new owner.
	 * @param Registration $registration What the app said.
	 */
	private static function take_from_others( int $user_id, Registration $registration ): void {
		$rows = Token_Rows::of_others( $user_id, $registration->meta_key, $registration->token );
		foreach ( $rows as $row ) {
			if ( Token_Rows::remove_token( $row, $registration->token ) ) {
				/**
				 * A device token was registered by another user than before, and is his now.
				 *
				 * @param string $token     The token.
				 * @param int    $from_user The user who had it.
				 * @param int    $to_user   The user who has it now.
				 * @param string $kind      The kind of token.
				 */
				do_action( 'pushbridge_token_moved', $registration->token, (int) $row->user_id, $user_id, $registration->kind );
			}
		}
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

	/**
	 * Does work while no other request works on the same token: usermeta has no unique key that would keep two apart.
	 *
	 * @param string   $token The token, normalized.
	 * @param callable $work  The work.
	 * @return mixed What the work answers, or a Busy error.
	 */
	private static function locked( string $token, callable $work ) {
		global $wpdb;
		// The name is the server's, not the database's, and may have 64 bytes.
		$name = 'pushbridge_' . md5( $wpdb->usermeta . DB_NAME . $token );
		// phpcs:ignore WordPress.DB -- A lock is no data.
		if ( '1' !== (string) $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, %d)', $name, self::LOCK_WAIT ) ) ) {
			return new \WP_Error( 'Busy', __( 'The device token is being registered by another request; try again.', 'push-bridge' ) );
		}
		try {
			return $work();
		} finally {
			// phpcs:ignore WordPress.DB -- A lock is no data.
			$wpdb->query( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $name ) );
		}
	}
}
