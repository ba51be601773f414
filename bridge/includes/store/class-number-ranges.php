<?php
/**
 * Many numbers in little room.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

/**
 * Ids of rows in the order in which they were made: neighbours are kept as one range.
 */
final class Number_Ranges {

	/**
	 * Adds a number at the end.
	 *
	 * @param array<int,int[]> $ranges Pairs of first and last.
	 * @param int              $number The number.
	 */
	public static function add( array &$ranges, int $number ): void {
		$last = count( $ranges ) - 1;
		if ( $last >= 0 && $ranges[ $last ][1] === $number - 1 ) {
			$ranges[ $last ][1] = $number;
		} else {
			$ranges[] = array( $number, $number );
		}
	}

	/**
	 * How many numbers some ranges hold.
	 *
	 * @param array<int,int[]> $ranges Pairs of first and last.
	 */
	public static function total( array $ranges ): int {
		$total = 0;
		foreach ( $ranges as list( $first, $last ) ) {
			$total += $last - $first + 1;
		}
		return $total;
	}
}
