<?php
/**
 * The daemon's public key.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

/**
 * Credentials are sealed to this key, so whoever could put another one in its place could read the next credential.
 * Therefore an administrator compares its fingerprint with the one that `push-bridge init` shows, and from then on
 * nothing is sealed to any other key.
 */
final class Public_Key {

	const SETTING = 'public_key';

	/** Set by the daemon when it found a foreign key. */
	const ALARM_SETTING = 'public_key_alarm';

	/** The fingerprint that an administrator has confirmed. */
	const OPTION = 'pushbridge_confirmed_key';

	const MISSING     = 'missing';
	const UNCONFIRMED = 'unconfirmed';
	const CHANGED     = 'changed';
	const CONFIRMED   = 'confirmed';

	/**
	 * The raw key; null when there is none.
	 *
	 * @var string|null
	 */
	private $bytes;

	/**
	 * The fingerprint of a foreign key that the daemon found; empty: none.
	 *
	 * @var string
	 */
	private $alarm;

	/**
	 * Takes the settings.
	 *
	 * @param array<string,string> $settings What Settings::all() answers.
	 */
	public function __construct( array $settings ) {
		// phpcs:ignore WordPress.PHP -- A key, not code.
		$bytes       = base64_decode( trim( $settings[ self::SETTING ] ?? '' ), true );
		$this->bytes = is_string( $bytes ) && SODIUM_CRYPTO_BOX_PUBLICKEYBYTES === strlen( $bytes ) ? $bytes : null;
		$this->alarm = (string) ( $settings[ self::ALARM_SETTING ] ?? '' );
	}

	/**
	 * The key as the database holds it now.
	 */
	public static function current(): self {
		return new self( Settings::all() );
	}

	/**
	 * What people compare: the first 16 hexadecimal digits of the SHA-256 of the raw key. Empty without a key.
	 */
	public function fingerprint(): string {
		return null === $this->bytes ? '' : substr( hash( 'sha256', $this->bytes ), 0, 16 );
	}

	/**
	 * The fingerprint of a foreign key that the daemon found and replaced; empty: none.
	 */
	public function alarm(): string {
		return $this->alarm;
	}

	/**
	 * MISSING, UNCONFIRMED, CHANGED or CONFIRMED.
	 */
	public function state(): string {
		if ( null === $this->bytes ) {
			return self::MISSING;
		}
		$confirmed = self::confirmed();
		if ( '' === $confirmed ) {
			return self::UNCONFIRMED;
		}
		return hash_equals( $confirmed, $this->fingerprint() ) ? self::CONFIRMED : self::CHANGED;
	}

	/**
	 * The confirmed fingerprint; empty: none.
	 */
	public static function confirmed(): string {
		$fingerprint = get_network_option( null, self::OPTION, '' );
		return is_string( $fingerprint ) ? $fingerprint : '';
	}

	/**
	 * Notes that an administrator has compared the fingerprint.
	 *
	 * @param string $fingerprint The one that the administrator saw.
	 * @return true|\WP_Error KeyChanged when the key is another one by now.
	 */
	public function confirm( string $fingerprint ) {
		if ( null === $this->bytes || ! hash_equals( $this->fingerprint(), $fingerprint ) ) {
			return new \WP_Error( 'KeyChanged', __( 'This is not the fingerprint of the daemon\'s public key: mistyped, or the key has changed meanwhile. Compare it again.', 'push-bridge' ) );
		}
		update_network_option( null, self::OPTION, $fingerprint );
		return true;
	}

	/**
	 * Seals text so that only the daemon can open it.
	 *
	 * @param string $text The text.
	 * @return string|\WP_Error The box, or KeyMissing, KeyUnconfirmed, KeyChanged.
	 */
	public function seal( string $text ) {
		switch ( $this->state() ) {
			case self::MISSING:
				return new \WP_Error( 'KeyMissing', __( 'The daemon has not published its public key yet. Run on the server: push-bridge init', 'push-bridge' ) );
			case self::UNCONFIRMED:
				return new \WP_Error( 'KeyUnconfirmed', __( 'Confirm the fingerprint of the daemon\'s public key first.', 'push-bridge' ) );
			case self::CHANGED:
				return new \WP_Error( 'KeyChanged', __( 'The daemon\'s public key is another one than the one that was confirmed. Nothing is sealed to it until somebody has compared the new fingerprint.', 'push-bridge' ) );
		}
		try {
			return sodium_crypto_box_seal( $text, (string) $this->bytes );
		} catch ( \SodiumException $error ) {
			return new \WP_Error( 'KeyMalformed', __( 'The daemon\'s public key is damaged. Run on the server: push-bridge doctor', 'push-bridge' ) );
		}
	}
}
