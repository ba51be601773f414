<?php
/**
 * What an app asks of the token endpoints.
 *
 * @package PushBridge
 */

namespace PushBridge\Tokens;

/**
 * The one way from a request's fields to an answer, for AJAX and REST alike. Errors carry `status`, the HTTP status, and
 * where it helps `retry_after`, in seconds.
 */
final class Token_Requests {

	const STATUSES = array(
		'Busy'          => 503,
		'DatabaseError' => 500,
	);

	/**
	 * Registers or refreshes a token of the current user.
	 *
	 * @param array $fields The fields, unslashed.
	 * @return bool|\WP_Error Whether it was new to the user.
	 */
	public static function register( array $fields ) {
		return self::answer( array( Token_Registry::class, 'register' ), $fields );
	}

	/**
	 * Removes a token of the current user.
	 *
	 * @param array $fields The fields, unslashed.
	 * @return true|\WP_Error
	 */
	public static function unregister( array $fields ) {
		$was_there = self::answer( array( Token_Registry::class, 'unregister' ), $fields );
		return false === $was_there ? self::error( 404, 'NotFound', __( 'This device token is not registered for you.', 'push-bridge' ) ) : $was_there;
	}

	/**
	 * Whether the current user may have device tokens.
	 *
	 * @return true|\WP_Error
	 */
	public static function permission() {
		if ( ! is_user_logged_in() ) {
			return self::error( 401, 'NotLoggedIn', __( 'Log in first.', 'push-bridge' ) );
		}
		if ( ! current_user_can( 'edit_user', get_current_user_id() ) ) {
			return self::error( 403, 'NotAllowed', __( 'You may not change your account.', 'push-bridge' ) );
		}
		return true;
	}

	/**
	 * Checks a request and does its work.
	 *
	 * @param callable $work   Takes the user's id and the registration.
	 * @param array    $fields The fields, unslashed.
	 * @return bool|\WP_Error
	 */
	private static function answer( callable $work, array $fields ) {
		$allowed = self::permission();
		if ( is_wp_error( $allowed ) ) {
			return $allowed;
		}
		$wait = Rate_Limit::count( get_current_user_id() );
		if ( $wait > 0 ) {
			return self::error( 429, 'TooManyRequests', __( 'Too many requests; try again later.', 'push-bridge' ), array( 'retry_after' => $wait ) );
		}
		$registration = Registration::from( $fields );
		$result       = is_wp_error( $registration ) ? $registration : $work( get_current_user_id(), $registration );
		if ( is_wp_error( $result ) ) {
			$status = self::STATUSES[ $result->get_error_code() ] ?? 400;
			$result->add_data( array( 'status' => $status ) + ( 503 === $status ? array( 'retry_after' => 1 ) : array() ) );
		}
		return $result;
	}

	/**
	 * An error with its HTTP status.
	 *
	 * @param int    $status  The status.
	 * @param string $code    A machine word.
	 * @param string $message A sentence.
	 * @param array  $more    More data.
	 */
	private static function error( int $status, string $code, string $message, array $more = array() ): \WP_Error {
		return new \WP_Error( $code, $message, array( 'status' => $status ) + $more );
	}
}
