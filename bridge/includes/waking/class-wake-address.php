<?php
/**
 * Where a daemon listens for a sign.
 *
 * @package PushBridge
 */

namespace PushBridge\Waking;

/**
 * An address such as udp://127.0.0.1:9465, udp://[::1]:9465 or unix:/run/push-bridge/wake.sock.
 */
final class Wake_Address {

	/**
	 * The address in the form of PHP's stream_socket_client(); null when it is none that can be reached without a wait.
	 *
	 * @param string $address       The address as the daemon or the administrator wrote it.
	 * @param bool   $allows_lookup Whether a host name may be looked up. Looking up can hold a page for seconds, so only
	 *                              an administrator who wrote the name into PUSHBRIDGE_WAKE has it done.
	 */
	public static function to_stream( string $address, bool $allows_lookup ): ?string {
		if ( 1 === preg_match( '#^unix:(/[^\x00-\x1f]{1,106})$#D', $address, $part ) ) {
			return 'udg://' . $part[1];
		}
		if ( 1 !== preg_match( '#^udp://(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})$#D', $address, $part ) ) {
			return null;
		}
		$host = 'localhost' === $part[1] ? '127.0.0.1' : $part[1];
		if ( (int) $part[2] < 1 || (int) $part[2] > 65535 ) {
			return null;
		}
		if ( ! $allows_lookup && false === filter_var( trim( $host, '[]' ), FILTER_VALIDATE_IP ) ) {
			return null;
		}
		return 'udp://' . $host . ':' . $part[2];
	}
}
