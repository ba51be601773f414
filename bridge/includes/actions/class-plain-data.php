<?php
/**
 * PHP values that can become JSON text.
 *
 * @package PushBridge
 */

namespace PushBridge\Actions;

/**
 * Turns what a caller passed into arrays, empty objects and scalars, and refuses what JSON cannot carry. Without this
 * check wp_json_encode() would drop what it cannot encode, and an emptied push would go out.
 */
final class Plain_Data {

	/** Nested arrays and objects, the message itself counted; the daemon reads no deeper. */
	const MAXIMUM_DEPTH = 64;

	/**
	 * The value without PHP objects; a list stays a list, a map stays a map.
	 *
	 * @param mixed  $value What the caller passed.
	 * @param string $key   The message key it stands in.
	 * @param int    $depth How many arrays and objects are around it.
	 * @return mixed
	 * @throws Refusal When JSON cannot carry it.
	 */
	public static function from( $value, string $key, int $depth = 1 ) {
		if ( $value instanceof \JsonSerializable ) {
			$value = $value->jsonSerialize();
		}
		if ( $value instanceof \BackedEnum ) {
			$value = $value->value;
		}
		if ( is_string( $value ) ) {
			return self::text( $value, $key );
		}
		if ( is_array( $value ) || is_object( $value ) ) {
			return self::members( $value, $key, $depth + 1 );
		}
		if ( is_float( $value ) && ! is_finite( $value ) ) {
			throw Refusal::of_key( $key, 'a finite number' );
		}
		if ( is_resource( $value ) ) {
			throw Refusal::of_key( $key, 'text, a number, a truth value, a list or an object' );
		}
		return $value;
	}

	/**
	 * Every member of an array or object.
	 *
	 * @param array|object $value The array or object.
	 * @param string       $key   The message key it stands in.
	 * @param int          $depth Its own depth.
	 * @return array|object
	 * @throws Refusal When JSON cannot carry it.
	 */
	private static function members( $value, string $key, int $depth ) {
		if ( $depth > self::MAXIMUM_DEPTH ) {
			throw Refusal::of_key( $key, 'nested no deeper than ' . self::MAXIMUM_DEPTH . ' levels' );
		}
		$plain = array();
		foreach ( is_object( $value ) ? self::public_members( $value, $key ) : $value as $name => $member ) {
			$plain[ is_string( $name ) ? self::text( $name, $key ) : $name ] = self::from( $member, $key, $depth );
		}
		// An object must not come out as a JSON list, even when it is empty or its names are 0, 1, 2.
		return is_object( $value ) ? (object) $plain : $plain;
	}

	/**
	 * The members of an object that json_encode() takes. PHP's own classes (DateTime, ArrayObject) have theirs elsewhere
	 * than in properties.
	 *
	 * @param object $value The object.
	 * @param string $key   The message key it stands in.
	 * @throws Refusal When it is one of PHP's own that has none: a function, a generator, a file.
	 */
	private static function public_members( object $value, string $key ): array {
		$members = array_filter(
			(array) $value,
			static function ( $name ) {
				// Hidden members have a NUL before their names.
				return "\0" !== substr( (string) $name, 0, 1 );
			},
			ARRAY_FILTER_USE_KEY
		);
		$is_data = $members || $value instanceof \stdClass || ( $value instanceof \Countable && 0 === count( $value ) );
		if ( $value instanceof \UnitEnum || ( ! $is_data && ( new \ReflectionClass( $value ) )->isInternal() ) ) {
			throw Refusal::of_key( $key, 'text, a number, a truth value, a list or an object' );
		}
		return $members;
	}

	/**
	 * Text that JSON and the daemon can carry.
	 *
	 * @param string $text The text.
	 * @param string $key  The message key it stands in.
	 * @throws Refusal When it is not UTF-8, or holds a NUL.
	 */
	private static function text( string $text, string $key ): string {
		if ( 1 !== preg_match( '//u', $text ) ) {
			throw Refusal::of_key( $key, 'valid UTF-8' );
		}
		if ( false !== strpos( $text, "\0" ) ) {
			throw Refusal::of_key( $key, 'text without NUL bytes' );
		}
		return $text;
	}
}
