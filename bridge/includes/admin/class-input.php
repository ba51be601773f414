<?php
/**
 * What a browser sent.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

/**
 * Reads fields of $_GET, $_POST and $_FILES: unslashed, sanitized, of the expected type; an array in place of text is
 * nothing. Whether the request is meant is for the callers to check.
 */
final class Input {

	/**
	 * A line of text.
	 *
	 * @param array  $source Either $_GET or $_POST.
	 * @param string $name   The field.
	 */
	public static function text( array $source, string $name ): string {
		return is_string( $source[ $name ] ?? null ) ? sanitize_text_field( wp_unslash( $source[ $name ] ) ) : '';
	}

	/**
	 * A number from 0.
	 *
	 * @param array  $source Either $_GET or $_POST.
	 * @param string $name   The field.
	 */
	public static function id( array $source, string $name ): int {
		return is_string( $source[ $name ] ?? null ) && ctype_digit( $source[ $name ] ) ? (int) $source[ $name ] : 0;
	}

	/**
	 * One of some words; empty when it is none of them.
	 *
	 * @param array    $source Either $_GET or $_POST.
	 * @param string   $name   The field.
	 * @param string[] $words  The words.
	 */
	public static function choice( array $source, string $name, array $words ): string {
		$text = self::text( $source, $name );
		return in_array( $text, $words, true ) ? $text : '';
	}

	/**
	 * Those of some words that were ticked.
	 *
	 * @param array    $source Either $_GET or $_POST.
	 * @param string   $name   The field.
	 * @param string[] $words  The words.
	 * @return string[]
	 */
	public static function choices( array $source, string $name, array $words ): array {
		$given = is_array( $source[ $name ] ?? null ) ? array_filter( wp_unslash( $source[ $name ] ), 'is_string' ) : array();
		return array_values( array_intersect( $words, $given ) );
	}

	/**
	 * The ids of ticked rows.
	 *
	 * @param array  $source Either $_GET or $_POST.
	 * @param string $name   The field.
	 * @return int[]
	 */
	public static function ids( array $source, string $name ): array {
		$given = is_array( $source[ $name ] ?? null ) ? $source[ $name ] : array();
		return array_values( array_filter( array_map( 'absint', array_filter( $given, 'is_string' ) ) ) );
	}

	/**
	 * Text that must stay byte for byte as it was entered: a key, a passphrase.
	 *
	 * @param array  $source The array $_POST.
	 * @param string $name   The field.
	 */
	public static function secret( array $source, string $name ): string {
		return is_string( $source[ $name ] ?? null ) ? wp_unslash( $source[ $name ] ) : '';
	}

	/**
	 * The bytes of an uploaded file; empty when there is none. The file is gone afterwards.
	 *
	 * @param array  $files The array $_FILES.
	 * @param string $name  The field.
	 * @param int    $most  The most bytes that are read.
	 */
	public static function upload( array $files, string $name, int $most ): string {
		$path = $files[ $name ]['tmp_name'] ?? '';
		if ( ! is_string( $path ) || '' === $path || UPLOAD_ERR_OK !== ( $files[ $name ]['error'] ?? null ) || ! is_uploaded_file( $path ) ) {
			return '';
		}
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- PHP's own temporary file.
		$bytes = (string) file_get_contents( $path, false, null, 0, $most + 1 );
		wp_delete_file( $path );
		return $bytes;
	}
}
