<?php
/**
 * One notification, explained.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Store\Actions;
use PushBridge\Store\Deliveries;
use PushBridge\Store\Message_Text;
use PushBridge\Store\Page;
use PushBridge\Store\Pause;
use PushBridge\Store\Reasons;
use PushBridge\Store\Retry;
use PushBridge\Store\Settings;
use PushBridge\Store\Users;
use PushBridge\Store\Workers;

/**
 * From row to answer: what was to be sent, what happened to each device, what will happen next.
 */
final class Action_Screen extends Screen {

	/** The most deliveries that are shown here. */
	const MOST = 100;

	/**
	 * The action; null when there is none.
	 *
	 * @var object|null
	 */
	private $action;

	/**
	 * Its deliveries.
	 *
	 * @var Page
	 */
	private $deliveries;

	/**
	 * It is reached from the lists.
	 */
	public static function label(): string {
		return '';
	}

	/**
	 * Reads the action.
	 */
	public function load(): void {
		// phpcs:ignore WordPress.Security.NonceVerification -- Only says what to show.
		$id               = Input::id( $_GET, 'id' );
		$this->action     = Actions::get( $id );
		$this->deliveries = Deliveries::query(
			array(
				'action_id' => (string) $id,
				'order'     => 'asc',
				'per_page'  => self::MOST,
			)
		);
	}

	/**
	 * Prints the content.
	 */
	public function render(): void {
		if ( ! $this->action ) {
			printf( '<p>%s</p>', esc_html( Retry::refusal( 'NotFound' )->get_error_message() ) );
			return;
		}
		$is_open = in_array( $this->action->state, array( 'queued', 'sending' ), true );
		// The script asks again while it is open, and takes the new content when the version is another.
		printf( '<div id="pushbridge-action" data-version="%s"%s>', esc_attr( $this->version( $is_open ) ), $is_open ? ' data-open' : '' );
		/* translators: %d: number of a notification. */
		printf( '<h2>%s %s</h2>', esc_html( sprintf( __( 'Notification #%d', 'push-bridge' ), $this->action->id ) ), Format::badge( $this->action->state ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
		echo '<div class="pushbridge-columns"><section class="pushbridge-card">';
		$this->render_facts();
		echo '</section><section class="pushbridge-card">';
		$this->render_next( $is_open );
		echo '</section><section class="pushbridge-card pushbridge-wide">';
		$this->render_deliveries();
		echo '</section><section class="pushbridge-card pushbridge-wide">';
		printf( '<h3>%s</h3><pre class="pushbridge-message" tabindex="0">%s</pre>', esc_html__( 'Message', 'push-bridge' ), esc_html( Message_Text::pretty( (string) $this->action->message ) ) );
		echo '</section></div></div>';
	}

	/**
	 * What changes when there is something new to be seen.
	 *
	 * @param bool $is_open Whether it is not finished.
	 */
	private function version( bool $is_open ): string {
		$action = $this->action;
		$seen   = array( $action->state, $action->reason, $action->delivered, $action->failed, $action->pruned, $this->future( $is_open ) );
		foreach ( $this->deliveries->rows as $row ) {
			$seen[] = array( $row->id, $row->status, $row->attempts );
		}
		return md5( (string) wp_json_encode( $seen ) );
	}

	/**
	 * Prints what is known about the action as a whole.
	 */
	private function render_facts(): void {
		$action = $this->action;
		$logins = Users::logins( array( $action->user_id ) );
		$who    = null === $action->user_id ? '<code>' . esc_html( Message_Text::excerpt( (string) $action->audience, 300 ) ) . '</code>' : Format::user( (int) $action->user_id, $logins );
		$rows   = array(
			array( __( 'Recipient', 'push-bridge' ), $who ),
			array( __( 'Type', 'push-bridge' ), esc_html( $action->type ) ),
			array( __( 'App', 'push-bridge' ), esc_html( $action->app ) ),
			array( __( 'Queued', 'push-bridge' ), Format::time( $action->created_at ) ),
			array( __( 'To be sent', 'push-bridge' ), null === $action->send_at ? esc_html__( 'at once', 'push-bridge' ) : Format::time( $action->send_at ) ),
			array( __( 'Ends', 'push-bridge' ), Format::time( $action->expires_at ) ),
			array( __( 'Key against repetition', 'push-bridge' ), null === $action->dedupe_key ? '—' : '<code>' . esc_html( $action->dedupe_key ) . '</code>' ),
			array( __( 'Delivered', 'push-bridge' ), esc_html( number_format_i18n( $action->delivered ) ) ),
			array( __( 'Not delivered', 'push-bridge' ), esc_html( number_format_i18n( $action->failed ) ) ),
			array( __( 'Device tokens found dead', 'push-bridge' ), esc_html( number_format_i18n( $action->pruned ) ) ),
		);
		printf( '<h3>%s</h3><table class="pushbridge-facts"><tbody>', esc_html__( 'What was asked for', 'push-bridge' ) );
		foreach ( $rows as list( $name, $html ) ) {
			printf( '<tr><th scope="row">%s</th><td>%s</td></tr>', esc_html( $name ), $html ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped above.
		}
		echo '</tbody></table>';
		$warnings = json_decode( (string) $action->warnings, true );
		if ( is_array( $warnings ) && $warnings ) {
			printf( '<h4>%s</h4><ul class="ul-disc">', esc_html__( 'Warnings', 'push-bridge' ) );
			foreach ( $warnings as $warning ) {
				printf( '<li>%s</li>', esc_html( is_scalar( $warning ) ? (string) $warning : (string) wp_json_encode( $warning ) ) );
			}
			echo '</ul>';
		}
	}

	/**
	 * Prints what happened, what comes next, and what can be done.
	 *
	 * @param bool $is_open Whether it is not finished.
	 */
	private function render_next( bool $is_open ): void {
		$action = $this->action;
		printf( '<h3>%s</h3>', esc_html__( 'What happened', 'push-bridge' ) );
		if ( null !== $action->reason && '' !== $action->reason ) {
			printf( '<p>%s</p>', Format::reason( $action->reason ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
			$advice = Reasons::advice( $action->reason, ! $is_open );
			if ( '' !== $advice ) {
				printf( '<p><strong>%s</strong> %s</p>', esc_html__( 'What to do:', 'push-bridge' ), esc_html( $advice ) );
			}
		} else {
			printf( '<p>%s</p>', esc_html( Format::label( $action->state ) ) );
		}
		printf( '<h3>%s</h3><p>%s</p>', esc_html__( 'What will happen next', 'push-bridge' ), esc_html( $this->future( $is_open ) ) );
		if ( $is_open ) {
			printf( '<p><a class="button" href="%s">%s</a></p>', esc_url( Row_Actions::url( 'cancel', (int) $action->id ) ), esc_html__( 'Cancel', 'push-bridge' ) );
			return;
		}
		$possible = Retry::is_possible( $action );
		if ( is_wp_error( $possible ) ) {
			printf( '<p class="description">%s</p>', esc_html( $possible->get_error_message() ) );
		} else {
			printf( '<p><a class="button button-primary" href="%s">%s</a></p>', esc_url( Row_Actions::url( 'retry', (int) $action->id ) ), esc_html__( 'Send again what was not delivered', 'push-bridge' ) );
		}
	}

	/**
	 * What will happen, in a sentence.
	 *
	 * @param bool $is_open Whether it is not finished.
	 */
	private function future( bool $is_open ): string {
		$action = $this->action;
		if ( ! $is_open ) {
			return __( 'Nothing more: it is finished. It stays in the list until it is deleted after some time.', 'push-bridge' );
		}
		if ( ! Workers::alive( Workers::all() ) ) {
			return __( 'Nothing until a daemon runs. Start it on the server: systemctl start push-bridge', 'push-bridge' );
		}
		if ( ( new Pause( Settings::all() ) )->covers( $action ) ) {
			return __( 'Nothing until it is no longer paused. It goes on with the command push-bridge queue resume.', 'push-bridge' );
		}
		if ( 'queued' === $action->state ) {
			if ( null !== $action->send_at && $action->send_at > $action->now ) {
				/* translators: %s: date and time. */
				return sprintf( __( 'It is sent at %s.', 'push-bridge' ), get_date_from_gmt( substr( $action->send_at, 0, 19 ), get_option( 'date_format' ) . ' ' . get_option( 'time_format' ) ) );
			}
			return __( 'The daemon takes it at its next look, usually within a second.', 'push-bridge' );
		}
		$next = array_filter( array_column( $this->deliveries->rows, 'next_attempt_at' ) );
		if ( $next && null === $action->owner ) {
			/* translators: %s: time of day. */
			return sprintf( __( 'What was not delivered is tried again at %s.', 'push-bridge' ), get_date_from_gmt( substr( min( $next ), 0, 19 ), 'H:i:s' ) );
		}
		return __( 'It is being sent just now.', 'push-bridge' );
	}

	/**
	 * Prints each device's share.
	 */
	private function render_deliveries(): void {
		printf( '<h3>%s</h3>', esc_html__( 'Devices', 'push-bridge' ) );
		$rows = $this->deliveries->rows;
		if ( ! $rows ) {
			printf( '<p>%s</p>', esc_html__( 'Nothing has been sent to a device.', 'push-bridge' ) );
			return;
		}
		$logins = Users::logins( array_column( $rows, 'user_id' ) );
		echo '<div class="pushbridge-scroll pushbridge-devices"><table class="widefat striped"><thead><tr>';
		foreach ( array( __( 'Device token', 'push-bridge' ), __( 'User', 'push-bridge' ), __( 'Status', 'push-bridge' ), __( 'Reason', 'push-bridge' ), __( 'Apple\'s answer', 'push-bridge' ), __( 'Tries', 'push-bridge' ), __( 'Next try', 'push-bridge' ), __( 'Last change', 'push-bridge' ) ) as $heading ) {
			printf( '<th scope="col">%s</th>', esc_html( $heading ) );
		}
		echo '</tr></thead><tbody>';
		// phpcs:disable WordPress.Security.EscapeOutput -- Format escapes.
		foreach ( $rows as $row ) {
			$advice = Reasons::advice( $row->reason, 'retry' !== $row->status );
			printf(
				'<tr><th scope="row">%s<br><span class="description">%s %s</span></th><td>%s</td><td>%s</td><td>%s%s</td><td>%s%s</td><td>%s</td><td>%s</td><td>%s</td></tr>',
				Format::token( $row->token ),
				esc_html( Format::label( $row->channel ) ),
				esc_html( (string) $row->environment ),
				Format::user( null === $row->user_id ? null : (int) $row->user_id, $logins ),
				Format::badge( $row->status ),
				Format::reason( $row->reason ),
				'' === $advice ? '' : '<br>' . esc_html( $advice ),
				null === $row->http_status ? '—' : esc_html( $row->http_status ),
				null === $row->apns_id ? '' : '<br><code class="pushbridge-id">' . esc_html( $row->apns_id ) . '</code>',
				esc_html( number_format_i18n( $row->attempts ) ),
				Format::time( $row->next_attempt_at ),
				Format::time( $row->updated_at )
			);
		}
		// phpcs:enable
		echo '</tbody></table></div>';
		if ( $this->deliveries->total > self::MOST ) {
			/* translators: %s: a number. */
			printf( '<p><a href="%s">%s</a></p>', esc_url( Menu::url( 'deliveries', array( 'action_id' => $this->action->id ) ) ), esc_html( sprintf( __( 'All %s', 'push-bridge' ), Format::count( $this->deliveries->total + (int) $this->deliveries->is_capped ) ) ) );
		}
	}
}
