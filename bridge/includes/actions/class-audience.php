<?php
/**
 * Actions for many users.
 *
 * @package PushBridge
 */

namespace PushBridge\Actions;

/**
 * Checks an audience, and keeps it to the sending site of a network. The daemon fans it out.
 */
final class Audience {

	const SELECTORS = array( 'users', 'role', 'all', 'meta', 'tokens', 'channel' );

	/**
	 * The audience as JSON text, limited to the sending site.
	 *
	 * @param mixed $audience What the caller gave, as Plain_Data made it.
	 * @throws Refusal When it is not an audience, or names another site of the network than the sender's.
	 */
	public static function to_json( $audience ): string {
		$audience = Field_Types::is_map( $audience ) ? (array) $audience : array();
		$selector = array_intersect( self::SELECTORS, array_keys( $audience ) );
		$unknown  = array_diff( array_keys( $audience ), self::SELECTORS, array( 'site' ) );
		if ( 1 !== count( $selector ) || $unknown ) {
			throw Refusal::of_key( 'audience', 'an object with exactly one of ' . implode( ', ', self::SELECTORS ) . ', and site if wanted' );
		}
		$selector = reset( $selector );
		if ( ! self::is_right( $selector, $audience[ $selector ] ) ) {
			throw Refusal::of_key( 'audience', 'right in its "' . $selector . '"' );
		}
		if ( 'users' === $selector ) {
			$audience['users'] = array_values( array_unique( array_map( 'intval', $audience['users'] ) ) );
		}
		return (string) wp_json_encode( (object) self::limited_to_site( $audience ) );
	}

	/**
	 * Whether the value of a selector is as the daemon wants it.
	 *
	 * @param string $selector One of SELECTORS.
	 * @param mixed  $value    Its value.
	 */
	private static function is_right( string $selector, $value ): bool {
		switch ( $selector ) {
			case 'users':
				return Field_Types::is_list( $value ) && $value && count( array_filter( $value, array( self::class, 'is_id' ) ) ) === count( $value );
			case 'all':
				return true === Field_Types::truth( $value );
			case 'meta':
				$meta = Field_Types::is_map( $value ) ? (array) $value : array();
				return is_string( $meta['key'] ?? null ) && '' !== $meta['key'] && Field_Types::is_text( $meta['value'] ?? null );
			case 'tokens':
				return Field_Types::is_list_of_text( $value ) && $value;
			default:
				return is_string( $value ) && '' !== $value;
		}
	}

	/**
	 * Whether it is an id of a user or a site.
	 *
	 * @param mixed $value The value.
	 */
	public static function is_id( $value ): bool {
		return Field_Types::whole_number( $value ) >= 1;
	}

	/**
	 * On a network, the audience with the sending site in it: one site's editor does not reach another site's members.
	 *
	 * @param array $audience The audience.
	 * @throws Refusal When it names a site that is none, or not the sender's.
	 */
	private static function limited_to_site( array $audience ): array {
		$site = $audience['site'] ?? null;
		if ( null !== $site && ! self::is_id( $site ) ) {
			throw Refusal::of_key( 'audience', 'right in its "site": the id of a site' );
		}
		unset( $audience['site'] );
		if ( is_multisite() && ! is_super_admin() ) {
			if ( null !== $site && get_current_blog_id() !== (int) $site ) {
				throw Refusal::of_key( 'audience', 'for the sending site; only network administrators reach other sites' );
			}
			$site = get_current_blog_id();
		}
		return null === $site ? $audience : $audience + array( 'site' => (int) $site );
	}
}
