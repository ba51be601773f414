<?php
/**
 * What became of a request.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

/**
 * The address carries a code and a number, never text: the text comes from this list.
 */
final class Notices {

	/**
	 * Goes back to a screen with a code.
	 *
	 * @param string   $url   The screen's address.
	 * @param string   $code  One of texts().
	 * @param int|null $count The number that the text tells.
	 */
	public static function redirect( string $url, string $code, ?int $count = null ): void {
		$args = array( 'pb_notice' => rawurlencode( $code ) );
		if ( null !== $count ) {
			$args['pb_count'] = $count;
		}
		wp_safe_redirect( add_query_arg( $args, $url ) );
		exit;
	}

	/**
	 * Arguments that WordPress takes out of the address once the page is shown.
	 *
	 * @param string[] $args Those of others.
	 */
	public static function removable( $args ): array {
		return array_merge( (array) $args, array( 'pb_notice', 'pb_count' ) );
	}

	/**
	 * Prints the notice that the address asks for.
	 */
	public static function show(): void {
		// phpcs:disable WordPress.Security.NonceVerification -- Only says what to show.
		$code  = Input::text( $_GET, 'pb_notice' );
		$count = Input::id( $_GET, 'pb_count' );
		// phpcs:enable
		$texts = self::texts( $count );
		if ( isset( $texts[ $code ] ) ) {
			list( $kind, $text ) = $texts[ $code ];
			printf( '<div class="notice notice-%s is-dismissible" role="status"><p>%s</p></div>', esc_attr( $kind ), esc_html( $text ) );
		}
	}

	/**
	 * Code => kind and text.
	 *
	 * @param int $count The number in the texts.
	 * @return array<string,string[]>
	 */
	private static function texts( int $count ): array {
		$number = number_format_i18n( $count );
		return array(
			/* translators: %s: a number. */
			'retried'          => array( 'success', sprintf( _n( '%s notification is sent again.', '%s notifications are sent again.', $count, 'push-bridge' ), $number ) ),
			/* translators: %s: a number. */
			'cancelled'        => array( 'success', sprintf( _n( '%s notification was cancelled. What was on its way to Apple cannot be called back.', '%s notifications were cancelled. What was on its way to Apple cannot be called back.', $count, 'push-bridge' ), $number ) ),
			'nothing_retried'  => array( 'warning', __( 'Nothing was sent again: what is finished, too old or under way stays as it is.', 'push-bridge' ) ),
			'nothing_cancelled' => array( 'warning', __( 'Nothing was cancelled: it was already finished.', 'push-bridge' ) ),
			'none_chosen'      => array( 'warning', __( 'Tick at least one row first.', 'push-bridge' ) ),
			'NotFound'         => array( 'error', \PushBridge\Store\Retry::refusal( 'NotFound' )->get_error_message() ),
			'NotFinal'         => array( 'warning', \PushBridge\Store\Retry::refusal( 'NotFinal' )->get_error_message() ),
			'NothingToSend'    => array( 'warning', \PushBridge\Store\Retry::refusal( 'NothingToSend' )->get_error_message() ),
			'StaleCall'        => array( 'warning', \PushBridge\Store\Retry::refusal( 'StaleCall' )->get_error_message() ),
			'Expired'          => array( 'warning', \PushBridge\Store\Retry::refusal( 'Expired' )->get_error_message() ),
			'test_queued'      => array( 'success', __( 'The test notification is queued. This page shows what becomes of it.', 'push-bridge' ) ),
			'test_failed'      => array( 'error', __( 'The test notification could not be queued.', 'push-bridge' ) ),
			/* translators: %s: a number. */
			'undone'           => array( 'success', sprintf( _n( '%s device token was put back.', '%s device tokens were put back.', $count, 'push-bridge' ), $number ) ),
			'nothing_undone'   => array( 'warning', __( 'Nothing was put back: it had been undone before, or was never removed.', 'push-bridge' ) ),
			'cleanup_busy'     => array( 'warning', __( 'The token check is already running in another window.', 'push-bridge' ) ),
			'cleanup_stopped'  => array( 'success', __( 'The token check was stopped. What had been removed until then stays removed and can be undone.', 'push-bridge' ) ),
			'no_reason'        => array( 'warning', __( 'Tick at least one reason first.', 'push-bridge' ) ),
			'key_confirmed'    => array( 'success', __( 'The daemon\'s public key is confirmed. Credentials can be stored now.', 'push-bridge' ) ),
			'KeyMissing'       => array( 'error', __( 'The daemon has not published its public key yet. Run on the server: push-bridge init', 'push-bridge' ) ),
			'KeyUnconfirmed'   => array( 'error', __( 'Confirm the fingerprint of the daemon\'s public key first.', 'push-bridge' ) ),
			'KeyChanged'       => array( 'error', __( 'The daemon\'s public key has changed. Nothing was stored. Compare the new fingerprint first.', 'push-bridge' ) ),
			'KeyMalformed'     => array( 'error', __( 'The daemon\'s public key is damaged. Run on the server: push-bridge doctor', 'push-bridge' ) ),
			'DatabaseError'    => array( 'error', __( 'The database did not take it.', 'push-bridge' ) ),
			'credential_saved' => array( 'success', __( 'The credential is sealed and stored. The daemon checks it within seconds and shows the result below.', 'push-bridge' ) ),
			'credential_removed' => array( 'success', __( 'The credential was removed. Nothing is sent with it from now on.', 'push-bridge' ) ),
			'credential_gone'  => array( 'warning', __( 'There was no such credential any more.', 'push-bridge' ) ),
			'options_wiped'    => array( 'success', __( 'The plain options were deleted.', 'push-bridge' ) ),
			'not_verified'     => array( 'error', __( 'Nothing was deleted: Apple has not taken a notification with the imported credential yet, or another one was stored since.', 'push-bridge' ) ),
			'settings_saved'   => array( 'success', __( 'The settings were saved.', 'push-bridge' ) ),
			'device_removed'   => array( 'success', __( 'The device was removed. It gets no notifications until its app registers again.', 'push-bridge' ) ),
			'device_gone'      => array( 'warning', __( 'The device had gone already.', 'push-bridge' ) ),
			'form'             => array( 'error', Form_Memory::error() ),
		);
	}
}
