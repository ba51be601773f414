<?php
/**
 * One usermeta value that holds tokens.
 *
 * @package PushBridge
 */

namespace PushBridge\Tokens;

/**
 * Finds and removes a token in every form that sites have stored: the bare token, a PHP-serialized or JSON array of
 * tokens, and a record with `token`, or a list or map of such records.
 */
final class Token_Value {

	/**
	 * The value without a token.
	 *
	 * @param string $raw   The value as it lies in the database.
	 * @param string $token The token, normalized.
	 * @return string|null|false The new value, null when nothing is left and the row is to go, false when the token is
	 *                           not in it or the value cannot be rewritten safely.
	 */
	public static function without( string $raw, string $token ) {
		if ( Device_Token::normalized( $raw ) === $token ) {
			return null;
		}
		if ( is_serialized( $raw ) ) {
			// Objects and references cannot be written back as they were.
			if ( 1 === preg_match( '/(?:^|[;{}])[OCErR]:\d/', $raw ) ) {
				return false;
			}
			// phpcs:ignore WordPress.PHP -- Old values are serialized; classes are not allowed, damage is answered below.
			$value = @unserialize( trim( $raw ), array( 'allowed_classes' => false ) );
			$left  = self::value_without( $value, $token );
			// phpcs:ignore WordPress.PHP -- The form in which it was found.
			return is_array( $left ) ? serialize( $left ) : $left;
		}
		// Objects stay objects, so that an empty one is not written back as a list.
		$left = self::value_without( json_decode( $raw, false, 64 ), $token );
		return is_array( $left ) || is_object( $left ) ? wp_json_encode( $left, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION ) : $left;
	}

	/**
	 * A decoded value without a token.
	 *
	 * @param mixed  $value The decoded value.
	 * @param string $token The token, normalized.
	 * @return array|object|null|false See without().
	 */
	private static function value_without( $value, string $token ) {
		if ( self::is_token( $value, $token ) ) {
			return null;
		}
		if ( ! is_array( $value ) && ! is_object( $value ) ) {
			return false;
		}
		$members = (array) $value;
		$left    = array();
		foreach ( $members as $name => $member ) {
			if ( ! self::is_token( $member, $token ) ) {
				$left[ $name ] = $member;
			}
		}
		if ( count( $left ) === count( $members ) ) {
			return false;
		}
		if ( array() === $left ) {
			return null;
		}
		if ( is_object( $value ) ) {
			return (object) $left;
		}
		// A list stays a list, so that JSON does not turn it into a map.
		return array_keys( $members ) === range( 0, count( $members ) - 1 ) ? array_values( $left ) : $left;
	}

	/**
	 * Whether a decoded value is the token or its record.
	 *
	 * @param mixed  $value The value.
	 * @param string $token The token, normalized.
	 */
	private static function is_token( $value, string $token ): bool {
		if ( is_array( $value ) || is_object( $value ) ) {
			$value = ( (array) $value )['token'] ?? null;
		}
		return Device_Token::normalized( $value ) === $token;
	}
}
