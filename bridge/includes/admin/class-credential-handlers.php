<?php
/**
 * What the buttons of the credentials do.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Store\Credential;
use PushBridge\Store\Credentials;
use PushBridge\Store\Public_Key;

/**
 * Confirm the key, store and remove credentials. No secret is kept, logged or sent back.
 */
final class Credential_Handlers {

	/**
	 * Adds the hooks.
	 */
	public static function add_hooks(): void {
		add_action( 'admin_post_pushbridge_confirm_key', array( self::class, 'confirm_key' ) );
		add_action( 'admin_post_pushbridge_save_credential', array( self::class, 'save' ) );
		add_action( 'admin_post_pushbridge_remove_credential', array( self::class, 'remove' ) );
	}

	/**
	 * Notes that the fingerprint was compared.
	 */
	public static function confirm_key(): void {
		// phpcs:ignore WordPress.Security.NonceVerification -- The nonce names the fingerprint, so that comes first.
		$fingerprint = Input::text( $_POST, 'fingerprint' );
		Access::require_change( 'pushbridge_confirm_key_' . $fingerprint );
		$result = Public_Key::current()->confirm( $fingerprint );
		Notices::redirect( Menu::url( 'credentials' ), is_wp_error( $result ) ? (string) $result->get_error_code() : 'key_confirmed' );
	}

	/**
	 * Seals and stores what was entered, once for each ticked purpose.
	 */
	public static function save(): void {
		Access::require_change( 'pushbridge_save_credential' );
		// phpcs:disable WordPress.Security.NonceVerification -- Checked above.
		$form     = Input::choice( $_POST, 'form', array( 'token', 'certificate' ) );
		$channels = Input::choices( $_POST, 'channels', Credential::CHANNELS );
		$names    = 'token' === $form ? array( 'app', 'bundle_id', 'key_id', 'team_id' ) : array( 'app', 'bundle_id' );
		$fields   = array();
		$kept     = array( 'form' => $form );
		foreach ( $names as $name ) {
			$fields[ $name ]             = Input::text( $_POST, $name );
			$kept[ $form . '.' . $name ] = $fields[ $name ];
		}
		if ( 'token' === $form ) {
			$file         = Input::upload( $_FILES, 'p8_file', Credential::LARGEST );
			$fields['p8'] = '' === $file ? Input::secret( $_POST, 'p8' ) : $file;
		} else {
			$file = Input::upload( $_FILES, 'certificate_file', Credential::LARGEST );
			$fields[ false === strpos( $file, '-----BEGIN' ) ? 'p12' : 'pem' ] = $file;
			$fields['passphrase'] = Input::secret( $_POST, 'passphrase' );
		}
		// phpcs:enable
		$error = self::store( $fields, $channels );
		$url   = Menu::url( 'credentials' );
		if ( null === $error ) {
			Form_Memory::clear();
			Notices::redirect( $url, 'credential_saved' );
		}
		if ( 0 !== strpos( (string) $error->get_error_code(), 'InvalidField' ) ) {
			Notices::redirect( $url, (string) $error->get_error_code() );
		}
		Form_Memory::keep( $error, $kept );
		Notices::redirect( $url, 'form' );
	}

	/**
	 * Removes a credential.
	 */
	public static function remove(): void {
		// phpcs:disable WordPress.Security.NonceVerification -- The nonce names app and channel, so they come first.
		$app     = Input::text( $_POST, 'app' );
		$channel = Input::choice( $_POST, 'channel', Credential::CHANNELS );
		// phpcs:enable
		Access::require_change( Credentials_Screen::remove_nonce( $app, $channel ) );
		Notices::redirect( Menu::url( 'credentials' ), Credentials::remove( $app, $channel ) ? 'credential_removed' : 'credential_gone' );
	}

	/**
	 * Checks for every purpose first, then stores.
	 *
	 * @param array<string,string> $fields   What was entered.
	 * @param string[]             $channels The purposes.
	 */
	public static function store( array $fields, array $channels ): ?\WP_Error {
		$key  = Public_Key::current();
		$list = array();
		foreach ( $channels ? $channels : array( '' ) as $channel ) {
			$credential = Credential::from( array( 'channel' => $channel ) + $fields );
			if ( is_wp_error( $credential ) ) {
				return $credential;
			}
			$list[] = $credential;
		}
		foreach ( $list as $credential ) {
			$result = Credentials::save( $credential, $key );
			if ( is_wp_error( $result ) ) {
				return $result;
			}
		}
		return null;
	}
}
