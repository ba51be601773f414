<?php
/**
 * The device tokens in one usermeta value.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

use PushBridge\Pruning\Registration_Time;
use PushBridge\Tokens\Token_Value;

/**
 * What the screens ask of a value; Token_Value reads it.
 */
final class Stored_Tokens {

	/**
	 * The tokens, normalized, with what their records say.
	 *
	 * @param string $raw The value as it lies in the database.
	 * @return array<string,array> Token => its record without `token`: environment, registered_at, device, bundle_id …
	 */
	public static function in( string $raw ): array {
		$found = array();
		foreach ( Token_Value::entries( $raw ) as $entry ) {
			$found[ $entry['token'] ] = array_diff_key( $entry, array( 'token' => true ) );
		}
		return $found;
	}

	/**
	 * Whether a value is meant to hold tokens of Apple's and holds something else: text that is no token. What holds objects
	 * cannot be judged; an empty list harms nobody.
	 *
	 * @param string $raw The value as it lies in the database.
	 */
	public static function is_malformed( string $raw ): bool {
		return ! self::in( $raw ) && ! Token_Value::is_empty( $raw ) && ! Token_Value::has_other_platform( $raw ) && 1 !== preg_match( '/(?:^|[;{}])[OCErR]:\d/', $raw );
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
