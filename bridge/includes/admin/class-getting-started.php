<?php
/**
 * From the activated plugin to the first delivered push.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Schema;
use PushBridge\Store\Credentials;
use PushBridge\Store\Deliveries;
use PushBridge\Store\Devices;
use PushBridge\Store\Public_Key;
use PushBridge\Store\Workers;

/**
 * A list of steps that shows what is done and what comes next; it goes when everything is done.
 */
final class Getting_Started {

	/** Remembers that everything was done once, so that it is not asked again. */
	const OPTION = 'pushbridge_started';

	/**
	 * Prints the panel, if something is missing.
	 */
	public static function render(): void {
		if ( get_network_option( null, self::OPTION ) && ! Schema::problem() ) {
			return;
		}
		$steps = self::steps();
		if ( ! array_filter( $steps, array( self::class, 'is_missing' ) ) ) {
			update_network_option( null, self::OPTION, 1 );
			return;
		}
		printf( '<section class="pushbridge-card pushbridge-start" aria-labelledby="pushbridge-start"><h2 id="pushbridge-start">%s</h2><ol>', esc_html__( 'Getting started', 'push-bridge' ) );
		$next = true;
		foreach ( $steps as list( $is_done, $title, $how, $command, $url, $link ) ) {
			printf( '<li class="%s"%s><strong>%s</strong> <span class="pushbridge-mark">%s</span>', $is_done ? 'pushbridge-done' : 'pushbridge-open', ! $is_done && $next ? ' aria-current="step"' : '', esc_html( $title ), $is_done ? esc_html__( 'done', 'push-bridge' ) : '' );
			if ( ! $is_done && $next ) {
				$next = false;
				printf( '<p>%s</p>', esc_html( $how ) );
				if ( $command ) {
					printf( '<p><code>%s</code></p>', esc_html( $command ) );
				}
				if ( $url ) {
					printf( '<p><a class="button button-primary" href="%s">%s</a></p>', esc_url( $url ), esc_html( $link ) );
				}
			}
			echo '</li>';
		}
		echo '</ol></section>';
	}

	/**
	 * Whether a step is not done.
	 *
	 * @param array $step A step.
	 */
	private static function is_missing( array $step ): bool {
		return ! $step[0];
	}

	/**
	 * The steps: whether done, title, what to do, command, address, text of the link.
	 *
	 * @return array<int,array>
	 */
	private static function steps(): array {
		$has_tables  = null === Schema::problem();
		$credentials = $has_tables ? Credentials::all() : array();
		$sound       = array_filter(
			$credentials,
			static function ( $row ) {
				return $row->is_checked && ( null === $row->error || '' === $row->error );
			}
		);
		return array(
			array(
				$has_tables,
				__( 'Set up the daemon', 'push-bridge' ),
				__( 'Install push-bridge on the server and run this once. It writes its configuration, makes its tables and its key. Then reload this page.', 'push-bridge' ),
				'push-bridge init --wp-config ' . self::wp_config(),
				'',
				'',
			),
			array(
				$has_tables && Public_Key::CONFIRMED === Public_Key::current()->state(),
				__( 'Confirm the daemon\'s public key', 'push-bridge' ),
				__( 'The keys that Apple gave you are sealed so that only the daemon can open them. Compare the fingerprint with the one that push-bridge init has shown.', 'push-bridge' ),
				'',
				Menu::url( 'credentials' ),
				__( 'Compare the fingerprint', 'push-bridge' ),
			),
			array(
				array() !== $credentials,
				__( 'Store a key from Apple', 'push-bridge' ),
				__( 'Make a key for Apple Push Notifications in your Apple developer account and upload its .p8 file.', 'push-bridge' ),
				'',
				Menu::url( 'credentials' ) . '#pushbridge-add',
				__( 'Add a credential', 'push-bridge' ),
			),
			array(
				$has_tables && array() !== Workers::alive( Workers::all() ),
				__( 'Start the daemon', 'push-bridge' ),
				__( 'Run this on the server, then reload this page.', 'push-bridge' ),
				'systemctl enable --now push-bridge',
				'',
				'',
			),
			array(
				array() !== $sound,
				__( 'Have the key checked', 'push-bridge' ),
				__( 'The daemon checks the stored key within seconds. If it finds something wrong, the Credentials page says what.', 'push-bridge' ),
				'',
				Menu::url( 'credentials' ),
				__( 'See the result', 'push-bridge' ),
			),
			array(
				array() !== Devices::of_user( get_current_user_id() ),
				__( 'Register your own device', 'push-bridge' ),
				__( 'Log in to the app with this account and allow notifications. The app sends its device token to this site.', 'push-bridge' ),
				'',
				get_edit_profile_url() . '#pushbridge-devices',
				__( 'See your devices', 'push-bridge' ),
			),
			array(
				$has_tables && self::was_delivered(),
				__( 'Send a test notification to yourself', 'push-bridge' ),
				__( 'When it appears on your device, everything works.', 'push-bridge' ),
				'',
				Menu::url() . '#pushbridge-test',
				__( 'Go to the test', 'push-bridge' ),
			),
		);
	}

	/**
	 * Whether anything was ever delivered.
	 */
	private static function was_delivered(): bool {
		return Deliveries::counts()['delivered'] > 0;
	}

	/**
	 * The path of wp-config.php, quoted for a shell where necessary.
	 */
	private static function wp_config(): string {
		$path = file_exists( ABSPATH . 'wp-config.php' ) ? ABSPATH . 'wp-config.php' : dirname( ABSPATH ) . '/wp-config.php';
		return 1 === preg_match( '#^[A-Za-z0-9/._-]+$#D', $path ) ? $path : escapeshellarg( $path );
	}
}
