<?php
/**
 * What the buttons of the token check do.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Schema;
use PushBridge\Store\Cleanup;

/**
 * Start, step and stop; the steps are taken by the script, or by a button where there is none.
 */
final class Cleanup_Handlers {

	const NONCE_START = 'pushbridge_cleanup_start';
	const NONCE_STEP  = 'pushbridge_cleanup_step';
	const NONCE_STOP  = 'pushbridge_cleanup_stop';

	/**
	 * Adds the hooks.
	 */
	public static function add_hooks(): void {
		add_action( 'admin_post_pushbridge_cleanup_start', array( self::class, 'start' ) );
		add_action( 'admin_post_pushbridge_cleanup_step', array( self::class, 'step' ) );
		add_action( 'admin_post_pushbridge_cleanup_stop', array( self::class, 'stop' ) );
		add_action( 'wp_ajax_pushbridge_cleanup_step', array( self::class, 'answer' ) );
	}

	/**
	 * Begins a check, a removal or an undo.
	 */
	public static function start(): void {
		Access::require_change( self::NONCE_START );
		// phpcs:disable WordPress.Security.NonceVerification -- Checked above.
		$mode    = Input::choice( $_POST, 'mode', Cleanup::MODES );
		$reasons = Input::choices( $_POST, 'reasons', Cleanup::REASONS );
		// phpcs:enable
		$url = Menu::url( 'tokens' );
		$job = Cleanup::job();
		if ( $job && ! $job['is_finished'] ) {
			Notices::redirect( $url, 'cleanup_busy' );
		}
		if ( in_array( $mode, array( 'dry_run', 'prune' ), true ) && ! $reasons ) {
			Notices::redirect( $url, 'no_reason' );
		}
		if ( '' !== $mode ) {
			Cleanup::start( $mode, 'audit' === $mode ? Cleanup::REASONS : $reasons, wp_get_current_user()->user_login );
		}
		wp_safe_redirect( $url );
		exit;
	}

	/**
	 * Goes on without a script: as long as a page may reasonably take.
	 */
	public static function step(): void {
		Access::require_change( self::NONCE_STEP );
		if ( is_wp_error( Cleanup::step( 5.0 ) ) ) {
			Notices::redirect( Menu::url( 'tokens' ), 'cleanup_busy' );
		}
		wp_safe_redirect( Menu::url( 'tokens' ) );
		exit;
	}

	/**
	 * Goes on for the script, and says how far it is.
	 */
	public static function answer(): void {
		Access::require_change( self::NONCE_STEP );
		$problem = Schema::problem();
		$job     = $problem ?? Cleanup::step( 0.5 );
		if ( is_wp_error( $job ) ) {
			wp_send_json_error( array( 'text' => $job->get_error_message() ), 'Busy' === $job->get_error_code() ? 409 : 503 );
		}
		wp_send_json_success(
			array(
				'done'     => $job['done'],
				'total'    => $job['total'],
				'text'     => self::progress( $job ),
				'finished' => $job['is_finished'],
			)
		);
	}

	/**
	 * Ends the job.
	 */
	public static function stop(): void {
		Access::require_change( self::NONCE_STOP );
		Notices::redirect( Menu::url( 'tokens' ), Cleanup::stop() ? 'cleanup_stopped' : 'cleanup_busy' );
	}

	/**
	 * How far a job is, in words.
	 *
	 * @param array $job The job.
	 */
	public static function progress( array $job ): string {
		/* translators: 1: number of rows looked at, 2: number of all rows, 3: number of tokens found. */
		return sprintf( __( '%1$s of %2$s looked at, %3$s found', 'push-bridge' ), number_format_i18n( min( $job['done'], max( $job['total'], $job['done'] ) ) ), number_format_i18n( max( $job['total'], $job['done'] ) ), number_format_i18n( array_sum( $job['found'] ) ) );
	}
}
