<?php
/**
 * The REST endpoint for tokens.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Tokens\Registration;
use PushBridge\Tokens\Token_Registry;

/**
 * The same service as behind AJAX, with the statuses of the contract.
 */
final class Rest_Tokens_Test extends WordPress_Case {

	private function call( string $method, array $fields, bool $as_json = true ): \WP_REST_Response {
		$request = new \WP_REST_Request( $method, '/push-bridge/v1/tokens' );
		if ( $as_json ) {
			$request->set_header( 'Content-Type', 'application/json' );
			$request->set_body( wp_json_encode( $fields ) );
		} else {
			$request->set_query_params( $fields );
		}
		return rest_do_request( $request );
	}

	public function test_registering_refreshing_and_removing(): void {
		$user   = $this->user( 'subscriber', true );
		$fields = array( 'token' => strtoupper( self::TOKEN ), 'kind' => 'voip', 'environment' => 'sandbox', 'device' => 'Anna\'s "iPhone" \\', 'app' => 'default', 'bundle_id' => 'com.example.app' );
		$answer = $this->call( 'POST', $fields );
		$this->assertSame( array( 201, array( 'registered' => 'new' ) ), array( $answer->get_status(), $answer->get_data() ) );
		$record = json_decode( $this->stored( $user, 'mam_ios_voip_token' )[0], true );
		$this->assertSame( array( self::TOKEN, 'Anna\'s "iPhone" \\' ), array( $record['token'], $record['device'] ) );
		$answer = $this->call( 'POST', $fields );
		$this->assertSame( array( 200, array( 'registered' => 'refreshed' ) ), array( $answer->get_status(), $answer->get_data() ) );
		$this->assertCount( 1, $this->stored( $user, 'mam_ios_voip_token' ) );
		$this->assertSame( 200, $this->call( 'DELETE', $fields )->get_status() );
		$this->assertSame( array(), $this->stored( $user, 'mam_ios_voip_token' ) );
	}

	public function test_deleting_takes_the_fields_from_the_address_too(): void {
		$user = $this->user( 'subscriber', true );
		$this->call( 'POST', array( 'token' => self::TOKEN ) );
		$this->assertSame( 200, $this->call( 'DELETE', array( 'token' => self::TOKEN ), false )->get_status() );
		$this->assertSame( array(), $this->stored( $user ) );
	}

	public function test_visitors_get_401_and_others_tokens_404(): void {
		$this->assertSame( 401, $this->call( 'POST', array( 'token' => self::TOKEN ) )->get_status() );
		$this->assertSame( 401, $this->call( 'DELETE', array( 'token' => self::TOKEN ) )->get_status() );
		$this->assertSame( 401, $this->call( 'POST', array() )->get_status() );
		$owner = $this->user( 'subscriber', true );
		$this->call( 'POST', array( 'token' => self::TOKEN ) );
		$this->user( 'administrator', true );
		$answer = $this->call( 'DELETE', array( 'token' => self::TOKEN ) );
		$this->assertSame( array( 404, 'NotFound' ), array( $answer->get_status(), $answer->get_data()['code'] ) );
		$this->assertSame( array( self::TOKEN ), $this->stored_tokens( $owner ) );
	}

	public function test_malformed_fields_get_400_with_the_same_words_as_ajax(): void {
		$user  = $this->user( 'subscriber', true );
		$cases = array(
			array( 'MalformedDeviceToken', array() ),
			array( 'MalformedDeviceToken', array( 'token' => array( 'aa' ) ) ),
			array( 'MalformedDeviceToken', array( 'token' => 'ab/../cd' ) ),
			array( 'InvalidField: kind', array( 'token' => self::TOKEN, 'kind' => 'android' ) ),
			array( 'InvalidField: environment', array( 'token' => self::TOKEN, 'environment' => 'moon' ) ),
		);
		foreach ( $cases as list( $code, $fields ) ) {
			$answer = $this->call( 'POST', $fields );
			$this->assertSame( array( 400, $code ), array( $answer->get_status(), $answer->get_data()['code'] ) );
		}
		$this->assertSame( array(), $this->stored( $user ) );
	}

	public function test_too_many_calls_get_429_with_retry_after_for_this_user_only(): void {
		add_filter(
			'pushbridge_token_rate_limit',
			static function () {
				return 3;
			}
		);
		$this->user( 'subscriber', true );
		$statuses = array();
		for ( $i = 0; $i < 8; $i++ ) {
			$answer     = $this->call( 'POST', array( 'token' => self::TOKEN ) );
			$statuses[] = $answer->get_status();
		}
		$this->assertSame( array( 201, 200, 200 ), array_slice( $statuses, 0, 3 ) );
		// A minute may have begun between two of the calls, but not between four pairs of them.
		$this->assertContains( 429, $statuses );
		while ( 429 !== $answer->get_status() ) {
			$answer = $this->call( 'POST', array( 'token' => self::TOKEN ) );
		}
		$this->assertGreaterThan( 0, (int) $answer->get_headers()['Retry-After'] );
		$this->assertLessThanOrEqual( 60, (int) $answer->get_headers()['Retry-After'] );
		$this->assertSame( 'TooManyRequests', $answer->get_data()['code'] );
		$this->assertContains( $this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) )[0], array( 429, 200 ) );
		$this->user( 'subscriber', true );
		$this->assertSame( 201, $this->call( 'POST', array( 'token' => self::TOKEN ) )->get_status() );
	}

	public function test_the_count_is_tidied_away_like_a_transient(): void {
		global $wpdb;
		$user = $this->user( 'subscriber', true );
		$this->call( 'POST', array( 'token' => self::TOKEN ) );
		$this->assertStringEndsWith( ':1', get_transient( 'pushbridge_rate_' . $user ) );
		$wpdb->query( "UPDATE {$wpdb->options} SET option_value = 1 WHERE option_name = '_transient_timeout_pushbridge_rate_{$user}'" );
		delete_expired_transients( true );
		$this->assertSame( '0', $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->options} WHERE option_name LIKE '%pushbridge\\_rate\\_{$user}'" ) );
	}

	public function test_the_route_describes_itself(): void {
		$answer = rest_handle_options_request( null, rest_get_server(), new \WP_REST_Request( 'OPTIONS', '/push-bridge/v1/tokens' ) );
		$this->assertSame( array( 'POST' ), $answer->get_data()['endpoints'][0]['methods'] );
		$this->assertSame( array( 'DELETE' ), $answer->get_data()['endpoints'][1]['methods'] );
		$this->assertSame( array( 'token', 'kind', 'environment', 'device', 'app', 'bundle_id' ), array_keys( $answer->get_data()['endpoints'][0]['args'] ) );
		$this->assertSame( 'push-bridge-token', $answer->get_data()['schema']['title'] );
	}

	public function test_a_moved_token_says_from_whom_until_it_is_removed(): void {
		$first  = $this->user( 'subscriber', true );
		$second = $this->user();
		$this->call( 'POST', array( 'token' => self::TOKEN ) );
		$this->assertArrayNotHasKey( 'moved_from', json_decode( $this->stored( $first )[0], true ) );
		wp_set_current_user( $second );
		$this->assertSame( 201, $this->call( 'POST', array( 'token' => self::TOKEN ) )->get_status() );
		$this->assertSame( 200, $this->call( 'POST', array( 'token' => self::TOKEN ) )->get_status() );
		$record = json_decode( $this->stored( $second )[0], true );
		$this->assertSame( $first, $record['moved_from'] );
		$this->assertEqualsWithDelta( time(), $record['moved_at'], 30 );
		$this->assertSame( array(), $this->stored( $first ) );
	}

	public function test_moving_leaves_the_other_devices_of_the_former_owner_and_fires_wordpress_hooks(): void {
		global $wpdb;
		$first = $this->user();
		$other = str_repeat( 'cd', 32 );
		add_user_meta( $first, 'mam_ios_device_token', array( self::TOKEN, $other ) );
		$updated = array();
		add_action(
			'updated_user_meta',
			static function ( $umeta_id, $user_id, $key, $value ) use ( &$updated ) {
				$updated[] = array( $user_id, $key, $value );
			},
			10,
			4
		);
		$second = $this->user();
		Token_Registry::register( $second, Registration::from( array( 'token' => self::TOKEN ) ) );
		$this->assertContains(
			array( $first, 'mam_ios_device_token', array( 1 => $other ) ),
			array_map(
				static function ( $u ) {
					return array( (int) $u[0], $u[1], $u[2] );
				},
				$updated
			)
		);
		$this->assertSame( array( serialize( array( 1 => $other ) ) ), $this->stored( $first ) );
		$this->assertSame( array( array( 1 => $other ) ), get_user_meta( $first, 'mam_ios_device_token' ) );
	}
}
