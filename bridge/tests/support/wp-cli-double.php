<?php
/**
 * A stand-in for WP-CLI, which Debian does not have: it records what a command says, and error(), halt() and a refused
 * confirm() end the command as the real ones do.
 *
 * @package PushBridge
 */

// phpcs:disable Generic.Files.OneObjectStructurePerFile, PEAR.NamingConventions.ValidClassName -- WP-CLI's names in one file.

namespace {

	/**
	 * The end of a command, with its exit code.
	 */
	final class WP_CLI_Exit extends RuntimeException {
	}

	/**
	 * What commands call.
	 */
	final class WP_CLI {

		/**
		 * Name => class.
		 *
		 * @var array<string,string>
		 */
		public static $commands = array();

		/**
		 * Kind and text of what was said.
		 *
		 * @var array<int,array{0:string,1:string}>
		 */
		public static $said = array();

		public static function add_command( $name, $class ) {
			self::$commands[ $name ] = $class;
			return true;
		}

		public static function line( $text = '' ) {
			self::$said[] = array( 'line', (string) $text );
		}

		public static function log( $text ) {
			self::$said[] = array( 'line', (string) $text );
		}

		public static function success( $text ) {
			self::$said[] = array( 'success', (string) $text );
		}

		public static function warning( $text ) {
			self::$said[] = array( 'warning', (string) $text );
		}

		public static function error( $text ) {
			self::$said[] = array( 'error', (string) $text );
			throw new WP_CLI_Exit( (string) $text, 1 );
		}

		public static function halt( $code ) {
			throw new WP_CLI_Exit( '', (int) $code );
		}

		public static function confirm( $question, $options = array() ) {
			if ( empty( $options['yes'] ) ) {
				throw new WP_CLI_Exit( $question, 1 );
			}
		}
	}
}

namespace WP_CLI\Utils {

	function format_items( $format, $items, $fields ) {
		$rows = array();
		foreach ( $items as $item ) {
			$row = array();
			foreach ( $fields as $field ) {
				if ( ! array_key_exists( $field, (array) $item ) ) {
					\WP_CLI::error( 'Invalid field: ' . $field );
				}
				$row[ $field ] = ( (array) $item )[ $field ];
			}
			$rows[] = $row;
		}
		if ( 'json' === $format ) {
			\WP_CLI::line( json_encode( $rows ) );
			return;
		}
		$stream = fopen( 'php://memory', 'w+' );
		foreach ( array_merge( array( $fields ), $rows ) as $row ) {
			fputcsv( $stream, array_values( $row ), 'csv' === $format ? ',' : "\t", '"', '\\' );
		}
		rewind( $stream );
		\WP_CLI::line( rtrim( stream_get_contents( $stream ) ) );
	}
}
