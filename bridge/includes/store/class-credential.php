<?php
/**
 * A credential that somebody entered.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

/**
 * Checks what was entered and makes the text that is sealed. It lives for one request and never goes back to a screen.
 */
final class Credential {

	const CHANNELS = array( 'standard', 'voip' );

	/** The largest key or certificate, in bytes. */
	const LARGEST = 1048576;

	/**
	 * The clear columns: app, channel, kind, key_id, team_id, bundle_id.
	 *
	 * @var array<string,string|null>
	 */
	private $columns;

	/**
	 * The secret members of the sealed text.
	 *
	 * @var array<string,string>
	 */
	private $secret;

	/**
	 * Takes what from() has checked.
	 *
	 * @param array $columns The clear columns.
	 * @param array $secret  The secret members.
	 */
	private function __construct( array $columns, array $secret ) {
		$this->columns = $columns;
		$this->secret  = $secret;
	}

	/**
	 * Checks what was entered.
	 *
	 * @param array<string,string> $fields With app, channel, bundle_id, and either p8 (the text), key_id, team_id, or one of
	 *                                     p12 (the bytes) and pem (the text) with passphrase if it has one.
	 * @return self|\WP_Error Its code names the field: InvalidField: NAME.
	 */
	public static function from( array $fields ) {
		$fields = array_map( 'strval', array_filter( $fields, 'is_scalar' ) );
		$names  = array(
			'app'       => array( '/^[\x21-\x7e]{1,64}$/D', __( 'The app needs a name of at most 64 ASCII characters without blanks, for example "default".', 'push-bridge' ) ),
			'channel'   => array( '/^(?:standard|voip)$/D', __( 'Choose what the credential is for: notifications or calls.', 'push-bridge' ) ),
			'bundle_id' => array( '/^[A-Za-z0-9.-]{1,155}$/D', __( 'The bundle id consists of letters, digits, dots and hyphens, for example com.example.app.', 'push-bridge' ) ),
		);
		$forms  = array_values( array_intersect( array( 'p8', 'p12', 'pem' ), array_keys( array_filter( $fields, 'strlen' ) ) ) );
		if ( 1 !== count( $forms ) ) {
			return self::invalid( 'p8', __( 'Give one key: a .p8 file, or a certificate.', 'push-bridge' ) );
		}
		if ( 'p8' === $forms[0] ) {
			$names['key_id']  = array( '/^[A-Za-z0-9]{1,32}$/D', __( 'The key id has 10 letters and digits. Apple shows it beside the key.', 'push-bridge' ) );
			$names['team_id'] = array( '/^[A-Za-z0-9]{1,32}$/D', __( 'The team id has 10 letters and digits. Apple shows it at the top of your developer account.', 'push-bridge' ) );
		}
		$columns = array(
			'app'       => '',
			'channel'   => '',
			'kind'      => 'p8' === $forms[0] ? 'token' : 'certificate',
			'key_id'    => null,
			'team_id'   => null,
			'bundle_id' => '',
		);
		foreach ( $names as $name => list( $pattern, $text ) ) {
			$columns[ $name ] = trim( $fields[ $name ] ?? '' );
			if ( 1 !== preg_match( $pattern, $columns[ $name ] ) ) {
				return self::invalid( $name, $text );
			}
		}
		$secret = self::secret( $forms[0], $fields );
		return is_wp_error( $secret ) ? $secret : new self( $columns, $secret );
	}

	/**
	 * The clear columns.
	 *
	 * @return array<string,string|null>
	 */
	public function columns(): array {
		return $this->columns;
	}

	/**
	 * The text to be sealed. The copies of the columns inside are those that count.
	 */
	public function sealed_text(): string {
		$members = array(
			'v'         => 1,
			'app'       => $this->columns['app'],
			'channel'   => $this->columns['channel'],
			'kind'      => $this->columns['kind'],
			'bundle_id' => $this->columns['bundle_id'],
		);
		if ( 'token' === $this->columns['kind'] ) {
			$members['key_id']  = $this->columns['key_id'];
			$members['team_id'] = $this->columns['team_id'];
		}
		return (string) wp_json_encode( $members + $this->secret, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
	}

	/**
	 * Checks the secret as far as it can be checked without opening it: the daemon parses it and reports.
	 *
	 * @param string               $form   One of p8, p12, pem.
	 * @param array<string,string> $fields What was entered.
	 * @return array<string,string>|\WP_Error
	 */
	private static function secret( string $form, array $fields ) {
		$value = $fields[ $form ];
		if ( strlen( $value ) > self::LARGEST ) {
			return self::invalid( $form, __( 'The file is too large for a key or certificate.', 'push-bridge' ) );
		}
		if ( 'p12' !== $form && ! seems_utf8( $value ) ) {
			return self::invalid( $form, __( 'The file is not text. A .p12 belongs into the field for certificates.', 'push-bridge' ) );
		}
		if ( 'p8' === $form ) {
			if ( false !== strpos( $value, 'PUBLIC KEY' ) || false !== strpos( $value, 'CERTIFICATE' ) || false !== strpos( $value, 'RSA PRIVATE' ) ) {
				return self::invalid( 'p8', __( 'This is not the signing key that Apple gave you: its file is named AuthKey_….p8 and holds a private key.', 'push-bridge' ) );
			}
			return array( 'p8' => $value );
		}
		if ( 'pem' === $form && false === strpos( $value, '-----BEGIN' ) ) {
			return self::invalid( 'pem', __( 'The certificate is not in PEM form: it has no -----BEGIN line.', 'push-bridge' ) );
		}
		// A PKCS#12 file is a DER sequence, longer than 127 bytes.
		if ( 'p12' === $form && 1 !== preg_match( '/^\x30[\x80-\x84]/', $value ) ) {
			return self::invalid( 'p12', __( 'The file is no certificate with a key (.p12) and no text in PEM form.', 'push-bridge' ) );
		}
		// phpcs:ignore WordPress.PHP -- Bytes in JSON.
		$secret     = 'pem' === $form ? array( 'pem' => $value ) : array( 'p12_base64' => base64_encode( $value ) );
		$passphrase = $fields['passphrase'] ?? '';
		if ( '' === $passphrase ) {
			return $secret;
		}
		if ( ! seems_utf8( $passphrase ) || strlen( $passphrase ) > 4096 ) {
			return self::invalid( 'passphrase', __( 'The passphrase is not UTF-8 text of at most 4096 bytes.', 'push-bridge' ) );
		}
		return $secret + array( 'passphrase' => $passphrase );
	}

	/**
	 * An error that names the field.
	 *
	 * @param string $name The field.
	 * @param string $text What is wrong; never what was entered.
	 */
	private static function invalid( string $name, string $text ): \WP_Error {
		return new \WP_Error( 'InvalidField: ' . $name, $text );
	}
}
