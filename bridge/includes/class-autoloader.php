<?php
/**
 * Finds the plugin's classes.
 *
 * @package PushBridge
 */

namespace PushBridge;

/**
 * Maps PushBridge\Tokens\Token_Kinds to includes/tokens/class-token-kinds.php.
 */
final class Autoloader {

	/**
	 * Loads classes of a namespace from a folder when they are first used.
	 *
	 * @param string $space  The namespace, without a trailing backslash.
	 * @param string $folder Where its classes are, without a trailing slash.
	 */
	public static function register( string $space, string $folder ): void {
		spl_autoload_register(
			static function ( string $name ) use ( $space, $folder ): void {
				if ( 0 !== strpos( $name, $space . '\\' ) ) {
					return;
				}
				$parts = explode( '\\', strtolower( str_replace( '_', '-', substr( $name, strlen( $space ) + 1 ) ) ) );
				$file  = 'class-' . array_pop( $parts ) . '.php';
				$path  = implode( '/', array_merge( array( $folder ), $parts, array( $file ) ) );
				if ( is_readable( $path ) ) {
					require_once $path;
				}
			}
		);
	}
}
