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
		$registration = self::checked_registration();
		$is_new       = Token_Registry::register( get_current_user_id(), $registration );
		self::stop_on_error( $is_new );
		wp_send_json_success( array( 'registered' => $is_new ? 'new' : 'refreshed' ), $is_new ? 201 : 200 );
	}

	/**
	 * Removes a token: 200, or 404 when it is not the user's.
	 */
	public static function unregister(): void {
		$registration = self::checked_registration();
		$was_there    = Token_Registry::unregister( get_current_user_id(), $registration );
		self::stop_on_error( $was_there );
		if ( ! $was_there ) {
			self::fail( 404, 'NotFound', __( 'This device token is not registered for you.', 'push-bridge' ) );
		}
		wp_send_json_success( array( 'removed' => true ) );
	}

	/**
	 * Answers those who are not logged in.
	 */
	public static function refuse_visitor(): void {
		nocache_headers();
		self::fail( 401, 'NotLoggedIn', __( 'Log in first.', 'push-bridge' ) );
	}

	/**
	 * What the app sent, after every check.
	 */
	private static function checked_registration(): Registration {
		nocache_headers();
		if ( ! check_ajax_referer( self::NONCE_ACTION, 'nonce', false ) ) {
			self::fail( 403, 'InvalidNonce', __( 'The nonce is missing, wrong or too old; ask for a new one with pushbridge_token_nonce.', 'push-bridge' ) );
		}
		if ( ! current_user_can( 'edit_user', get_current_user_id() ) ) {
			self::fail( 403, 'NotAllowed', __( 'You may not change your account.', 'push-bridge' ) );
		}
		$registration = Registration::from( wp_unslash( $_POST ) );
		self::stop_on_error( $registration );
		return $registration;
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
		$statuses = array(
			'Busy'          => 503,
			'DatabaseError' => 500,
		);
		$code     = (string) $result->get_error_code();
		self::fail( $statuses[ $code ] ?? 400, $code, $result->get_error_message() );
	}

	/**
	 * Ends the request with an error.
	 *
	 * @param int    $status  The HTTP status.
	 * @param string $code    A machine word.
	 * @param string $message A sentence.
	 */
	private static function fail( int $status, string $code, string $message ): void {
		wp_send_json_error(
			array(
				'code'    => $code,
				'message' => $message,
			),
			$status
		);
	}
}
