<?php
/**
 * A device token.
 *
 * @package PushBridge
 */

namespace PushBridge\Tokens;

/**
 * Reads the forms in which apps send a token.
 */
final class Device_Token {

	/**
	 * The token as lower-case hexadecimal digits; null when it is none.
	 *
	 * @param mixed $text What an app sent or a site stored: the digits, or the <ab cd> form of old iOS versions.
	 */
	public static function normalized( $text ): ?string {
		if ( ! is_string( $text ) ) {
			return null;
		}
		$digits = strtolower( str_replace( array( '<', '>', ' ' ), '', $text ) );
		// Any even length up to 200, as the daemon takes them: Apple may change it, and says so.
		return 1 === preg_match( '/^(?:[0-9a-f]{2}){1,100}$/D', $digits ) ? $digits : null;
	}
}
