<?php
/**
 * What the commands print.
 *
 * @package PushBridge
 */

namespace PushBridge\Cli;

/**
 * Tables for people, JSON and CSV for programs, and errors with the machine word.
 */
final class Output {

	/**
	 * Prints rows.
	 *
	 * @param array    $options The command's options; `format` is table, json or csv.
	 * @param array[]  $rows    The rows.
	 * @param string[] $columns The columns, by their names in the database.
	 */
	public static function rows( array $options, array $rows, array $columns ): void {
		$format = $options['format'] ?? 'table';
		if ( 'json' !== $format ) {
			$rows = array_map( array( self::class, 'flat' ), $rows );
		}
		\WP_CLI\Utils\format_items( $format, $rows, $columns );
	}

	/**
	 * Prints one thing: as an object in JSON, else a line for each of its values.
	 *
	 * @param array $options The command's options.
	 * @param array $values  Name => value.
	 */
	public static function one( array $options, array $values ): void {
		if ( 'json' === ( $options['format'] ?? 'table' ) ) {
			\WP_CLI::line( (string) wp_json_encode( $values ) );
			return;
		}
		$rows = array();
		foreach ( $values as $name => $value ) {
			$rows[] = compact( 'name', 'value' );
		}
		self::rows( $options, $rows, array( 'name', 'value' ) );
	}

	/**
	 * Prints what became of a notification: one object in JSON, else it and its devices.
	 *
	 * @param array $options The command's options; `full-tokens` shows tokens whole.
	 * @param array $results What Action_Table::results() answers.
	 */
	public static function results( array $options, array $results ): void {
		if ( empty( $options['full-tokens'] ) ) {
			foreach ( $results['tokens'] as $index => $delivery ) {
				$results['tokens'][ $index ]['token'] = self::short( (string) $delivery['token'] );
			}
		}
		if ( 'json' === ( $options['format'] ?? 'table' ) ) {
			self::one( $options, $results );
			return;
		}
		self::one( $options, array_diff_key( $results, array( 'tokens' => 1 ) ) );
		self::rows( $options, $results['tokens'], array( 'token', 'user_id', 'channel', 'environment', 'status', 'reason', 'class', 'http_status', 'attempts' ) );
	}

	/**
	 * Ends the command when a result is an error.
	 *
	 * @param mixed $result The result.
	 * @return mixed The result.
	 */
	public static function or_stop( $result ) {
		if ( is_wp_error( $result ) ) {
			\WP_CLI::error( $result->get_error_code() . ': ' . $result->get_error_message() );
		}
		return $result;
	}

	/**
	 * Ends the command when the tables are missing.
	 */
	public static function need_tables(): void {
		self::or_stop( \PushBridge\Schema::problem() );
	}

	/**
	 * The number that an argument stands for; ends the command when it is none.
	 *
	 * @param string $text The argument.
	 */
	public static function id( $text ): int {
		if ( 1 !== preg_match( '/^[1-9][0-9]{0,17}$/D', (string) $text ) ) {
			/* translators: %s: what was given. */
			\WP_CLI::error( sprintf( __( '"%s" is not an id.', 'push-bridge' ), $text ) );
		}
		return (int) $text;
	}

	/**
	 * A token as it may be shown where others look on.
	 *
	 * @param string $token The token.
	 */
	public static function short( string $token ): string {
		return strlen( $token ) > 8 ? substr( $token, 0, 8 ) . '…' : $token;
	}

	/**
	 * A row whose values fit into a cell.
	 *
	 * @param array $row The row.
	 */
	private static function flat( array $row ): array {
		return array_map(
			static function ( $value ) {
				if ( is_bool( $value ) ) {
					return $value ? 'yes' : 'no';
				}
				return is_scalar( $value ) || null === $value ? (string) $value : (string) wp_json_encode( $value );
			},
			$row
		);
	}
}
