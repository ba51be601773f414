<?php
/**
 * The commands `wp push-bridge credentials …`.
 *
 * @package PushBridge
 */

namespace PushBridge\Cli;

use PushBridge\Store\Credential;
use PushBridge\Store\Credentials;
use PushBridge\Store\Public_Key;

/**
 * Seals credentials to the daemon's public key, and lists them. Secrets are read from files and never shown.
 */
final class Credentials_Command {

	/**
	 * Lists the credentials, without their secrets.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : How to print it.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 * ---
	 *
	 * @subcommand list
	 *
	 * @param array $arguments Arguments.
	 * @param array $options   Options.
	 */
	public function list_( $arguments, $options ): void {
		Output::need_tables();
		$columns = array( 'app', 'channel', 'kind', 'bundle_id', 'key_id', 'team_id', 'not_after', 'is_checked', 'error', 'updated_at' );
		Output::rows( $options, array_map( 'get_object_vars', Credentials::all() ), $columns );
	}

	/**
	 * Stores a credential. One for the same app and channel is replaced.
	 *
	 * ## OPTIONS
	 *
	 * --channel=<channel>
	 * : standard for notifications, voip for calls.
	 *
	 * --bundle-id=<id>
	 * : The app's bundle id.
	 *
	 * [--app=<app>]
	 * : The app.
	 * ---
	 * default: default
	 * ---
	 *
	 * [--p8=<file>]
	 * : The key from Apple, with --key-id and --team-id. - for standard input, as with each of these files.
	 *
	 * [--key-id=<id>]
	 * : The key's id.
	 *
	 * [--team-id=<id>]
	 * : The team's id.
	 *
	 * [--p12=<file>]
	 * : A certificate instead.
	 *
	 * [--pem=<file>]
	 * : A certificate and its key as PEM text instead.
	 *
	 * [--passphrase-file=<file>]
	 * : The passphrase of the certificate.
	 *
	 * ## EXAMPLES
	 *
	 *     wp push-bridge credentials set --channel=standard --bundle-id=com.example.app --p8=AuthKey.p8 --key-id=ABC1234567 --team-id=DEF1234567
	 *
	 * @param array $arguments Arguments.
	 * @param array $options   Options.
	 */
	public function set( $arguments, $options ): void {
		Output::need_tables();
		$fields = array(
			'app'       => $options['app'],
			'channel'   => $options['channel'],
			'bundle_id' => $options['bundle-id'],
			'key_id'    => $options['key-id'] ?? '',
			'team_id'   => $options['team-id'] ?? '',
		);
		foreach ( array( 'p8', 'p12', 'pem' ) as $form ) {
			if ( isset( $options[ $form ] ) ) {
				$fields[ $form ] = self::content( (string) $options[ $form ] );
			}
		}
		if ( isset( $options['passphrase-file'] ) ) {
			// One line end belongs to the file, not to the passphrase.
			$fields['passphrase'] = preg_replace( '/\r?\n$/D', '', self::content( (string) $options['passphrase-file'] ) );
		}
		$credential = Output::or_stop( Credential::from( $fields ) );
		Output::or_stop( Credentials::save( $credential, Public_Key::current() ) );
		\WP_CLI::success( __( 'Sealed and stored. The daemon checks it within seconds: wp push-bridge credentials list', 'push-bridge' ) );
	}

	/**
	 * Removes a credential; nothing is sent for its app and channel from then on.
	 *
	 * ## OPTIONS
	 *
	 * --channel=<channel>
	 * : standard or voip.
	 *
	 * [--app=<app>]
	 * : The app.
	 * ---
	 * default: default
	 * ---
	 *
	 * [--yes]
	 * : Do not ask.
	 *
	 * @param array $arguments Arguments.
	 * @param array $options   Options.
	 */
	public function remove( $arguments, $options ): void {
		Output::need_tables();
		/* translators: 1: an app, 2: a channel. */
		\WP_CLI::confirm( sprintf( __( 'Remove the credential %1$s/%2$s?', 'push-bridge' ), $options['app'], $options['channel'] ), $options );
		if ( ! Credentials::remove( $options['app'], $options['channel'] ) ) {
			\WP_CLI::error( __( 'There is no such credential.', 'push-bridge' ) );
		}
		\WP_CLI::success( __( 'Removed.', 'push-bridge' ) );
	}

	/**
	 * Confirms the daemon's public key, after you have compared its fingerprint with the one that `push-bridge doctor` shows.
	 *
	 * ## OPTIONS
	 *
	 * <fingerprint>
	 * : The 16 digits that the daemon's program shows on the server.
	 *
	 * @subcommand confirm-key
	 *
	 * @param array $arguments Arguments.
	 */
	public function confirm_key( $arguments ): void {
		Output::need_tables();
		Output::or_stop( Public_Key::current()->confirm( strtolower( (string) $arguments[0] ) ) );
		\WP_CLI::success( __( 'Confirmed. Credentials can be sealed.', 'push-bridge' ) );
	}

	/**
	 * What a file holds.
	 *
	 * @param string $file Its path, - for standard input.
	 */
	private static function content( string $file ): string {
		// phpcs:ignore WordPress.PHP, WordPress.WP -- A local file that the caller named.
		$content = @file_get_contents( '-' === $file ? 'php://stdin' : $file );
		if ( false === $content ) {
			/* translators: %s: a path. */
			\WP_CLI::error( sprintf( __( 'The file "%s" cannot be read.', 'push-bridge' ), $file ) );
		}
		return (string) $content;
	}
}
