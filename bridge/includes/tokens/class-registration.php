<?php
/**
 * What an app says about a token.
 *
 * @package PushBridge
 */

namespace PushBridge\Tokens;

/**
 * The checked fields of a registration or of its end.
 */
final class Registration {

	/**
	 * The token, normalized.
	 *
	 * @var string
	 */
	public $token;

	/**
	 * The kind of token.
	 *
	 * @var string
	 */
	public $kind;

	/**
	 * The usermeta key of the kind.
	 *
	 * @var string
	 */
	public $meta_key;

	/**
	 * The record's optional fields: environment, device, app, bundle_id.
	 *
	 * @var array<string,string>
	 */
	private $details = array();

	/**
	 * Reads the fields of a request.
	 *
	 * @param array $fields The fields, unslashed.
	 * @return self|\WP_Error MalformedDeviceToken, or `InvalidField: <name>`.
	 */
	public static function from( array $fields ) {
		$registration        = new self();
		$registration->token = Device_Token::normalized( trim( self::text( $fields, 'token' ) ) );
		if ( null === $registration->token ) {
			return new \WP_Error( 'MalformedDeviceToken', __( 'A device token is an even number of hexadecimal digits, at most 200.', 'push-bridge' ) );
		}
		$patterns = array(
			'environment' => '/^(?:production|sandbox)$/D',
			'app'         => '/^[\x21-\x7e]{1,64}$/D',
			'bundle_id'   => '/^[A-Za-z0-9.-]{1,155}$/D',
			'device'      => '/^[^\x00-\x1f\x7f]{1,191}$/Du',
		);
		if ( in_array( $fields['app'] ?? '', array( '', null ), true ) ) {
			$app           = Token_Kinds::app( 'register' );
			$fields['app'] = 'default' === $app ? '' : $app;
		}
		foreach ( $patterns as $name => $pattern ) {
			$text = self::text( $fields, $name );
			if ( '' === $text && in_array( $fields[ $name ] ?? '', array( '', null ), true ) ) {
				continue;
			}
			if ( 1 !== preg_match( $pattern, $text ) ) {
				return self::invalid( $name );
			}
			$registration->details[ $name ] = $text;
		}
		$kind = self::text( $fields, 'kind' );
		if ( '' === $kind && ! in_array( $fields['kind'] ?? '', array( '', null ), true ) ) {
			return self::invalid( 'kind' );
		}
		$registration->kind     = '' === $kind ? 'standard' : $kind;
		$registration->meta_key = Token_Kinds::meta_key( $registration->kind, $registration->details['app'] ?? 'default' );
		return null === $registration->meta_key ? self::invalid( 'kind' ) : $registration;
	}

	/**
	 * The record as it is stored, registered now.
	 */
	public function record(): array {
		return array_merge( array( 'token' => $this->token ), $this->details, array( 'registered_at' => time() ) );
	}

	/**
	 * A field as text; empty when it is absent or no text.
	 *
	 * @param array  $fields The fields.
	 * @param string $name   The field's name.
	 */
	private static function text( array $fields, string $name ): string {
		return is_string( $fields[ $name ] ?? null ) ? $fields[ $name ] : '';
	}

	/**
	 * The refusal of a field.
	 *
	 * @param string $name The field's name.
	 */
	private static function invalid( string $name ): \WP_Error {
		/* translators: %s: the name of a field. */
		return new \WP_Error( 'InvalidField: ' . $name, sprintf( __( 'The field "%s" has no valid value.', 'push-bridge' ), $name ) );
	}
}
