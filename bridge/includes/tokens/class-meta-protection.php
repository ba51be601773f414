<?php
/**
 * Keeps other code's hands off the token keys.
 *
 * @package PushBridge
 */

namespace PushBridge\Tokens;

/**
 * Marks the usermeta keys of tokens and of the intake as protected: a user may edit his own unprotected meta, and would
 * otherwise redirect pushes or queue his own.
 */
final class Meta_Protection {

	/** The key under which sites without access to the tables queue actions. */
	const INTAKE_KEY = 'pushbridge_action';

	/**
	 * The filter is_protected_meta.
	 *
	 * @param bool   $is_protected Whether it is protected already.
	 * @param string $meta_key     The key.
	 * @param string $meta_type    What it belongs to; empty when the caller does not say.
	 */
	public static function protect( $is_protected, $meta_key, $meta_type ): bool {
		if ( $is_protected || ! in_array( $meta_type, array( 'user', '' ), true ) ) {
			return (bool) $is_protected;
		}
		// The database finds keys whatever their case.
		$protected = array_map( 'strtolower', array_merge( self::token_keys(), array( self::INTAKE_KEY ) ) );
		return in_array( strtolower( (string) $meta_key ), $protected, true );
	}

	/**
	 * The keys that hold tokens. Only a filter can give other apps keys of their own, so only then the apps are looked up,
	 * once a minute at most.
	 *
	 * @return string[]
	 */
	private static function token_keys(): array {
		if ( ! has_filter( 'pushbridge_token_meta_key' ) ) {
			return Token_Kinds::all_meta_keys();
		}
		$keys = wp_cache_get( 'token_keys', 'pushbridge' );
		if ( ! is_array( $keys ) ) {
			$keys = Token_Kinds::meta_keys_of_all_apps();
			wp_cache_set( 'token_keys', $keys, 'pushbridge', MINUTE_IN_SECONDS );
		}
		return $keys;
	}
}
