<?php
/**
 * Commands as WP-CLI would run them.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

/**
 * Like WP-CLI it reads "## OPTIONS" of the method's docblock: missing and unknown options end the command before the method
 * runs, defaults are filled in, a value that is not one of the options: is refused.
 */
final class Cli_Runner {

	/**
	 * Runs a command.
	 *
	 * @param string[] $words E.g. push-bridge, queue, list, --state=failed.
	 * @return array{0:int,1:string,2:string} Exit code, standard output, standard error.
	 */
	public static function run( array $words ): array {
		$arguments = array();
		$options   = array();
		foreach ( $words as $word ) {
			if ( preg_match( '/^--([^=]+)(?:=(.*))?$/s', $word, $part ) ) {
				$options[ $part[1] ] = $part[2] ?? true;
			} else {
				$arguments[] = $word;
			}
		}
		\WP_CLI::$said = array();
		$status        = 0;
		try {
			$command = array_shift( $arguments );
			if ( isset( \WP_CLI::$commands[ $command . ' ' . ( $arguments[0] ?? '' ) ] ) ) {
				$command .= ' ' . array_shift( $arguments );
			}
			$class  = \WP_CLI::$commands[ $command ];
			$method = self::method( $class, (string) array_shift( $arguments ) );
			$method->invoke( new $class(), $arguments, self::options( self::synopsis( (string) $method->getDocComment() ), $arguments, $options ) );
		} catch ( \WP_CLI_Exit $end ) {
			$status = $end->getCode();
		}
		$printed = array( '', '' );
		foreach ( \WP_CLI::$said as list( $kind, $text ) ) {
			$printed[ (int) in_array( $kind, array( 'error', 'warning' ), true ) ] .= ( 'line' === $kind ? '' : ucfirst( $kind ) . ': ' ) . $text . "\n";
		}
		return array( $status, trim( $printed[0] ), trim( $printed[1] ) );
	}

	/**
	 * The synopsis in a docblock: the number of arguments needed, and the options.
	 */
	private static function synopsis( string $doc ): array {
		$synopsis = array(
			'arguments' => 0,
			'options'   => array(),
		);
		$current  = null;
		$is_list  = false;
		foreach ( preg_split( '/\R/', $doc ) as $line ) {
			$line = trim( ltrim( trim( $line ), '*' ) );
			if ( preg_match( '/^<[a-z-]+>(?:\.\.\.)?$/', $line ) ) {
				++$synopsis['arguments'];
			} elseif ( preg_match( '/^(\[?)--([a-z][a-z0-9-]*)(=<[^>]+>)?\]?$/', $line, $part ) ) {
				$current                         = $part[2];
				$synopsis['options'][ $current ] = array(
					'is_needed' => '' === $part[1],
					'is_flag'   => '' === ( $part[3] ?? '' ),
					'choices'   => array(),
				);
			} elseif ( null !== $current && preg_match( '/^default: (.*)$/', $line, $part ) ) {
				$synopsis['options'][ $current ]['default'] = $part[1];
			} elseif ( 'options:' === $line ) {
				$is_list = true;
			} elseif ( $is_list && preg_match( '/^- (.*)$/', $line, $part ) ) {
				$synopsis['options'][ $current ]['choices'][] = $part[1];
			} elseif ( '---' === $line ) {
				$is_list = false;
			}
		}
		return $synopsis;
	}

	/**
	 * The method of a subcommand.
	 */
	private static function method( string $class, string $name ): \ReflectionMethod {
		foreach ( ( new \ReflectionClass( $class ) )->getMethods( \ReflectionMethod::IS_PUBLIC ) as $method ) {
			$alias = preg_match( '/@subcommand\s+(\S+)/', (string) $method->getDocComment(), $part ) ? $part[1] : $method->getName();
			if ( $alias === $name && ! $method->isStatic() ) {
				return $method;
			}
		}
		\WP_CLI::error( "'$name' is not a registered subcommand." );
	}

	/**
	 * Options as WP-CLI hands them to a method.
	 */
	private static function options( array $synopsis, array $arguments, array $given ): array {
		if ( count( $arguments ) < $synopsis['arguments'] ) {
			\WP_CLI::error( 'missing argument' );
		}
		foreach ( array_keys( array_diff_key( $given, $synopsis['options'] ) ) as $name ) {
			\WP_CLI::error( "unknown --$name parameter" );
		}
		foreach ( $synopsis['options'] as $name => $option ) {
			if ( $option['is_needed'] && ! isset( $given[ $name ] ) ) {
				\WP_CLI::error( "missing --$name parameter" );
			}
			if ( isset( $given[ $name ] ) && ( true === $given[ $name ] ) !== $option['is_flag'] ) {
				\WP_CLI::error( "--$name parameter needs a value, or takes none" );
			}
			if ( isset( $option['default'] ) ) {
				$given += array( $name => $option['default'] );
			}
			if ( $option['choices'] && ! in_array( $given[ $name ], $option['choices'], true ) ) {
				\WP_CLI::error( "Invalid value specified for '$name'" );
			}
		}
		return $given;
	}
}
