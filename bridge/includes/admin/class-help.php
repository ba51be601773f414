<?php
/**
 * The help tabs.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

/**
 * Short explanations behind "Help".
 */
final class Help {

	/**
	 * Adds the tabs to our page.
	 *
	 * @param \WP_Screen|null $screen The page.
	 */
	public static function add( ?\WP_Screen $screen ): void {
		if ( ! $screen ) {
			return;
		}
		foreach ( self::topics() as $id => list( $title, $paragraphs ) ) {
			$screen->add_help_tab(
				array(
					'id'      => 'pushbridge-' . $id,
					'title'   => $title,
					'content' => '<p>' . implode( '</p><p>', array_map( 'esc_html', $paragraphs ) ) . '</p>',
				)
			);
		}
		$screen->set_help_sidebar( '<p><strong>' . esc_html__( 'On the server', 'push-bridge' ) . '</strong></p><p><code>push-bridge doctor</code><br><code>push-bridge status</code><br><code>push-bridge --help</code></p>' );
	}

	/**
	 * Id => title and paragraphs.
	 *
	 * @return array<string,array>
	 */
	private static function topics(): array {
		return array(
			'overview'    => array(
				__( 'Overview', 'push-bridge' ),
				array(
					__( 'This site queues notifications; the daemon push-bridge, a program on the server, sends them to Apple, which brings them to the devices.', 'push-bridge' ),
					__( 'A notification goes to one user or many. Each device of a user gets a delivery of its own, with a status of its own.', 'push-bridge' ),
				),
			),
			'states'      => array(
				__( 'States', 'push-bridge' ),
				array(
					__( 'Queued: it waits for the daemon or for its time. Sending: the daemon has it, or it waits for another try. Sent: every device got it. Partly sent: some did.', 'push-bridge' ),
					__( 'Given up (dead letter): all tries were used up. You may send it again; devices that got it are left out, and a call is never sent late.', 'push-bridge' ),
				),
			),
			'tokens'      => array(
				__( 'Tokens', 'push-bridge' ),
				array(
					__( 'When Apple says that a device token is dead, it is removed, and only it. Every removal is listed and can be undone.', 'push-bridge' ),
					__( 'When very many tokens are refused at once, the configuration is the likelier cause: removing stops by itself and what was removed is put back.', 'push-bridge' ),
				),
			),
			'credentials' => array(
				__( 'Credentials', 'push-bridge' ),
				array(
					__( 'Keys and certificates are sealed in this site with the daemon\'s public key. The site, its database and its backups cannot open them again.', 'push-bridge' ),
					__( 'Confirming the fingerprint makes sure that the key is the daemon\'s: compare all 16 digits with what push-bridge init has shown.', 'push-bridge' ),
				),
			),
		);
	}
}
