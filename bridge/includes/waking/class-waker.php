<?php
/**
 * Tells the daemons that there is work.
 *
 * @package PushBridge
 */

namespace PushBridge\Waking;

/**
 * Sends one datagram to each daemon at the end of a request that queued something. It only saves the daemon's polling
 * delay, so nothing is awaited, and a failure is nobody's concern.
 */
final class Waker {

	/**
	 * Plans the datagrams for the end of the request, when the caller's transaction is over.
	 */
	public static function wake_after_this_request(): void {
		// Late, so that others who commit on shutdown have done so. Adding the same hook again changes nothing.
		add_action( 'shutdown', array( self::class, 'wake' ), 1000 );
	}

	/**
	 * Sends the datagrams.
	 */
	public static function wake(): void {
		remove_action( 'shutdown', array( self::class, 'wake' ), 1000 );
		$is_set_by_admin = defined( 'PUSHBRIDGE_WAKE' );
		$addresses       = $is_set_by_admin ? array( (string) constant( 'PUSHBRIDGE_WAKE' ) ) : Worker_Addresses::all();
		foreach ( $addresses as $address ) {
			$stream = Wake_Address::to_stream( $address, $is_set_by_admin );
			if ( null !== $stream ) {
				self::send_datagram( $stream );
			}
		}
	}

	/**
	 * Sends one datagram without waiting for anything.
	 *
	 * @param string $stream The address in PHP's form.
	 */
	private static function send_datagram( string $stream ): void {
		// A daemon that is gone makes these warn; its absence is no fault of the page.
		// phpcs:disable WordPress.PHP.NoSilencedErrors, WordPress.WP.AlternativeFunctions -- WordPress sends no datagrams.
		$socket = @stream_socket_client( $stream, $code, $text, 0.05 );
		if ( false === $socket ) {
			return;
		}
		stream_set_blocking( $socket, false );
		@fwrite( $socket, '1' );
		fclose( $socket );
		// phpcs:enable
	}
}
