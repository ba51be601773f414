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

	/** The most users or tokens that may be listed; the daemon takes no more. */
	const LONGEST_LIST = 100000;

	/**
	 * The audience as JSON text, limited to the sending site.
	 *
	 * @param mixed $audience What the caller gave, as Plain_Data made it.
	 * @throws Refusal When it is not an audience, or names another site of the network than the sender's.
	 */
	public static function to_json( $audience ): string {
		if ( ! Field_Types::is_map( $audience ) ) {
			throw self::refusal( 'not a JSON object', 'It must be an object with exactly one of %s.' );
		}
		$audience = (array) $audience;
		$named    = array_keys( array_diff_key( $audience, array( 'site' => true ) ) );
		$unknown  = array_values( array_diff( $named, self::SELECTORS ) );
		if ( $unknown || 1 !== count( $named ) ) {
			$word = $unknown ? (string) $unknown[0] : 'one of ' . implode( ', ', self::SELECTORS ) . ' is wanted';
			throw self::refusal( $word, 'It must have exactly one of %s, and "site" if wanted.' );
		}
		$selector = $named[0];
		if ( ! self::is_right( $selector, $audience[ $selector ] ) ) {
			throw self::refusal( $selector, 'Its "' . $selector . '" has a wrong value.' );
		}
		if ( 'users' === $selector ) {
			$audience['users'] = array_values( array_unique( array_map( 'intval', $audience['users'] ) ) );
		}
		if ( 'meta' === $selector ) {
			$meta             = (array) $audience['meta'];
			$audience['meta'] = array(
				'key'   => $meta['key'],
				'value' => (string) $meta['value'],
			);
		}
		return (string) wp_json_encode( (object) ( 'channel' === $selector ? self::without_site( $audience ) : self::limited_to_site( $audience ) ) );
	}

	/**
	 * The refusal of an audience.
	 *
	 * @param string $fault       The member that is wrong, or what is wrong, as the daemon says it.
	 * @param string $explanation A sentence for the developer; %s stands for the selectors.
	 */
	public static function refusal( string $fault, string $explanation ): Refusal {
		return new Refusal( 'InvalidAudience: ' . $fault, 'The audience cannot be used. ' . sprintf( $explanation, implode( ', ', self::SELECTORS ) ) );
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
				return Field_Types::is_list( $value ) && self::is_short( $value ) && count( array_filter( $value, array( self::class, 'is_id' ) ) ) === count( $value );
			case 'all':
				return true === Field_Types::truth( $value );
			case 'meta':
				$meta = Field_Types::is_map( $value ) ? (array) $value : array();
				return is_string( $meta['key'] ?? null ) && '' !== $meta['key'] && Field_Types::is_text( $meta['value'] ?? null );
			case 'tokens':
				return Field_Types::is_list_of_text( $value ) && self::is_short( $value );
			case 'channel':
				return is_string( $value ) && '' !== $value && Field_Types::is_channel( $value );
			default:
				return is_string( $value ) && '' !== $value && strlen( $value ) <= 191;
		}
	}

	/**
	 * Whether a list has members, and no more than the daemon takes.
	 *
	 * @param array $members The list.
	 */
	private static function is_short( array $members ): bool {
		return $members && count( $members ) <= self::LONGEST_LIST;
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
	 * An audience that cannot be limited to a site: who listens to a channel only Apple knows.
	 *
	 * @param array $audience The audience.
	 * @throws Refusal When it names a site.
	 */
	private static function without_site( array $audience ): array {
		if ( isset( $audience['site'] ) ) {
			throw self::refusal( 'site', 'A channel reaches everybody who listens to it, whatever site he is a member of.' );
		}
		unset( $audience['site'] );
		return $audience;
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
			throw self::refusal( 'site', 'Its "site" must be the id of a site.' );
		}
		unset( $audience['site'] );
		if ( is_multisite() && ! is_super_admin() ) {
			if ( null !== $site && get_current_blog_id() !== (int) $site ) {
				throw self::refusal( 'site', 'It must be for the sending site; only network administrators reach other sites.' );
			}
			$site = get_current_blog_id();
		}
		return null === $site ? $audience : $audience + array( 'site' => (int) $site );
	}
}
