<?php
/**
 * Deliveries per hour as a picture and as a table.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

/**
 * An inline SVG of stacked bars: no script, no library; the same figures stand in a table below it.
 */
final class Chart {

	const WIDTH  = 720;
	const HEIGHT = 220;
	const LEFT   = 48;
	// Half of the last hour's label.
	const RIGHT  = 20;
	const TOP    = 10;
	const BOTTOM = 28;

	/**
	 * Prints the chart and the table.
	 *
	 * @param array<int,array{start:int,delivered:int,failed:int}> $hours The oldest first.
	 */
	public static function render( array $hours ): void {
		$delivered = array_sum( array_column( $hours, 'delivered' ) );
		$failed    = array_sum( array_column( $hours, 'failed' ) );
		/* translators: 1: number of deliveries, 2: number of failures. */
		$summary = sprintf( __( '%1$s delivered, %2$s not delivered in the last 24 hours.', 'push-bridge' ), number_format_i18n( $delivered ), number_format_i18n( $failed ) );
		echo '<figure class="pushbridge-chart">';
		printf( '<figcaption>%s</figcaption>', esc_html( $summary ) );
		self::svg( $hours, $summary );
		printf(
			'<p class="pushbridge-legend" aria-hidden="true"><span><span class="pushbridge-key pushbridge-key-delivered"></span> %s</span><span><span class="pushbridge-key pushbridge-key-failed"></span> %s</span></p>',
			esc_html__( 'Delivered', 'push-bridge' ),
			esc_html__( 'Not delivered', 'push-bridge' )
		);
		self::table( $hours );
		echo '</figure>';
	}

	/**
	 * Prints the picture.
	 *
	 * @param array  $hours   The hours.
	 * @param string $summary What it shows, in words.
	 */
	private static function svg( array $hours, string $summary ): void {
		$most   = self::nice_maximum( max( 1, ...array_map( array( self::class, 'total' ), $hours ) ) );
		$height = self::HEIGHT - self::TOP - self::BOTTOM;
		$step   = ( self::WIDTH - self::LEFT - self::RIGHT ) / max( 1, count( $hours ) );
		printf(
			'<svg viewBox="0 0 %d %d" role="img" aria-labelledby="pushbridge-chart-title pushbridge-chart-text" focusable="false"><title id="pushbridge-chart-title">%s</title><desc id="pushbridge-chart-text">%s</desc>',
			(int) self::WIDTH,
			(int) self::HEIGHT,
			esc_html__( 'Deliveries per hour', 'push-bridge' ),
			esc_html( $summary )
		);
		foreach ( array( 0, 0.5, 1 ) as $share ) {
			$y = self::TOP + $height * ( 1 - $share );
			printf( '<line class="pushbridge-grid" x1="%d" x2="%d" y1="%2.1f" y2="%2.1f"/>', (int) self::LEFT, (int) self::WIDTH - self::RIGHT, (float) $y, (float) $y );
			if ( 0.5 !== $share || $most > 1 ) {
				printf( '<text class="pushbridge-axis" x="%d" y="%2.1f" text-anchor="end">%s</text>', (int) self::LEFT - 6, (float) $y + 4, esc_html( number_format_i18n( $most * $share ) ) );
			}
		}
		foreach ( array_values( $hours ) as $number => $hour ) {
			$x    = self::LEFT + $number * $step;
			$base = self::TOP + $height;
			foreach ( array( 'delivered', 'failed' ) as $kind ) {
				$bar   = $height * $hour[ $kind ] / $most;
				$base -= $bar;
				if ( $bar > 0 ) {
					printf( '<rect class="pushbridge-bar-%s" x="%2.1f" y="%2.1f" width="%2.1f" height="%2.1f"/>', esc_attr( $kind ), (float) $x + 2, (float) $base, (float) $step - 4, (float) $bar );
				}
			}
			if ( 0 === ( count( $hours ) - 1 - $number ) % 4 ) {
				printf( '<text class="pushbridge-axis" x="%2.1f" y="%d" text-anchor="middle">%s</text>', (float) $x + $step / 2, (int) self::HEIGHT - 8, esc_html( wp_date( get_option( 'time_format' ), $hour['start'] ) ) );
			}
		}
		echo '</svg>';
	}

	/**
	 * Prints the figures.
	 *
	 * @param array $hours The hours.
	 */
	private static function table( array $hours ): void {
		printf( '<details id="pushbridge-chart-table"><summary>%s</summary><table class="widefat striped pushbridge-narrow"><caption class="screen-reader-text">%s</caption><thead><tr>', esc_html__( 'Show as a table', 'push-bridge' ), esc_html__( 'Deliveries per hour', 'push-bridge' ) );
		foreach ( array( __( 'Hour', 'push-bridge' ), __( 'Delivered', 'push-bridge' ), __( 'Not delivered', 'push-bridge' ) ) as $heading ) {
			printf( '<th scope="col">%s</th>', esc_html( $heading ) );
		}
		echo '</tr></thead><tbody>';
		foreach ( array_reverse( $hours ) as $hour ) {
			printf(
				'<tr><th scope="row">%s</th><td>%s</td><td>%s</td></tr>',
				esc_html( wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $hour['start'] ) ),
				esc_html( number_format_i18n( $hour['delivered'] ) ),
				esc_html( number_format_i18n( $hour['failed'] ) )
			);
		}
		echo '</tbody></table></details>';
	}

	/**
	 * The bar's height in deliveries.
	 *
	 * @param array $hour An hour.
	 */
	private static function total( array $hour ): int {
		return $hour['delivered'] + $hour['failed'];
	}

	/**
	 * The next of 1, 2, 4, 10, 20, 40, 100 … so that the middle line has a whole number.
	 *
	 * @param int $most The largest value.
	 */
	private static function nice_maximum( int $most ): int {
		$power = 1;
		while ( true ) {
			foreach ( array( 1, 2, 4 ) as $factor ) {
				if ( $most <= $factor * $power ) {
					return $factor * $power;
				}
			}
			$power *= 10;
		}
	}
}
