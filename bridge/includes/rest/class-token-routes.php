<?php
/**
 * The endpoint that apps call through the REST API.
 *
 * @package PushBridge
 */

namespace PushBridge\Rest;

use PushBridge\Tokens\Token_Kinds;
use PushBridge\Tokens\Token_Requests;

/**
 * POST and DELETE /wp-json/push-bridge/v1/tokens, for the current user, however he is authenticated.
 */
final class Token_Routes {

	const SPACE = 'push-bridge/v1';

	/**
	 * Adds the route (rest_api_init).
	 */
	public static function register(): void {
		register_rest_route(
			self::SPACE,
			'/tokens',
			array(
				array(
					'methods'             => \WP_REST_Server::CREATABLE,
					'callback'            => array( self::class, 'create' ),
					'permission_callback' => array( Token_Requests::class, 'permission' ),
					'args'                => self::arguments(),
				),
				array(
					'methods'             => \WP_REST_Server::DELETABLE,
					'callback'            => array( self::class, 'delete' ),
					'permission_callback' => array( Token_Requests::class, 'permission' ),
					'args'                => self::arguments(),
				),
				'schema' => array( self::class, 'schema' ),
			)
		);
	}

	/**
	 * Registers a token: 201 when it is new to the user, 200 when it is refreshed.
	 *
	 * @param \WP_REST_Request $request The request.
	 */
	public static function create( \WP_REST_Request $request ): \WP_REST_Response {
		$is_new = Token_Requests::register( self::fields( $request ) );
		if ( is_wp_error( $is_new ) ) {
			return self::refusal( $is_new );
		}
		return new \WP_REST_Response( array( 'registered' => $is_new ? 'new' : 'refreshed' ), $is_new ? 201 : 200 );
	}

	/**
	 * Removes a token: 200, or 404 when it is not the user's.
	 *
	 * @param \WP_REST_Request $request The request.
	 */
	public static function delete( \WP_REST_Request $request ): \WP_REST_Response {
		$result = Token_Requests::unregister( self::fields( $request ) );
		return is_wp_error( $result ) ? self::refusal( $result ) : new \WP_REST_Response( array( 'removed' => true ), 200 );
	}

	/**
	 * What the route answers.
	 */
	public static function schema(): array {
		return array(
			'$schema'    => 'http://json-schema.org/draft-04/schema#',
			'title'      => 'push-bridge-token',
			'type'       => 'object',
			'properties' => array(
				'registered' => array(
					'description' => __( 'Whether the device token was new to the user.', 'push-bridge' ),
					'type'        => 'string',
					'enum'        => array( 'new', 'refreshed' ),
					'readonly'    => true,
				),
				'removed'    => array(
					'description' => __( 'Whether the device token was removed.', 'push-bridge' ),
					'type'        => 'boolean',
					'readonly'    => true,
				),
			),
		);
	}

	/**
	 * The fields of a request. They are checked by the service, after the permission: both ways in refuse with the same
	 * machine words, and a visitor hears that he must log in whatever he sent.
	 */
	private static function arguments(): array {
		$descriptions = array(
			'token'       => __( 'The device token: an even number of hexadecimal digits, at most 200.', 'push-bridge' ),
			/* translators: %s: a list of machine words. */
			'kind'        => sprintf( __( 'The kind of token: %s. Without it: standard.', 'push-bridge' ), implode( ', ', array_keys( Token_Kinds::META_KEYS ) ) ),
			'environment' => __( 'Where Apple knows the token: production or sandbox.', 'push-bridge' ),
			'device'      => __( 'A name of the device for its owner.', 'push-bridge' ),
			'app'         => __( 'Which of the site\'s apps the token belongs to.', 'push-bridge' ),
			'bundle_id'   => __( 'The bundle id of the app.', 'push-bridge' ),
		);
		$arguments    = array();
		foreach ( $descriptions as $name => $description ) {
			$arguments[ $name ] = array(
				'description'       => $description,
				'type'              => 'string',
				'sanitize_callback' => null,
			);
		}
		return $arguments;
	}

	/**
	 * The fields given.
	 *
	 * @param \WP_REST_Request $request The request.
	 */
	private static function fields( \WP_REST_Request $request ): array {
		return array_intersect_key( $request->get_params(), self::arguments() );
	}

	/**
	 * An error as an answer, with Retry-After where waiting helps.
	 *
	 * @param \WP_Error $error The error.
	 */
	private static function refusal( \WP_Error $error ): \WP_REST_Response {
		$response = rest_convert_error_to_response( $error );
		$data     = (array) $error->get_error_data();
		if ( isset( $data['retry_after'] ) ) {
			$response->header( 'Retry-After', (string) $data['retry_after'] );
		}
		return $response;
	}
}
