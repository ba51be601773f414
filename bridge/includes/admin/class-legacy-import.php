<?php
/**
 * Keys that an older plugin left in plain options.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Store\Credential;
use PushBridge\Store\Credentials;

/**
 * Seals what options hold, or the files that they name, and deletes the options once the daemon has found the result sound.
 * Nothing of it is shown.
 */
final class Legacy_Import {

	/** Remembers which options a credential came from: "app/channel" => names with digests, the path of a file, the box. */
	const OPTION = 'pushbridge_imported';

	/**
	 * Adds the hooks.
	 */
	public static function add_hooks(): void {
		add_action( 'admin_post_pushbridge_import', array( self::class, 'import' ) );
		add_action( 'admin_post_pushbridge_wipe', array( self::class, 'wipe' ) );
	}

	/**
	 * Prints the form.
	 */
	public static function render_form(): void {
		if ( ! self::is_allowed() ) {
			return;
		}
		printf( '<details class="pushbridge-card" id="pushbridge-import"%s><summary>%s</summary><p>%s</p>', 'import' === Form_Memory::field( 'form' ) ? ' open' : '', esc_html__( 'Import from plain options of an older plugin', 'push-bridge' ), esc_html__( 'Give the names of the options. The key or certificate may stand in its option as text, or the option may hold the path of a file. It is sealed and stored; the plain options stay until you delete them.', 'push-bridge' ) );
		printf( '<form method="post" action="%s"><input type="hidden" name="action" value="pushbridge_import">', esc_url( admin_url( 'admin-post.php' ) ) );
		Access::print_nonce( 'pushbridge_import' );
		$fields = array(
			'app'       => __( 'App', 'push-bridge' ),
			'bundle_id' => __( 'Option with the bundle id', 'push-bridge' ),
			'p8'        => __( 'Option with the signing key (.p8)', 'push-bridge' ),
			'key_id'    => __( 'Option with the key id', 'push-bridge' ),
			'team_id'   => __( 'Option with the team id', 'push-bridge' ),
			'cert'      => __( 'or: option with the certificate', 'push-bridge' ),
			'pass'      => __( 'Option with its passphrase', 'push-bridge' ),
		);
		foreach ( $fields as $name => $label ) {
			printf( '<p><label for="pushbridge-import-%1$s">%2$s</label><br><input type="text" id="pushbridge-import-%1$s" name="%1$s" value="%3$s" class="regular-text" autocomplete="off" spellcheck="false"></p>', esc_attr( $name ), esc_html( $label ), esc_attr( Form_Memory::field( 'import.' . $name, 'app' === $name ? 'default' : '' ) ) );
		}
		printf( '<p><label for="pushbridge-import-channel">%s</label><br><select id="pushbridge-import-channel" name="channel">', esc_html__( 'For', 'push-bridge' ) );
		foreach ( Credential::CHANNELS as $channel ) {
			printf( '<option value="%s">%s</option>', esc_attr( $channel ), esc_html( Format::label( $channel ) ) );
		}
		printf( '</select></p><p><button class="button">%s</button></p></form></details>', esc_html__( 'Seal and store', 'push-bridge' ) );
	}

	/**
	 * Prints the button that deletes the options of an imported credential, once Apple has taken a notification with it.
	 *
	 * @param object $row A credential.
	 */
	public static function render_wipe( object $row ): void {
		$source = self::source( $row );
		if ( ! $source ) {
			return;
		}
		if ( '' !== $source['path'] ) {
			/* translators: %s: path of a file. */
			$text = sprintf( __( 'The file %s still holds the key in plain text. Delete it on the server.', 'push-bridge' ), $source['path'] );
			if ( 0 === strpos( wp_normalize_path( $source['path'] ), wp_normalize_path( ABSPATH ) ) ) {
				$text .= ' ' . __( 'It lies in a folder that the web server may show to everybody.', 'push-bridge' );
			}
			printf( '<p class="description">%s</p>', esc_html( $text ) );
		}
		if ( ! Credentials::is_proven( $row->app, $row->channel ) ) {
			printf( '<p class="description">%s</p>', esc_html__( 'The plain options can be deleted here as soon as Apple has taken a notification with this credential.', 'push-bridge' ) );
		} elseif ( self::is_allowed() ) {
			Cleanup_Panel::render_button(
				'pushbridge_wipe',
				self::wipe_nonce( $row->app, $row->channel ),
				__( 'Delete the plain options', 'push-bridge' ),
				false,
				array(
					'app'     => $row->app,
					'channel' => $row->channel,
				)
			);
		}
	}

	/**
	 * Seals and stores what the options hold.
	 */
	public static function import(): void {
		Access::require_that( self::is_allowed(), 'pushbridge_import' );
		Access::require_tables();
		$kept = array( 'form' => 'import' );
		foreach ( array( 'app', 'bundle_id', 'p8', 'key_id', 'team_id', 'cert', 'pass' ) as $name ) {
			// phpcs:ignore WordPress.Security.NonceVerification -- Checked above.
			$kept[ 'import.' . $name ] = Input::text( $_POST, $name );
		}
		// phpcs:ignore WordPress.Security.NonceVerification -- Checked above.
		$channel = Input::choice( $_POST, 'channel', Credential::CHANNELS );
		$names   = array_filter( self::named( $kept ), 'strlen' );
		$path    = '';
		$fields  = self::fields( $names, $path );
		$error   = is_wp_error( $fields ) ? $fields : Credential_Handlers::store( array( 'app' => $kept['import.app'] ) + $fields, array( $channel ) );
		if ( $error ) {
			Form_Memory::keep( $error, $kept );
			Notices::redirect( Menu::url( 'credentials' ), 0 === strpos( (string) $error->get_error_code(), 'InvalidField' ) ? 'form' : (string) $error->get_error_code() );
		}
		$row     = self::row( $kept['import.app'], $channel );
		$sources = self::sources();

		$sources[ $kept['import.app'] . '/' . $channel ] = array(
			'names' => array_combine( $names, array_map( array( self::class, 'digest' ), $names ) ),
			'path'  => $path,
			'box'   => $row ? $row->box_hash : '',
		);
		update_network_option( null, self::OPTION, $sources );
		Notices::redirect( Menu::url( 'credentials' ), 'credential_saved' );
	}

	/**
	 * Deletes the options of an imported credential.
	 */
	public static function wipe(): void {
		// phpcs:disable WordPress.Security.NonceVerification -- The nonce names app and channel, so they come first.
		$app     = Input::text( $_POST, 'app' );
		$channel = Input::choice( $_POST, 'channel', Credential::CHANNELS );
		// phpcs:enable
		Access::require_that( self::is_allowed(), self::wipe_nonce( $app, $channel ) );
		Access::require_tables();
		$row    = self::row( $app, $channel );
		$source = $row ? self::source( $row ) : null;
		if ( ! $source || ! Credentials::is_proven( $app, $channel ) ) {
			Notices::redirect( Menu::url( 'credentials' ), 'not_verified' );
		}
		$sources = self::sources();
		unset( $sources[ $app . '/' . $channel ] );
		// What another credential that is not yet proven came from stays, and what was changed since the import.
		$needed = array_merge( array(), ...array_values( array_map( 'array_keys', array_column( $sources, 'names' ) ) ) );
		foreach ( array_diff_key( $source['names'], array_flip( $needed ) ) as $name => $digest ) {
			if ( ! Core_Options::has( (string) $name ) && self::digest( (string) $name ) === $digest ) {
				delete_option( (string) $name );
			}
		}
		update_network_option( null, self::OPTION, $sources );
		Notices::redirect( Menu::url( 'credentials' ), 'options_wiped' );
	}

	/**
	 * The options that were named, by what they hold; a key goes before a certificate.
	 *
	 * @param array<string,string> $kept What was entered.
	 * @return array<string,string>
	 */
	private static function named( array $kept ): array {
		$members = '' !== $kept['import.p8'] ? array( 'bundle_id', 'p8', 'key_id', 'team_id' ) : array( 'bundle_id', 'cert', 'pass' );
		$named   = array();
		foreach ( $members as $member ) {
			$named[ $member ] = $kept[ 'import.' . $member ];
		}
		return $named;
	}

	/**
	 * What the named options hold, as Credential::from() takes it.
	 *
	 * @param array<string,string> $names Of bundle_id, p8, key_id, team_id, cert, pass: the option.
	 * @param string               $path  Set to the path of the key's file, if it lies in one.
	 * @return array<string,string>|\WP_Error An option of WordPress' own, or one without text, is refused.
	 */
	private static function fields( array $names, string &$path ) {
		$fields = array();
		foreach ( $names as $member => $name ) {
			if ( Core_Options::has( $name ) ) {
				/* translators: %s: the name of an option. */
				return new \WP_Error( 'InvalidField: ' . $member, sprintf( __( 'The option "%s" belongs to WordPress and holds nothing of Apple\'s.', 'push-bridge' ), $name ) );
			}
			$value = in_array( $member, array( 'p8', 'cert' ), true ) ? self::content( $name, $path ) : self::option( $name );
			if ( '' === $value ) {
				/* translators: %s: the name of an option. */
				return new \WP_Error( 'InvalidField: ' . $member, sprintf( __( 'There is no text in the option "%s".', 'push-bridge' ), $name ) );
			}
			if ( 'cert' === $member ) {
				$member = false === strpos( $value, '-----BEGIN' ) ? 'p12' : 'pem';
			}
			$fields[ 'pass' === $member ? 'passphrase' : $member ] = $value;
		}
		return $fields;
	}

	/**
	 * A stored credential.
	 *
	 * @param string $app     The app.
	 * @param string $channel The channel.
	 */
	private static function row( string $app, string $channel ): ?object {
		foreach ( Credentials::all() as $row ) {
			if ( $row->app === $app && $row->channel === $channel ) {
				return $row;
			}
		}
		return null;
	}

	/**
	 * Where a credential came from; null when it is not the one that was imported.
	 *
	 * @param object $row The credential.
	 */
	private static function source( object $row ): ?array {
		$source = self::sources()[ $row->app . '/' . $row->channel ] ?? null;
		return is_array( $source ) && '' !== ( $source['box'] ?? '' ) && $source['box'] === $row->box_hash ? $source : null;
	}

	/**
	 * What tells whether an option still holds what was imported.
	 *
	 * @param string $name The option.
	 */
	private static function digest( string $name ): string {
		return hash_hmac( 'sha256', self::option( $name ), wp_salt() );
	}

	/**
	 * Whether the user may: whoever only manages pushes has no business with the site's other options.
	 */
	private static function is_allowed(): bool {
		return Access::can_change() && current_user_can( 'manage_options' );
	}

	/**
	 * The value of an option as text; empty when there is none.
	 *
	 * @param string $name The option.
	 */
	private static function option( string $name ): string {
		$value = '' === $name ? '' : get_option( $name, '' );
		return is_scalar( $value ) ? (string) $value : '';
	}

	/**
	 * A key from an option that holds it or the path of its file.
	 *
	 * @param string $name The option.
	 * @param string $path Set to the path, if it is one.
	 */
	private static function content( string $name, string &$path ): string {
		$value = self::option( $name );
		if ( strlen( $value ) > 4096 || false !== strpos( $value, "\n" ) || false !== strpos( $value, "\0" ) || ! path_is_absolute( trim( $value ) ) || ! is_file( trim( $value ) ) ) {
			// A certificate may stand there in Base64.
			$bytes = false === strpos( $value, '-----' ) ? base64_decode( $value, true ) : false; // phpcs:ignore WordPress.PHP -- Bytes.
			return is_string( $bytes ) && 0 === strpos( $bytes, "\x30\x82" ) && ! seems_utf8( $bytes ) && strlen( $bytes ) > 400 ? $bytes : $value;
		}
		$path = trim( $value );
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- A file on this server.
		return (string) file_get_contents( $path, false, null, 0, Credential::LARGEST + 1 );
	}

	/**
	 * Where the imported credentials came from.
	 *
	 * @return array<string,array>
	 */
	private static function sources(): array {
		$sources = get_network_option( null, self::OPTION, array() );
		return is_array( $sources ) ? $sources : array();
	}

	/**
	 * The nonce's action for deleting the options.
	 *
	 * @param string $app     The app.
	 * @param string $channel The channel.
	 */
	private static function wipe_nonce( string $app, string $channel ): string {
		return 'pushbridge_wipe_' . $channel . '_' . $app;
	}
}
