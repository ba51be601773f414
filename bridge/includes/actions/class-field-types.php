<?php
/**
 * The types of message fields, as PHP sends them.
 *
 * @package PushBridge
 */

namespace PushBridge\Actions;

/**
 * Whole-number strings are numbers, 1 and "1" are true, numbers are text where text is wanted, an empty list is an
 * empty object: the daemon reads them so, and nothing else passes.
 */
final class Field_Types {

	/**
	 * Whether it is text, or a number that can stand as text.
	 *
	 * @param mixed $value The value.
	 */
	public static function is_text( $value ): bool {
		return is_string( $value ) || is_int( $value ) || is_float( $value );
	}

	/**
	 * Whether it is text or a JSON object.
	 *
	 * @param mixed $value The value.
	 */
	public static function is_text_or_map( $value ): bool {
		return is_string( $value ) || self::is_map( $value );
	}

	/**
	 * Whether it is text that fits into the header apns-collapse-id (RFC 9113 §8.2.1).
	 *
	 * @param mixed $value The value.
	 */
	public static function is_collapse_id( $value ): bool {
		return self::is_text( $value ) && strlen( (string) $value ) <= 64 && trim( (string) $value, ' ' ) === (string) $value
			&& 0 === preg_match( '/[\x00-\x1f\x7f]/', (string) $value );
	}

	/**
	 * Whether it is a UUID.
	 *
	 * @param mixed $value The value.
	 */
	public static function is_uuid( $value ): bool {
		return is_string( $value ) && 1 === preg_match( '/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/Di', $value );
	}

	/**
	 * Whether it can be a topic of APNs.
	 *
	 * @param mixed $value The value.
	 */
	public static function is_topic( $value ): bool {
		return self::is_text( $value ) && 1 === preg_match( '/^[A-Za-z0-9._-]{1,255}$/D', (string) $value );
	}

	/**
	 * Whether it is the id of a broadcast channel: Base64 as Apple gave it, padded or not. Empty text stands for none.
	 *
	 * @param mixed $value The value.
	 */
	public static function is_channel( $value ): bool {
		$base64 = '#^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$#D';
		return self::is_text( $value ) && strlen( (string) $value ) <= 255 && 1 === preg_match( $base64, (string) $value );
	}

	/**
	 * Whether it is a whole number that APNs can count with, not below zero.
	 *
	 * @param mixed $value The value.
	 */
	public static function is_count( $value ): bool {
		return self::is_count_64( $value ) && self::whole_number( $value ) <= 2147483647;
	}

	/**
	 * Whether it is a whole number that is not below zero.
	 *
	 * @param mixed $value The value.
	 */
	public static function is_count_64( $value ): bool {
		return null !== self::whole_number( $value ) && self::whole_number( $value ) >= 0;
	}

	/**
	 * Whether it is a whole number that APNs can count with, above zero.
	 *
	 * @param mixed $value The value.
	 */
	public static function is_positive( $value ): bool {
		return self::is_count( $value ) && self::whole_number( $value ) >= 1;
	}

	/**
	 * Whether it is UNIX seconds in the years 1970 to 9999.
	 *
	 * @param mixed $value The value.
	 */
	public static function is_time( $value ): bool {
		return self::is_count_64( $value ) && self::whole_number( $value ) <= 253402300799;
	}

	/**
	 * Whether it is one of Apple's priorities.
	 *
	 * @param mixed $value The value.
	 */
	public static function is_priority( $value ): bool {
		return in_array( self::whole_number( $value ), array( 1, 5, 10 ), true );
	}

	/**
	 * Whether it is a number.
	 *
	 * @param mixed $value The value.
	 */
	public static function is_number( $value ): bool {
		return is_float( $value ) || null !== self::whole_number( $value );
	}

	/**
	 * The whole number that a value stands for; null when it is none.
	 *
	 * @param mixed $value The value.
	 */
	public static function whole_number( $value ): ?int {
		if ( is_int( $value ) ) {
			return $value;
		}
		// 2^53: above it a float no longer tells which whole number was meant.
		if ( is_float( $value ) && floor( $value ) === $value && abs( $value ) <= 9007199254740992.0 ) {
			return (int) $value;
		}
		if ( is_string( $value ) && 1 === preg_match( '/^-?[0-9]{1,18}$/D', $value ) ) {
			return (int) $value;
		}
		return null;
	}

	/**
	 * Whether it is a number of seconds, a fraction allowed, not below zero.
	 *
	 * @param mixed $value The value.
	 */
	public static function is_duration( $value ): bool {
		return self::is_count_64( $value ) || ( is_float( $value ) && $value >= 0 );
	}

	/**
	 * Whether it is a number from 0 to 1.
	 *
	 * @param mixed $value The value.
	 */
	public static function is_share( $value ): bool {
		$number = is_float( $value ) ? $value : self::whole_number( $value );
		return null !== $number && $number >= 0 && $number <= 1;
	}

	/**
	 * The truth value that a value stands for; null when it is none.
	 *
	 * @param mixed $value The value.
	 */
	public static function truth( $value ): ?bool {
		if ( in_array( $value, array( true, 1, '1' ), true ) ) {
			return true;
		}
		return in_array( $value, array( false, 0, '0', '' ), true ) ? false : null;
	}

	/**
	 * Whether it stands for a truth value.
	 *
	 * @param mixed $value The value.
	 */
	public static function is_truth( $value ): bool {
		return null !== self::truth( $value );
	}

	/**
	 * Whether it is a JSON object, or an empty list, which PHP cannot tell from one.
	 *
	 * @param mixed $value The value.
	 */
	public static function is_map( $value ): bool {
		return is_object( $value ) || array() === $value || ( is_array( $value ) && ! self::is_list( $value ) );
	}

	/**
	 * Whether it is an array with the keys 0, 1, 2, …
	 *
	 * @param mixed $value The value.
	 */
	public static function is_list( $value ): bool {
		return is_array( $value ) && array_keys( $value ) === array_keys( array_keys( $value ) );
	}

	/**
	 * Whether it is a list of texts.
	 *
	 * @param mixed $value The value.
	 */
	public static function is_list_of_text( $value ): bool {
		return self::is_list( $value ) && count( array_filter( $value, array( self::class, 'is_text' ) ) ) === count( $value );
	}
}
