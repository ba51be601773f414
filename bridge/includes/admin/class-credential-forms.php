<?php
/**
 * The forms that store credentials.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

/**
 * One for a signing key, one for a certificate, one for what an older plugin left in the options. Secret fields are only
 * ever written: nothing puts a value into them.
 */
final class Credential_Forms {

	/**
	 * Prints the forms.
	 */
	public static function render(): void {
		printf( '<div id="pushbridge-add" class="pushbridge-columns"><section class="pushbridge-card"><h2>%s</h2><p>%s</p>', esc_html__( 'Add a signing key (.p8)', 'push-bridge' ), esc_html__( 'Recommended: it never expires and serves notifications and calls. A stored credential for the same app and purpose is replaced.', 'push-bridge' ) );
		self::open( 'token' );
		self::render_common();
		self::text( 'key_id', __( 'Key id', 'push-bridge' ), __( '10 characters; part of the file\'s name AuthKey_….p8.', 'push-bridge' ), '' );
		self::text( 'team_id', __( 'Team id', 'push-bridge' ), __( '10 characters; at the top of your Apple developer account.', 'push-bridge' ), '' );
		self::file( 'p8_file', __( 'Key file', 'push-bridge' ), '.p8,.pem,.txt' );
		printf( '<p><label for="pushbridge-p8">%s</label><br><textarea id="pushbridge-p8" name="p8" rows="4" class="large-text code" autocomplete="off" spellcheck="false"%s></textarea></p>', esc_html__( 'or its text', 'push-bridge' ), self::invalid( 'p8' ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Fixed text.
		self::close( __( 'Seal and store the key', 'push-bridge' ) );
		printf( '</section><section class="pushbridge-card"><h2>%s</h2><p>%s</p>', esc_html__( 'Add a certificate (.p12 or .pem)', 'push-bridge' ), esc_html__( 'The file must hold the private key as well. It goes to the daemon unopened: what it says about itself appears above within seconds.', 'push-bridge' ) );
		self::open( 'certificate' );
		self::render_common();
		self::file( 'certificate_file', __( 'Certificate file', 'push-bridge' ), '.p12,.pfx,.pem' );
		printf( '<p><label for="pushbridge-passphrase">%s</label><br><input type="password" id="pushbridge-passphrase" name="passphrase" class="regular-text" autocomplete="new-password"%s></p>', esc_html__( 'Passphrase, if it has one', 'push-bridge' ), self::invalid( 'passphrase' ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Fixed text.
		self::close( __( 'Seal and store the certificate', 'push-bridge' ) );
		echo '</section></div>';
		Legacy_Import::render_form();
	}

	/**
	 * Opens a form.
	 *
	 * @param string $form Which one: the prefix of its HTML ids.
	 */
	private static function open( string $form ): void {
		self::$form = $form;
		printf( '<form method="post" enctype="multipart/form-data" action="%s"><input type="hidden" name="action" value="pushbridge_save_credential"><input type="hidden" name="form" value="%s">', esc_url( admin_url( 'admin-post.php' ) ), esc_attr( $form ) );
		Access::print_nonce( 'pushbridge_save_credential' );
	}

	/**
	 * Closes a form.
	 *
	 * @param string $text The button's text.
	 */
	private static function close( string $text ): void {
		printf( '<p><button class="button button-primary">%s</button></p></form>', esc_html( $text ) );
	}

	/**
	 * The form that is being printed.
	 *
	 * @var string
	 */
	private static $form = '';

	/**
	 * Prints the fields of both forms.
	 */
	private static function render_common(): void {
		self::text( 'app', __( 'App', 'push-bridge' ), __( 'A name of yours; "default" unless the site serves several apps.', 'push-bridge' ), 'default' );
		self::text( 'bundle_id', __( 'Bundle id', 'push-bridge' ), __( 'As in Xcode, for example com.example.app; without .voip.', 'push-bridge' ), '' );
		printf( '<fieldset><legend>%s</legend>', esc_html__( 'For', 'push-bridge' ) );
		foreach ( array( 'standard', 'voip' ) as $channel ) {
			printf(
				'<label><input type="checkbox" name="channels[]" value="%s"%s> %s</label> ',
				esc_attr( $channel ),
				checked( 'token' === self::$form || 'standard' === $channel, true, false ),
				esc_html( Format::label( $channel ) )
			);
		}
		echo '</fieldset>';
	}

	/**
	 * Prints a field with its label and explanation.
	 *
	 * @param string $name    The field.
	 * @param string $label   Its label.
	 * @param string $help    Its explanation.
	 * @param string $default What stands in it at first.
	 */
	public static function text( string $name, string $label, string $help, string $default ): void {
		$id = 'pushbridge-' . self::$form . '-' . $name;
		printf(
			'<p><label for="%1$s">%2$s</label><br><input type="text" id="%1$s" name="%3$s" value="%4$s" class="regular-text" autocomplete="off" spellcheck="false" aria-describedby="%1$s-help"%5$s required><br><span class="description" id="%1$s-help">%6$s</span></p>',
			esc_attr( $id ),
			esc_html( $label ),
			esc_attr( $name ),
			esc_attr( Form_Memory::field( self::$form . '.' . $name, $default ) ),
			self::invalid( $name ), // phpcs:ignore WordPress.Security.EscapeOutput -- Fixed text.
			esc_html( $help )
		);
	}

	/**
	 * Prints a field for a file.
	 *
	 * @param string $name   The field.
	 * @param string $label  Its label.
	 * @param string $accept The endings of the files.
	 */
	private static function file( string $name, string $label, string $accept ): void {
		printf( '<p><label for="pushbridge-%1$s">%2$s</label><br><input type="file" id="pushbridge-%1$s" name="%1$s" accept="%3$s"></p>', esc_attr( $name ), esc_html( $label ), esc_attr( $accept ) );
	}

	/**
	 * The attribute of a field that was refused.
	 *
	 * @param string $name The field.
	 */
	private static function invalid( string $name ): string {
		return Form_Memory::wrong_field() === $name && Form_Memory::field( 'form' ) === self::$form ? ' aria-invalid="true" autofocus' : '';
	}
}
