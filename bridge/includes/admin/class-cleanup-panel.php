<?php
/**
 * The token check as the screen shows it.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Store\Cleanup;
use PushBridge\Store\Reasons;
use PushBridge\Store\Users;

/**
 * Check → dry run → remove → undo, with a progress bar in between.
 */
final class Cleanup_Panel {

	/**
	 * Prints the panel.
	 */
	public static function render(): void {
		$job = Cleanup::job();
		printf( '<section class="pushbridge-card" id="pushbridge-cleanup" aria-labelledby="pushbridge-cleanup-title"><h2 id="pushbridge-cleanup-title" tabindex="-1">%s</h2>', esc_html__( 'Clean up device tokens', 'push-bridge' ) );
		if ( ! Access::can_change() ) {
			printf( '<p>%s</p>', esc_html__( 'Only network administrators clean up the tokens of all sites.', 'push-bridge' ) );
		} elseif ( $job && ! $job['is_finished'] ) {
			self::render_running( $job );
		} elseif ( $job ) {
			self::render_result( $job );
		} else {
			printf( '<p>%s</p>', esc_html__( 'The check goes through every stored token. It changes nothing: it counts what could be removed, and why.', 'push-bridge' ) );
			self::render_start( 'audit', __( 'Check all tokens', 'push-bridge' ), true );
		}
		echo '</section>';
	}

	/**
	 * Prints the progress bar and the buttons beside it.
	 *
	 * @param array $job The job.
	 */
	private static function render_running( array $job ): void {
		$texts = array(
			'audit'   => __( 'Checking all tokens …', 'push-bridge' ),
			'dry_run' => __( 'Dry run: nothing is changed …', 'push-bridge' ),
			'prune'   => __( 'Removing tokens …', 'push-bridge' ),
			'undo'    => __( 'Putting tokens back …', 'push-bridge' ),
		);
		printf(
			'<p><label for="pushbridge-progress">%s</label></p><progress id="pushbridge-progress" max="%d" value="%d" aria-describedby="pushbridge-progress-text"></progress> <span id="pushbridge-progress-text">%s</span>',
			esc_html( $texts[ $job['mode'] ] ),
			max( 1, (int) $job['total'] ),
			(int) $job['done'],
			esc_html( Cleanup_Handlers::progress( $job ) )
		);
		echo '<p class="pushbridge-error" id="pushbridge-progress-error" role="alert"></p><div class="pushbridge-buttons">';
		echo '<noscript>';
		self::render_button( 'pushbridge_cleanup_step', Cleanup_Handlers::NONCE_STEP, __( 'Continue', 'push-bridge' ), true );
		echo '</noscript>';
		self::render_button( 'pushbridge_cleanup_stop', Cleanup_Handlers::NONCE_STOP, __( 'Stop', 'push-bridge' ), false );
		echo '</div>';
	}

	/**
	 * Prints what a finished job found, and what can be done next.
	 *
	 * @param array $job The job.
	 */
	private static function render_result( array $job ): void {
		$number = array_sum( $job['found'] );
		$count  = number_format_i18n( $number );
		$texts  = array(
			/* translators: %s: a number. */
			'audit'   => _n( '%s token could be removed. Nothing has been changed.', '%s tokens could be removed. Nothing has been changed.', $number, 'push-bridge' ),
			/* translators: %s: a number. */
			'dry_run' => _n( 'Dry run: %s token would be removed. Nothing has been changed.', 'Dry run: %s tokens would be removed. Nothing has been changed.', $number, 'push-bridge' ),
			/* translators: %s: a number. */
			'prune'   => _n( '%s token was removed.', '%s tokens were removed.', $number, 'push-bridge' ),
			/* translators: %s: a number. */
			'undo'    => _n( '%s token was put back.', '%s tokens were put back.', $number, 'push-bridge' ),
		);
		printf( '<p class="pushbridge-result"><strong>%s</strong></p>', esc_html( sprintf( $texts[ $job['mode'] ], $count ) ) );
		self::render_kept( $job );
		$is_preview = in_array( $job['mode'], array( 'audit', 'dry_run' ), true );
		if ( $is_preview && $number ) {
			self::render_choice( $job );
		}
		self::render_examples( $job );
		echo '<div class="pushbridge-buttons">';
		if ( 'prune' === $job['mode'] && $job['removed'] ) {
			self::render_start( 'undo', __( 'Undo this cleanup', 'push-bridge' ), false );
		}
		self::render_start( 'audit', __( 'Check again', 'push-bridge' ), ! $is_preview || ! $number );
		echo '</div>';
	}

	/**
	 * Prints the reasons to choose from.
	 *
	 * @param array $job The job.
	 */
	private static function render_choice( array $job ): void {
		printf( '<form method="post" action="%s"><input type="hidden" name="action" value="pushbridge_cleanup_start">', esc_url( admin_url( 'admin-post.php' ) ) );
		Access::print_nonce( Cleanup_Handlers::NONCE_START );
		printf( '<fieldset><legend>%s</legend><table class="widefat striped pushbridge-narrow"><thead><tr><td class="check-column"></td><th scope="col">%s</th><th scope="col">%s</th></tr></thead><tbody>', esc_html__( 'Which tokens should go?', 'push-bridge' ), esc_html__( 'Reason', 'push-bridge' ), esc_html__( 'Tokens', 'push-bridge' ) );
		foreach ( $job['found'] as $reason => $number ) {
			printf(
				'<tr><th scope="row" class="check-column"><input type="checkbox" name="reasons[]" id="pushbridge-reason-%1$s" value="%1$s"%2$s></th><td><label for="pushbridge-reason-%1$s"><code>%1$s</code><br>%3$s</label></td><td>%4$s</td></tr>',
				esc_attr( $reason ),
				// A user that is gone may be one of another system: nobody removes his tokens by accident.
				checked( 'UserGone' !== $reason || 'dry_run' === $job['mode'], true, false ),
				esc_html( Reasons::meaning( $reason ) ),
				esc_html( number_format_i18n( $number ) )
			);
		}
		echo '</tbody></table></fieldset><div class="pushbridge-buttons">';
		if ( 'audit' === $job['mode'] ) {
			printf( '<button class="button button-primary" name="mode" value="dry_run">%s</button> ', esc_html__( 'Dry run with the ticked reasons', 'push-bridge' ) );
		}
		printf( '<button class="button%s" name="mode" value="prune">%s</button></div></form>', 'audit' === $job['mode'] ? '' : ' button-primary', esc_html__( 'Remove the ticked tokens', 'push-bridge' ) );
		printf( '<p class="description">%s</p>', esc_html__( 'Every removal is recorded below and can be undone.', 'push-bridge' ) );
	}

	/**
	 * Prints why some tokens stay.
	 *
	 * @param array $job The job.
	 */
	private static function render_kept( array $job ): void {
		$texts = array(
			'NotDead'         => __( 'stay because the reason lies in the configuration, not in the device', 'push-bridge' ),
			'Gone'            => __( 'had gone already or changed meanwhile', 'push-bridge' ),
			'RegisteredLater' => __( 'stay because the device registered again', 'push-bridge' ),
			'Untouchable'     => __( 'stay because their value cannot be written back safely', 'push-bridge' ),
			'Busy'            => __( 'stay because another request was changing them; run it again', 'push-bridge' ),
			'AlreadyUndone'   => __( 'had been put back before', 'push-bridge' ),
			'NotFound'        => __( 'are no longer on record', 'push-bridge' ),
		);
		$shown = array_intersect_key( $texts, $job['kept'] );
		if ( $shown ) {
			echo '<ul class="ul-disc">';
			foreach ( $shown as $word => $text ) {
				printf( '<li>%s %s</li>', esc_html( number_format_i18n( $job['kept'][ $word ] ) ), esc_html( $text ) );
			}
			echo '</ul>';
		}
	}

	/**
	 * Prints some of what was found.
	 *
	 * @param array $job The job.
	 */
	private static function render_examples( array $job ): void {
		if ( ! $job['examples'] ) {
			return;
		}
		$logins = Users::logins( array_column( $job['examples'], 0 ) );
		/* translators: %s: a number. */
		printf( '<details%s><summary>%s</summary><table class="widefat striped pushbridge-narrow"><thead><tr>', 'dry_run' === $job['mode'] ? ' open' : '', esc_html( sprintf( __( 'Show the first %s', 'push-bridge' ), number_format_i18n( count( $job['examples'] ) ) ) ) );
		foreach ( array( __( 'User', 'push-bridge' ), __( 'Stored under', 'push-bridge' ), __( 'Device token', 'push-bridge' ), __( 'Reason', 'push-bridge' ) ) as $heading ) {
			printf( '<th scope="col">%s</th>', esc_html( $heading ) );
		}
		echo '</tr></thead><tbody>';
		foreach ( $job['examples'] as list( $user, $key, $token, $reason ) ) {
			// phpcs:ignore WordPress.Security.EscapeOutput -- Format escapes.
			printf( '<tr><td>%s</td><td><code>%s</code></td><td><code>%s…</code></td><td><code>%s</code></td></tr>', Format::user( $user, $logins ), esc_html( $key ), esc_html( $token ), esc_html( $reason ) );
		}
		echo '</tbody></table></details>';
	}

	/**
	 * Prints a button that begins a job.
	 *
	 * @param string $mode       One of Cleanup::MODES.
	 * @param string $text       The button's text.
	 * @param bool   $is_primary Whether it is the main one.
	 */
	private static function render_start( string $mode, string $text, bool $is_primary ): void {
		self::render_button( 'pushbridge_cleanup_start', Cleanup_Handlers::NONCE_START, $text, $is_primary, array( 'mode' => $mode ) );
	}

	/**
	 * Prints a form that is one button.
	 *
	 * @param string               $action     The action of admin-post.php.
	 * @param string               $nonce      The nonce's action.
	 * @param string               $text       The button's text.
	 * @param bool                 $is_primary Whether it is the main one.
	 * @param array<string,string> $fields     More fields.
	 */
	public static function render_button( string $action, string $nonce, string $text, bool $is_primary, array $fields = array() ): void {
		printf( '<form method="post" action="%s" class="pushbridge-inline"><input type="hidden" name="action" value="%s">', esc_url( admin_url( 'admin-post.php' ) ), esc_attr( $action ) );
		Access::print_nonce( $nonce );
		foreach ( $fields as $name => $value ) {
			printf( '<input type="hidden" name="%s" value="%s">', esc_attr( $name ), esc_attr( $value ) );
		}
		printf( '<button class="button%s">%s</button></form> ', $is_primary ? ' button-primary' : '', esc_html( $text ) );
	}
}
