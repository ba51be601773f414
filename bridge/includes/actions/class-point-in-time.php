<?php
/**
 * Times that callers give.
 *
 * @package PushBridge
 */

namespace PushBridge\Actions;

/**
 * Reads UNIX seconds, DateTime objects and ISO 8601 text; text without a zone is UTC.
 */
final class Point_In_Time {

	const TEXT = '/^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,6})?)?)?(?:Z|[+-]\d\d:?\d\d)?$/D';

	/**
	 * The time as the tables want it: UTC with milliseconds. A wrong one must be caught here, because WordPress'
	 * database session is not strict and would store 0000-00-00.
	 *
	 * @param mixed  $value What the caller gave.
	 * @param string $key   The key it stands in.
	 * @throws Refusal When it is no time, or not in the years 1970 to 9999.
	 */
	public static function to_sql( $value, string $key ): string {
		$utc = new \DateTimeZone( 'UTC' );
		if ( $value instanceof \DateTimeInterface ) {
			$time = new \DateTimeImmutable( $value->format( 'Y-m-d\TH:i:s.uP' ) );
		} elseif ( null !== Field_Types::whole_number( $value ) ) {
			$time = new \DateTimeImmutable( '@' . Field_Types::whole_number( $value ) );
		} elseif ( is_string( $value ) && self::is_date_text( $value ) ) {
			$time = new \DateTimeImmutable( $value, $utc );
		} else {
			throw Refusal::of_key( $key, 'UNIX seconds, a DateTime object or text such as 2026-01-31 12:00:00 (UTC)' );
		}
		$time = $time->setTimezone( $utc );
		if ( $time->getTimestamp() < 0 || $time->getTimestamp() > 253402300799 ) {
			throw Refusal::of_key( $key, 'a time in the years 1970 to 9999' );
		}
		return $time->format( 'Y-m-d H:i:s.v' );
	}

	/**
	 * Whether text names a day and a time that exist.
	 *
	 * @param string $text The text.
	 */
	private static function is_date_text( string $text ): bool {
		return 1 === preg_match( self::TEXT, $text, $part )
			&& checkdate( (int) $part[2], (int) $part[3], (int) $part[1] )
			&& (int) ( $part[4] ?? 0 ) < 24 && (int) ( $part[5] ?? 0 ) < 60 && (int) ( $part[6] ?? 0 ) < 60;
	}
}
