<?php
/**
 * Machine words in plain words.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Store\Cleanup;
use PushBridge\Store\Reasons;

/**
 * The screens explain exactly the reasons that the daemon writes: those of its generated page of verdicts, and those of the
 * README, which the daemon's own tests compare with its code.
 */
final class Reasons_Test extends WordPress_Case {

	/** Headings of the README below which no reasons of the column stand. */
	const OTHERS = array( 'The plugin refused it, no row was written', 'Refusals of `queue retry`' );

	/**
	 * The words in the column "reason" of a page's tables.
	 *
	 * @return string[]
	 */
	private function reasons_of( string $markdown ): array {
		$words  = array();
		$column = null;
		foreach ( explode( "\n", $markdown ) as $line ) {
			$cells = array_map( 'trim', explode( '|', $line ) );
			if ( 0 !== strpos( $line, '|' ) ) {
				$column = null;
			} elseif ( null === $column ) {
				$found  = array_search( 'reason', $cells, true );
				$column = false === $found ? -1 : $found;
			} elseif ( $column > 0 && preg_match_all( '/`([^`]+)`/', $cells[ $column ], $quoted ) ) {
				$words = array_merge( $words, array_map( array( Reasons::class, 'word' ), $quoted[1] ) );
			}
		}
		return $words;
	}

	private function daemons(): array {
		$root   = dirname( __DIR__, 3 );
		$readme = (string) file_get_contents( $root . '/README.md' );
		preg_match( '/^## Reasons\n(.*?)^## /ms', $readme, $part );
		$words = array( 'Unknown' );
		foreach ( preg_split( '/^### /m', $part[1] ) as $section ) {
			if ( ! in_array( strtok( $section, "\n" ), self::OTHERS, true ) ) {
				$words = array_merge( $words, $this->reasons_of( $section ) );
			}
		}
		$this->assertContains( 'NoDeviceToken', $words );
		$verdicts = $this->reasons_of( (string) file_get_contents( $root . '/Sources/PushCore/PushCore.docc/Verdicts.md' ) );
		$this->assertContains( 'OutcomeUnknown', $verdicts );
		return array_unique( array_merge( $words, $verdicts ) );
	}

	public function test_the_reasons_are_the_daemons_and_no_others(): void {
		$daemons = $this->daemons();
		// Those of the token cleanup are the plugin's own.
		$this->assertSame( array(), array_values( array_diff( $daemons, Reasons::words() ) ), 'not explained' );
		$this->assertSame( array(), array_values( array_diff( Reasons::words(), $daemons, Cleanup::REASONS ) ), 'never written' );
	}

	public function test_details_do_not_hide_the_meaning(): void {
		foreach ( array( 'InvalidMessage: badge', 'PayloadTooLarge: 5000 bytes, 4096 allowed', 'HTTP 418', 'Service Unavailable' ) as $reason ) {
			$this->assertNotSame( '', Reasons::meaning( $reason ), $reason );
		}
		$this->assertSame( array( '', '' ), array( Reasons::meaning( 'NewInTheYear2030' ), Reasons::advice( null ) ) );
		$this->assertNotSame( Reasons::advice( 'Timeout', false ), Reasons::advice( 'Timeout', true ) );
	}
}
