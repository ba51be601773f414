<?php
/**
 * The device tokens in one usermeta value.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

use PushBridge\Pruning\Registration_Time;
use PushBridge\Tokens\Device_Token;

/**
 * Reads every form that sites have stored: a bare token, a serialized or JSON array of tokens, a record with `token`, and
 * a list or map of such records.
 */
final class Stored_Tokens {

	/**
	 * The tokens, normalized, with what their records say.
	 *
	 * @param string $raw The value as it lies in the database.
	 * @return array<string,array> Token => its record without `token`: environment, registered_at, device, bundle_id …
	 */
	public static function in( string $raw ): array {
		$bare = Device_Token::normalized( $raw );
		if ( null !== $bare ) {
			return array( $bare => array() );
		}
		$value = is_serialized( $raw )
			// phpcs:ignore WordPress.PHP -- Old values are serialized; classes are not allowed, damage is answered below.
			? @unserialize( trim( $raw ), array( 'allowed_classes' => false ) )
			: json_decode( $raw, true, 64 );
		if ( is_string( $value ) ) {
			$value = array( $value );
		}
		if ( ! is_array( $value ) ) {
			return array();
		}
		$found = array();
		foreach ( isset( $value['token'] ) ? array( $value ) : $value as $member ) {
			$record = is_array( $member ) ? $member : array( 'token' => $member );
			$token  = Device_Token::normalized( $record['token'] ?? null );
			if ( null !== $token ) {
				unset( $record['token'] );
				$found[ $token ] = $record;
			}
		}
		return $found;
	}

	/**
	 * Whether a value is meant to hold tokens and holds none that could be used: text that is no token, an empty list.
	 *
	 * @param string $raw The value as it lies in the database.
	 */
	public static function is_malformed( string $raw ): bool {
		// What holds objects cannot be judged.
		return ! self::in( $raw ) && 1 !== preg_match( '/(?:^|[;{}])[OCErR]:\d/', $raw );
	}

	/**
	 * When a token was registered, in UNIX seconds; null when its record does not say.
	 *
	 * @param array $record The record.
	 */
	public static function registered_at( array $record ): ?int {
		$time = Registration_Time::milliseconds( $record['registered_at'] ?? null );
		return null === $time ? null : intdiv( $time, 1000 );
	}
}
