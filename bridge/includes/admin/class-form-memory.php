<?php
/**
 * A form that was sent and refused.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

/**
 * Keeps for a minute, for the same user, what was wrong and what was entered, secrets excepted, so that nobody types it
 * twice.
 */
final class Form_Memory {

	/**
	 * What was kept, once it was read.
	 *
	 * @var array|null
	 */
	private static $kept = null;

	/**
	 * Keeps an error and fields.
	 *
	 * @param \WP_Error            $error  What was wrong.
	 * @param array<string,string> $fields What was entered, without secrets.
	 */
	public static function keep( \WP_Error $error, array $fields ): void {
		set_transient(
			self::name(),
			array(
				'code'   => (string) $error->get_error_code(),
				'error'  => $error->get_error_message(),
				'fields' => $fields,
			),
			60
		);
		self::$kept = null;
	}

	/**
	 * Forgets what was kept.
	 */
	public static function clear(): void {
		delete_transient( self::name() );
		self::$kept = null;
	}

	/**
	 * What was wrong; a general sentence when it is forgotten.
	 */
	public static function error(): string {
		return (string) ( self::kept()['error'] ?? __( 'Something was wrong with the form. Please fill it in again.', 'push-bridge' ) );
	}

	/**
	 * The name of the field that was wrong; empty when there is none.
	 */
	public static function wrong_field(): string {
		return (string) preg_replace( '/^InvalidField: /', '', (string) ( self::kept()['code'] ?? '' ) );
	}

	/**
	 * What was entered in a field.
	 *
	 * @param string $name    The field.
	 * @param string $default What to show when nothing was.
	 */
	public static function field( string $name, string $default = '' ): string {
		return (string) ( self::kept()['fields'][ $name ] ?? $default );
	}

	/**
	 * What is kept.
	 */
	private static function kept(): array {
		if ( null === self::$kept ) {
			// phpcs:ignore WordPress.Security.NonceVerification -- Only says what to show.
			self::$kept = 'form' === Input::text( $_GET, 'pb_notice' ) ? (array) get_transient( self::name() ) : array();
		}
		return self::$kept;
	}

	/**
	 * The transient's name.
	 */
	private static function name(): string {
		return 'pushbridge_form_' . get_current_user_id();
	}
}
