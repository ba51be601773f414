<?php
/**
 * What a message says.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

/**
 * Reads the column message: JSON, or a PHP-serialized array of an older producer.
 */
final class Message_Text {

	/**
	 * The message; an empty array when it cannot be read.
	 *
	 * @param string $raw The column.
	 */
	public static function decoded( string $raw ): array {
		$value = json_decode( $raw, true, 64 );
		if ( ! is_array( $value ) && is_serialized( $raw ) ) {
			// phpcs:ignore WordPress.PHP -- Classes are not allowed, damage is answered below.
			$value = @unserialize( trim( $raw ), array( 'allowed_classes' => false ) );
		}
		return is_array( $value ) ? $value : array();
	}

	/**
	 * The first words of a message, for lists; empty when it shows none.
	 *
	 * @param string|null $raw The column.
	 */
	public static function headline( ?string $raw ): string {
		$message = self::decoded( (string) $raw );
		$aps     = is_array( $message['aps'] ?? null ) ? $message['aps'] : array();
		$alert   = $aps['alert'] ?? '';
		$found   = array( $message['title'] ?? '', $message['body'] ?? '', is_array( $alert ) ? ( $alert['title'] ?? $alert['body'] ?? '' ) : $alert );
		foreach ( $found as $text ) {
			if ( is_scalar( $text ) && '' !== (string) $text ) {
				return self::excerpt( (string) $text, 80 );
			}
		}
		return '';
	}

	/**
	 * The beginning of a text. Tags stay: they are a part of it, and are escaped where it is shown.
	 *
	 * @param string $text The text.
	 * @param int    $most The most characters.
	 */
	public static function excerpt( string $text, int $most ): string {
		return mb_strlen( $text ) > $most ? mb_substr( $text, 0, $most - 1 ) . '…' : $text;
	}

	/**
	 * The whole message as JSON that people can read; what is no text is shown as far as it is.
	 *
	 * @param string $raw The column.
	 */
	public static function pretty( string $raw ): string {
		$value = json_decode( $raw, false, 64 );
		if ( null === $value && is_serialized( $raw ) ) {
			$value = self::decoded( $raw );
		}
		$text = null === $value ? false : wp_json_encode( $value, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
		return false === $text ? wp_check_invalid_utf8( $raw, true ) : $text;
	}
}
