<?php
/**
 * One usermeta value that holds tokens.
 *
 * @package PushBridge
 */

namespace PushBridge\Tokens;

/**
 * Finds and removes a token in every form that sites have stored: the bare token, a PHP-serialized or JSON array of
 * tokens, a record with `token`, a list or map of such records, and each of these serialized once more as a string.
 */
final class Token_Value {

	/** Strings serialized around a value that are opened; the daemon opens as many. */
	const LAYERS = 4;

	/**
	 * The tokens in a value, each with what its record says.
	 *
	 * @param string $raw The value as it lies in the database.
	 * @return array[] Records with `token`, normalized, and the record's other members.
	 */
	public static function entries( string $raw ): array {
		$value = self::decoded( $raw );
		if ( null !== self::token_in( $value ) ) {
			return array( self::entry( $value ) );
		}
		$entries = array();
		foreach ( is_array( $value ) || is_object( $value ) ? (array) $value : array() as $member ) {
			if ( null !== self::token_in( $member ) ) {
				$entries[] = self::entry( $member );
			}
		}
		return $entries;
	}

	/**
	 * The record of one token in a value.
	 *
	 * @param string $raw   The value as it lies in the database.
	 * @param string $token The token, normalized.
	 * @return array|null The entry, null when the token is not in the value.
	 */
	public static function entry_of( string $raw, string $token ): ?array {
		foreach ( self::entries( $raw ) as $entry ) {
			if ( $entry['token'] === $token ) {
				return $entry;
			}
		}
		return null;
	}

	/**
	 * Whether a value holds nothing: no text, an empty list.
	 *
	 * @param string $raw The value as it lies in the database.
	 */
	public static function is_empty( string $raw ): bool {
		$value = '' === trim( $raw ) ? null : self::decoded( $raw );
		return '' === trim( $raw ) || array() === $value || ( is_object( $value ) && array() === (array) $value );
	}

	/**
	 * Whether a record in a value names another platform than Apple's: what stands there is no token of ours and need not
	 * look like one.
	 *
	 * @param string $raw The value as it lies in the database.
	 */
	public static function has_other_platform( string $raw ): bool {
		$value   = self::decoded( $raw );
		$members = is_array( $value ) || is_object( $value ) ? (array) $value : array();
		foreach ( array_merge( array( $members ), array_values( $members ) ) as $record ) {
			$platform = is_array( $record ) || is_object( $record ) ? ( (array) $record )['platform'] ?? null : null;
			if ( is_string( $platform ) && ! in_array( strtolower( trim( $platform ) ), array( '', 'ios' ), true ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * The value without a token.
	 *
	 * @param string $raw    The value as it lies in the database.
	 * @param string $token  The token, normalized.
	 * @param int    $layers Strings around it that may still be opened.
	 * @return string|null|false The new value, null when nothing is left and the row is to go, false when the token is
	 *                           not in it or the value cannot be rewritten safely.
	 */
	public static function without( string $raw, string $token, int $layers = self::LAYERS ) {
		if ( Device_Token::normalized( $raw ) === $token ) {
			return null;
		}
		if ( is_serialized( $raw ) ) {
			$value = self::unserialized( $raw );
			if ( is_string( $value ) ) {
				$left = $layers > 0 ? self::without( $value, $token, $layers - 1 ) : false;
			} else {
				// Objects and references cannot be written back as they were.
				$left = self::is_plain( $raw ) ? self::value_without( $value, $token ) : false;
			}
			// phpcs:ignore WordPress.PHP -- The form in which it was found.
			return is_array( $left ) || is_string( $left ) ? serialize( $left ) : $left;
		}
		// Objects stay objects, so that an empty one is not written back as a list.
		$left = self::value_without( json_decode( $raw, false, 64 ), $token );
		// In JSON a list stays a list; a serialized one keeps its numbers, as after unset() and as the daemon leaves it.
		$left = is_array( $left ) ? array_values( $left ) : $left;
		return is_array( $left ) || is_object( $left ) ? wp_json_encode( $left, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION ) : $left;
	}

	/**
	 * The value that WordPress' functions must be given to store some text: they serialize arrays, and serialized text
	 * once more.
	 *
	 * @param string $raw The text that is to lie in the database.
	 * @return mixed
	 */
	public static function for_wordpress( string $raw ) {
		return is_serialized( $raw ) ? self::unserialized( $raw ) : $raw;
	}

	/**
	 * The value behind its text.
	 *
	 * @param string $raw The value as it lies in the database.
	 * @return mixed Null when it cannot be read.
	 */
	private static function decoded( string $raw ) {
		$layers = self::LAYERS;
		while ( $layers-- >= 0 && is_serialized( $raw ) ) {
			$value = self::unserialized( $raw );
			if ( ! is_string( $value ) ) {
				return $value;
			}
			$raw = $value;
		}
		return null === Device_Token::normalized( $raw ) ? json_decode( $raw, false, 64 ) : $raw;
	}

	/**
	 * The value of serialized text; false when it is damaged.
	 *
	 * @param string $raw The text.
	 * @return mixed
	 */
	private static function unserialized( string $raw ) {
		// phpcs:ignore WordPress.PHP -- Old values are serialized; classes are not allowed, damage is answered.
		return @unserialize( trim( $raw ), array( 'allowed_classes' => false ) );
	}

	/**
	 * Whether serialized text holds neither objects nor references.
	 *
	 * @param string $raw The text.
	 */
	private static function is_plain( string $raw ): bool {
		return 1 !== preg_match( '/(?:^|[;{}])[OCErR]:\d/', $raw );
	}

	/**
	 * A decoded value without a token.
	 *
	 * @param mixed  $value The decoded value.
	 * @param string $token The token, normalized.
	 * @return array|object|null|false See without().
	 */
	private static function value_without( $value, string $token ) {
		if ( self::token_in( $value ) === $token ) {
			return null;
		}
		if ( ! is_array( $value ) && ! is_object( $value ) ) {
			return false;
		}
		$members = (array) $value;
		$left    = array();
		foreach ( $members as $name => $member ) {
			if ( self::token_in( $member ) !== $token ) {
				$left[ $name ] = $member;
			}
		}
		if ( count( $left ) === count( $members ) ) {
			return false;
		}
		if ( array() === $left ) {
			return null;
		}
		return is_object( $value ) ? (object) $left : $left;
	}

	/**
	 * The token that a decoded value is, or that its record names; null when it is neither.
	 *
	 * @param mixed $value The value.
	 */
	private static function token_in( $value ): ?string {
		if ( is_array( $value ) || is_object( $value ) ) {
			$value = ( (array) $value )['token'] ?? null;
		}
		return Device_Token::normalized( $value );
	}

	/**
	 * A token's record.
	 *
	 * @param mixed $value A token or a record.
	 */
	private static function entry( $value ): array {
		return array( 'token' => self::token_in( $value ) ) + ( is_string( $value ) ? array() : (array) $value );
	}
}
