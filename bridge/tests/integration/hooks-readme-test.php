<?php
/**
 * The hooks that other plugins may use.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

/**
 * Readme.txt lists every hook of the plugin with its arguments, and no other.
 */
final class Hooks_Readme_Test extends WordPress_Case {

	/**
	 * Hook => kind and number of arguments, as the code fires them.
	 */
	private function fired(): array {
		$fired = array();
		$files = new \RegexIterator( new \RecursiveIteratorIterator( new \RecursiveDirectoryIterator( dirname( __DIR__, 2 ) . '/includes' ) ), '/\.php$/' );
		foreach ( $files as $file ) {
			$tokens = array_values(
				array_filter(
					token_get_all( (string) file_get_contents( (string) $file ) ),
					static function ( $token ) {
						return ! is_array( $token ) || ! in_array( $token[0], array( T_WHITESPACE, T_COMMENT, T_DOC_COMMENT ), true );
					}
				)
			);
			foreach ( $tokens as $at => $token ) {
				if ( ! is_array( $token ) || ! in_array( $token[1], array( 'do_action', 'do_action_ref_array', 'apply_filters', 'apply_filters_ref_array' ), true ) ) {
					continue;
				}
				$this->assertSame( T_CONSTANT_ENCAPSED_STRING, $tokens[ $at + 2 ][0], "a hook's name must be a plain text: {$file}" );
				$fired[ trim( $tokens[ $at + 2 ][1], "'" ) ] = array( 'do_action' === substr( $token[1], 0, 9 ) ? 'Action' : 'Filter', $this->commas( $tokens, $at + 1 ) );
			}
		}
		ksort( $fired );
		return $fired;
	}

	/**
	 * How many commas stand directly in a pair of parentheses.
	 */
	private function commas( array $tokens, int $at ): int {
		$depth  = 0;
		$commas = 0;
		do {
			$text    = is_array( $tokens[ $at ] ) ? $tokens[ $at ][1] : $tokens[ $at ];
			$depth  += in_array( $text, array( '(', '[' ), true ) ? 1 : ( in_array( $text, array( ')', ']' ), true ) ? -1 : 0 );
			$commas += ',' === $text && 1 === $depth ? 1 : 0;
			++$at;
		} while ( $depth > 0 );
		return $commas;
	}

	public function test_the_readme_lists_every_hook_with_its_arguments(): void {
		preg_match( '/^= Hooks =\n(.*?)^= /ms', (string) file_get_contents( dirname( __DIR__, 2 ) . '/readme.txt' ), $part );
		preg_match_all( '/^\* (Filter|Action) `(\w+)\(([^)]*)\)`/m', $part[1], $lines, PREG_SET_ORDER );
		$told = array();
		foreach ( $lines as list( , $kind, $hook, $arguments ) ) {
			$told[ $hook ] = array( $kind, preg_match_all( '/\$\w+/', $arguments ) );
		}
		ksort( $told );
		$this->assertSame( array( 'mam_notification_send_pn' => array( 'Action', 1 ) ) + $this->fired(), $told );
		$this->assertNotFalse( has_action( 'mam_notification_send_pn' ) );
	}
}
