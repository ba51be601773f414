<?php
/**
 * When a token was registered.
 *
 * @package PushBridge
 */

namespace PushBridge\Pruning;

/**
 * Reads a record's `registered_at` as the daemon does: UNIX seconds, UNIX milliseconds, or ISO 8601 text (UTC without a
 * zone).
 */
final class Registration_Time {

	/** As seconds this is the year 5138, as milliseconds 1973: no registration is in doubt. */
	const FIRST_MILLISECONDS = 100000000000;

	/**
	 * Milliseconds since 1970; null when it is no time.
	 *
	 * @param mixed $value The record's member.
	 */
	public static function milliseconds( $value ): ?int {
		if ( is_string( $value ) && 1 === preg_match( '/^\d{4}-\d\d-\d\d/', trim( $value ) ) ) {
			try {
				$time = new \DateTimeImmutable( trim( $value ), new \DateTimeZone( 'UTC' ) );
			} catch ( \Exception $error ) {
				// Not a time: the same answer as for other text.
				return null;
			}
			return (int) $time->format( 'Uv' );
		}
		if ( ! is_int( $value ) && ! is_float( $value ) && ! ( is_string( $value ) && is_numeric( trim( $value ) ) ) ) {
			return null;
		}
		$number = (float) $value;
		if ( $number <= 0 || $number > 253402300799999 ) {
			return null;
		}
		return (int) round( $number < self::FIRST_MILLISECONDS ? $number * 1000 : $number );
	}
}
