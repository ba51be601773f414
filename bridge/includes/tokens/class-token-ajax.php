<?php
/**
 * The endpoints that apps call through admin-ajax.php.
 *
 * @package PushBridge
 */

namespace PushBridge\Tokens;

/**
 * A nonce for the logged-in user, and with it registration and removal of the user's own tokens.
 */
final class Token_Ajax {

	const NONCE_ACTION = 'pushbridge_token';

	/**
	 * Adds the hooks.
	 */
	public static function add_hooks(): void {
		$handlers = array(
			'pushbridge_token_nonce'      => 'nonce',
			'pushbridge_register_token'   => 'register',
			'pushbridge_unregister_token' => 'unregister',
		);
		foreach ( $handlers as $action => $method ) {
			add_action( 'wp_ajax_' . $action, array( self::class, $method ) );
			// Without it WordPress would answer visitors "0" and 400.
			add_action( 'wp_ajax_nopriv_' . $action, array( self::class, 'refuse_visitor' ) );
		}
	}

	/**
	 * Answers {nonce}; `success` and `data` are there for apps that expect WordPress' usual envelope.
	 */
	public static function nonce(): void {
		nocache_headers();
		$nonce = wp_create_nonce( self::NONCE_ACTION );
		wp_send_json(
			array(
				'success' => true,
				'nonce'   => $nonce,
				'data'    => array( 'nonce' => $nonce ),
			)
		);
	}

	/**
	 * Registers a token: 201 when it is new to the user, 200 when it is refreshed.
	 */
	public static function register(): void {
		self::check_nonce();
		$is_new = Token_Requests::register( wp_unslash( $_POST ) );
		self::stop_on_error( $is_new );
		wp_send_json_success( array( 'registered' => $is_new ? 'new' : 'refreshed' ), $is_new ? 201 : 200 );
	}

	/**
	 * Removes a token: 200, or 404 when it is not the user's.
	 */
	public static function unregister(): void {
		self::check_nonce();
		self::stop_on_error( Token_Requests::unregister( wp_unslash( $_POST ) ) );
		wp_send_json_success( array( 'removed' => true ) );
	}

	/**
	 * Answers those who are not logged in.
	 */
	public static function refuse_visitor(): void {
		nocache_headers();
		self::stop_on_error( Token_Requests::permission() );
	}

	/**
	 * Ends the request unless it carries the user's nonce.
	 */
	private static function check_nonce(): void {
		nocache_headers();
		// phpcs:ignore WordPress.Security.NonceVerification -- WordPress would take a list for text, with a warning.
		if ( ! is_string( $_REQUEST['nonce'] ?? '' ) || ! is_string( $_REQUEST['_wpnonce'] ?? '' ) || ! check_ajax_referer( self::NONCE_ACTION, 'nonce', false ) ) {
			self::stop_on_error(
				new \WP_Error(
					'InvalidNonce',
					__( 'The nonce is missing, wrong or too old; ask for a new one with pushbridge_token_nonce.', 'push-bridge' ),
					array( 'status' => 403 )
				)
			);
		}
	}

	/**
	 * Ends the request if a result is an error.
	 *
	 * @param mixed $result The result.
	 */
	private static function stop_on_error( $result ): void {
		if ( ! is_wp_error( $result ) ) {
			return;
		}
		$data = (array) $result->get_error_data();
		if ( isset( $data['retry_after'] ) && ! headers_sent() ) {
			header( 'Retry-After: ' . (int) $data['retry_after'] );
		}
		wp_send_json_error(
			array(
				'code'    => $result->get_error_code(),
				'message' => $result->get_error_message(),
			),
			$data['status']
		);
	}
}
