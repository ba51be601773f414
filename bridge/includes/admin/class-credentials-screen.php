<?php
/**
 * The tab with the credentials.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Store\Credentials;
use PushBridge\Store\Public_Key;

/**
 * What is stored, without what is secret in it, and the forms that store more.
 */
final class Credentials_Screen extends Screen {

	/**
	 * The name on the tab.
	 */
	public static function label(): string {
		return __( 'Credentials', 'push-bridge' );
	}

	/**
	 * Prints the content.
	 */
	public function render(): void {
		if ( ! Access::can_change() ) {
			printf( '<p>%s</p>', esc_html__( 'Only network administrators manage the credentials, because they hold for all sites.', 'push-bridge' ) );
			return;
		}
		$key = Public_Key::current();
		self::render_key( $key );
		self::render_list();
		if ( Public_Key::CONFIRMED === $key->state() ) {
			Credential_Forms::render();
		}
	}

	/**
	 * Prints the daemon's public key.
	 *
	 * @param Public_Key $key The key.
	 */
	private static function render_key( Public_Key $key ): void {
		printf( '<section class="pushbridge-card"><h2>%s</h2>', esc_html__( 'The daemon\'s public key', 'push-bridge' ) );
		$texts               = array(
			Public_Key::MISSING     => array( 'warning', __( 'The daemon has not published its public key yet. Run on the server: push-bridge init', 'push-bridge' ) ),
			Public_Key::UNCONFIRMED => array( 'info', __( 'What you enter below is sealed to this key: only the daemon can open it. Compare the fingerprint with the one that push-bridge init has shown on the server, then confirm it.', 'push-bridge' ) ),
			Public_Key::CHANGED     => array( 'error', __( 'This is another key than the one that was confirmed. Either the daemon was given a new key, or somebody wants to read your next credential. Nothing is sealed until the fingerprint is confirmed again.', 'push-bridge' ) ),
			Public_Key::CONFIRMED   => array( 'success', __( 'The key is confirmed. What you enter is sealed to it; this site cannot read it again.', 'push-bridge' ) ),
		);
		list( $kind, $text ) = $texts[ $key->state() ];
		printf( '<div class="notice inline notice-%s"><p>%s</p></div>', esc_attr( $kind ), esc_html( $text ) );
		if ( '' !== $key->alarm() ) {
			/* translators: 1: fingerprint of a key, 2: a shell command. */
			printf( '<div class="notice inline notice-error"><p>%s</p></div>', esc_html( sprintf( __( 'The daemon found a foreign key (%1$s) in its place and takes no new credentials. Find out who wrote it, then run on the server: %2$s', 'push-bridge' ), $key->alarm(), 'push-bridge doctor --accept' ) ) );
		}
		if ( Public_Key::MISSING !== $key->state() ) {
			printf( '<p>%s <code class="pushbridge-fingerprint">%s</code></p>', esc_html__( 'Fingerprint:', 'push-bridge' ), esc_html( implode( ' ', str_split( $key->fingerprint(), 4 ) ) ) );
		}
		if ( Public_Key::CHANGED === $key->state() ) {
			printf( '<p>%s <code>%s</code></p>', esc_html__( 'Confirmed before:', 'push-bridge' ), esc_html( implode( ' ', str_split( Public_Key::confirmed(), 4 ) ) ) );
		}
		if ( in_array( $key->state(), array( Public_Key::UNCONFIRMED, Public_Key::CHANGED ), true ) ) {
			Cleanup_Panel::render_button( 'pushbridge_confirm_key', 'pushbridge_confirm_key_' . $key->fingerprint(), __( 'The fingerprints are the same: confirm', 'push-bridge' ), true, array( 'fingerprint' => $key->fingerprint() ) );
		}
		echo '</section>';
	}

	/**
	 * Prints what is stored.
	 */
	private static function render_list(): void {
		printf( '<h2>%s</h2>', esc_html__( 'Stored credentials', 'push-bridge' ) );
		$rows = Credentials::all();
		if ( ! $rows ) {
			printf( '<p>%s</p>', esc_html__( 'None yet. Notifications and calls each need one; both may use the same key.', 'push-bridge' ) );
			return;
		}
		echo '<div class="pushbridge-scroll"><table class="widefat striped"><thead><tr>';
		foreach ( array( __( 'App', 'push-bridge' ), __( 'For', 'push-bridge' ), __( 'Kind', 'push-bridge' ), __( 'Bundle id and topics', 'push-bridge' ), __( 'Expires', 'push-bridge' ), __( 'The daemon says', 'push-bridge' ), __( 'Stored', 'push-bridge' ), __( 'Actions', 'push-bridge' ) ) as $heading ) {
			printf( '<th scope="col">%s</th>', esc_html( $heading ) );
		}
		echo '</tr></thead><tbody>';
		// phpcs:disable WordPress.Security.EscapeOutput -- Format escapes.
		foreach ( $rows as $row ) {
			printf(
				'<tr><th scope="row">%s</th><td>%s</td><td>%s</td><td>%s%s</td><td>%s</td><td>%s</td><td>%s</td><td>',
				esc_html( $row->app ),
				esc_html( Format::label( $row->channel ) ),
				/* translators: 1: id of a key, 2: id of a team. */
				'token' === $row->kind ? esc_html( sprintf( __( 'Signing key %1$s, team %2$s', 'push-bridge' ), $row->key_id, $row->team_id ) ) : esc_html__( 'Certificate', 'push-bridge' ),
				esc_html( $row->bundle_id ),
				$row->topics ? '<br><span class="description">' . esc_html( implode( ', ', $row->topics ) ) . '</span>' : '',
				null === $row->days_left ? '—' : self::expiry( $row ),
				self::verdict( $row ),
				Format::time( $row->updated_at )
			);
			Cleanup_Panel::render_button(
				'pushbridge_remove_credential',
				self::remove_nonce( $row->app, $row->channel ),
				__( 'Remove', 'push-bridge' ),
				false,
				array(
					'app'     => $row->app,
					'channel' => $row->channel,
				)
			);
			Legacy_Import::render_wipe( $row );
			echo '</td></tr>';
		}
		// phpcs:enable
		echo '</tbody></table></div>';
	}

	/**
	 * The nonce's action for removing a credential.
	 *
	 * @param string $app     The app.
	 * @param string $channel The channel.
	 */
	public static function remove_nonce( string $app, string $channel ): string {
		return 'pushbridge_remove_credential_' . $channel . '_' . $app;
	}

	/**
	 * When a certificate ends.
	 *
	 * @param object $row The credential.
	 */
	private static function expiry( object $row ): string {
		$text = Format::time( $row->not_after );
		if ( $row->days_left < 0 ) {
			return $text . '<br><span class="pushbridge-badge pushbridge-bad">' . esc_html__( 'expired', 'push-bridge' ) . '</span>';
		}
		/* translators: %s: number of days. */
		$days = sprintf( _n( '%s day left', '%s days left', $row->days_left, 'push-bridge' ), number_format_i18n( $row->days_left ) );
		return $text . '<br>' . ( $row->days_left < Credentials::SOON ? '<span class="pushbridge-badge pushbridge-fair">' . esc_html( $days ) . '</span>' : '<span class="description">' . esc_html( $days ) . '</span>' );
	}

	/**
	 * What the daemon found.
	 *
	 * @param object $row The credential.
	 */
	private static function verdict( object $row ): string {
		if ( null !== $row->error && '' !== $row->error ) {
			return '<span class="pushbridge-badge pushbridge-bad">' . esc_html__( 'Cannot be used', 'push-bridge' ) . '</span><br>' . esc_html( $row->error );
		}
		if ( ! $row->is_checked ) {
			return esc_html__( 'Not looked at yet. A running daemon does so within seconds: reload this page.', 'push-bridge' );
		}
		return '<span class="pushbridge-badge pushbridge-good">' . esc_html__( 'In use', 'push-bridge' ) . '</span>';
	}
}
