<?php
/**
 * The part of the dashboard that renews itself.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Schema;
use PushBridge\Store\Actions;
use PushBridge\Store\Credentials;
use PushBridge\Store\Deliveries;
use PushBridge\Store\Held_Back;
use PushBridge\Store\Pause;
use PushBridge\Store\Public_Key;
use PushBridge\Store\Queue;
use PushBridge\Store\Reasons;
use PushBridge\Store\Settings;
use PushBridge\Store\Workers;

/**
 * Prints it into the page, and answers the script that asks for it again.
 */
final class Live {

	const NONCE = 'pushbridge_live';

	/**
	 * Adds the hooks.
	 */
	public static function add_hooks(): void {
		add_action( 'wp_ajax_pushbridge_live', array( self::class, 'answer' ) );
	}

	/**
	 * Answers the script: the HTML, and the summary to be spoken when it changed.
	 */
	public static function answer(): void {
		Access::require_sight( self::NONCE );
		if ( Schema::problem() ) {
			wp_send_json_error( null, 503 );
		}
		ob_start();
		self::render();
		wp_send_json_success( array( 'html' => ob_get_clean() ) );
	}

	/**
	 * Prints it.
	 */
	public static function render(): void {
		$workers = Workers::all();
		self::render_health( $workers );
		echo '<div class="pushbridge-columns"><section class="pushbridge-card pushbridge-wide">';
		printf( '<h2>%s</h2>', esc_html__( 'Deliveries per hour', 'push-bridge' ) );
		Chart::render( Deliveries::per_hour() );
		echo '</section><section class="pushbridge-card">';
		self::render_lanes();
		echo '</section><section class="pushbridge-card">';
		self::render_reasons();
		echo '</section><section class="pushbridge-card pushbridge-wide">';
		self::render_workers( $workers );
		echo '</section></div>';
	}

	/**
	 * Prints what is wrong, or that nothing is.
	 *
	 * @param object[] $workers The daemons.
	 */
	private static function render_health( array $workers ): void {
		$problems = self::problems( $workers );
		printf( '<div class="notice inline notice-%s pushbridge-health" id="pushbridge-health">', $problems ? 'warning' : 'success' );
		foreach ( $problems as list( $text, $url, $link ) ) {
			printf( '<p>%s%s</p>', esc_html( $text ), $url ? sprintf( ' <a href="%s">%s</a>', esc_url( $url ), esc_html( $link ) ) : '' );
		}
		if ( ! $problems ) {
			printf( '<p>%s</p>', esc_html__( 'Everything is working.', 'push-bridge' ) );
		}
		echo '</div>';
	}

	/**
	 * What needs attention: text, address, text of the link.
	 *
	 * @param object[] $workers The daemons.
	 * @return array<int,string[]>
	 */
	private static function problems( array $workers ): array {
		$list = array();
		if ( ! Workers::alive( $workers ) ) {
			$list[] = array( __( 'No daemon is running, so nothing is sent. Start it on the server: systemctl start push-bridge', 'push-bridge' ), '', '' );
		}
		foreach ( Held_Back::by( $workers ) as $text => $stop ) {
			$list[] = Held_Back::DEVICE === $stop['scope'] ? array( $text, '', '' ) : array( $text, Menu::url( 'credentials' ), __( 'Check the credentials', 'push-bridge' ) );
		}
		$settings = Settings::all();
		$paused   = ( new Pause( $settings ) )->names();
		if ( $paused ) {
			/* translators: 1: what is paused, 2: a shell command. */
			$list[] = array( sprintf( __( 'Paused: %1$s. It goes on with the command %2$s.', 'push-bridge' ), implode( ', ', $paused ), 'push-bridge queue resume' ), '', '' );
		}
		$key = new Public_Key( $settings );
		if ( Public_Key::CHANGED === $key->state() || '' !== $key->alarm() ) {
			$list[] = array( __( 'The daemon\'s public key was changed by somebody.', 'push-bridge' ), Menu::url( 'credentials' ), __( 'Look at it', 'push-bridge' ) );
		}
		$credentials = Credentials::all();
		if ( ! $credentials ) {
			$list[] = array( __( 'No credential is stored, so nothing can be sent.', 'push-bridge' ), Menu::url( 'credentials' ), __( 'Open Credentials', 'push-bridge' ) );
		}
		foreach ( $credentials as $row ) {
			$name = $row->app . ' / ' . Format::label( $row->channel );
			if ( null !== $row->error && '' !== $row->error ) {
				/* translators: 1: app and channel, 2: what is wrong. */
				$list[] = array( sprintf( __( 'The credential for %1$s cannot be used: %2$s', 'push-bridge' ), $name, $row->error ), Menu::url( 'credentials' ), __( 'Open Credentials', 'push-bridge' ) );
			} elseif ( null !== $row->days_left && $row->days_left < Credentials::SOON ) {
				/* translators: 1: app and channel, 2: number of days. */
				$list[] = array( sprintf( _n( 'The certificate for %1$s expires in %2$s day.', 'The certificate for %1$s expires in %2$s days.', $row->days_left, 'push-bridge' ), $name, number_format_i18n( $row->days_left ) ), Menu::url( 'credentials' ), __( 'Renew it', 'push-bridge' ) );
			}
		}
		return $list;
	}

	/**
	 * Prints the lanes.
	 */
	private static function render_lanes(): void {
		printf( '<h2>%s</h2><div class="pushbridge-scroll"><table class="widefat striped"><thead><tr>', esc_html__( 'Queue', 'push-bridge' ) );
		foreach ( array( __( 'Lane', 'push-bridge' ), __( 'Queued', 'push-bridge' ), __( 'Sending', 'push-bridge' ), __( 'Waiting for a retry', 'push-bridge' ), __( 'Oldest due', 'push-bridge' ) ) as $heading ) {
			printf( '<th scope="col">%s</th>', esc_html( $heading ) );
		}
		echo '</tr></thead><tbody>';
		foreach ( Queue::lanes() as $lane => $figures ) {
			printf(
				'<tr><th scope="row">%s</th><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>',
				esc_html( Format::label( $lane ) ),
				esc_html( Format::count( $figures['queued'] ) ),
				esc_html( Format::count( $figures['sending'] ) ),
				esc_html( Format::count( $figures['waiting'] ) ),
				esc_html( null === $figures['oldest_seconds'] ? '—' : Format::duration( $figures['oldest_seconds'] ) )
			);
		}
		echo '</tbody></table></div>';
		$counts = Deliveries::counts();
		if ( $counts['exhausted'] > 0 ) {
			printf(
				'<p><a href="%s">%s</a></p>',
				esc_url( Menu::url( 'deliveries', array( 'status' => 'exhausted' ) ) ),
				/* translators: %s: a number. */
				esc_html( sprintf( _n( '%s delivery was given up (dead letter)', '%s deliveries were given up (dead letters)', $counts['exhausted'], 'push-bridge' ), Format::count( $counts['exhausted'] ) ) )
			);
		}
	}

	/**
	 * Prints the commonest reasons.
	 */
	private static function render_reasons(): void {
		printf( '<h2>%s</h2>', esc_html__( 'Why notifications were not delivered, last 24 hours', 'push-bridge' ) );
		$reasons = Deliveries::top_reasons();
		if ( ! $reasons ) {
			printf( '<p>%s</p>', esc_html__( 'There were no failures.', 'push-bridge' ) );
			return;
		}
		printf( '<table class="widefat striped"><thead><tr><th scope="col">%s</th><th scope="col">%s</th></tr></thead><tbody>', esc_html__( 'Reason', 'push-bridge' ), esc_html__( 'Number', 'push-bridge' ) );
		foreach ( $reasons as $reason => $number ) {
			$reason = (string) $reason;
			printf(
				'<tr><th scope="row"><a href="%s"><code>%s</code></a><br><span class="description">%s</span></th><td>%s</td></tr>',
				esc_url( Menu::url( 'deliveries', array( 'reason' => $reason ) ) ),
				esc_html( $reason ),
				esc_html( Reasons::meaning( $reason ) ),
				esc_html( number_format_i18n( $number ) )
			);
		}
		echo '</tbody></table>';
	}

	/**
	 * Prints the daemons.
	 *
	 * @param object[] $workers The daemons.
	 */
	private static function render_workers( array $workers ): void {
		printf( '<h2>%s</h2>', esc_html__( 'Daemons', 'push-bridge' ) );
		if ( ! $workers ) {
			printf( '<p>%s</p>', esc_html__( 'None has reported yet.', 'push-bridge' ) );
			return;
		}
		echo '<div class="pushbridge-scroll"><table class="widefat striped"><thead><tr>';
		foreach ( array( __( 'Host', 'push-bridge' ), __( 'Version', 'push-bridge' ), __( 'State', 'push-bridge' ), __( 'Last heard of', 'push-bridge' ), __( 'Running since', 'push-bridge' ), __( 'Delivered since then', 'push-bridge' ) ) as $heading ) {
			printf( '<th scope="col">%s</th>', esc_html( $heading ) );
		}
		echo '</tr></thead><tbody>';
		foreach ( $workers as $worker ) {
			$delivered = array_sum( array_map( 'intval', array_column( $worker->lanes, 'delivered' ) ) );
			printf(
				'<tr><th scope="row">%s</th><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>',
				/* translators: 1: name of a host, 2: number of a process. */
				esc_html( sprintf( __( '%1$s (process %2$d)', 'push-bridge' ), $worker->host, $worker->pid ) ),
				esc_html( $worker->version ),
				$worker->is_fresh ? esc_html( $worker->state ) : '<span class="pushbridge-badge pushbridge-bad">' . esc_html__( 'silent', 'push-bridge' ) . '</span>',
				/* translators: %s: a duration. */
				esc_html( sprintf( __( '%s ago', 'push-bridge' ), Format::duration( max( 0, $worker->heartbeat_seconds ) ) ) ),
				Format::time( $worker->started_at ), // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
				esc_html( number_format_i18n( $delivered ) )
			);
		}
		echo '</tbody></table></div>';
	}
}
