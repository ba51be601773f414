<?php
/**
 * Registering device tokens.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Schema;

/**
 * What apps call, and what then lies in usermeta.
 */
final class Tokens_Test extends WordPress_Case {

	const OTHER_TOKEN = 'bb00000000000000000000000000000000000000000000000000000000000001';

	public function test_a_new_token_is_one_row_with_a_json_record(): void {
		$user   = $this->user( 'subscriber', true );
		$answer = $this->ajax(
			'pushbridge_register_token',
			array(
				'token'       => strtoupper( self::TOKEN ),
				'kind'        => 'standard',
				'environment' => 'sandbox',
				'device'      => 'Anna\'s "iPhone" \\ 15',
				'app'         => 'default',
				'bundle_id'   => 'com.example.app',
			)
		);
		$this->assertSame( array( 201, 'new' ), array( $answer[0], $answer[1]['data']['registered'] ) );
		$rows = $this->stored( $user );
		$this->assertCount( 1, $rows );
		$record = json_decode( $rows[0], true );
		$this->assertIsInt( $record['registered_at'] );
		$this->assertEqualsWithDelta( time(), $record['registered_at'], 30 );
		$this->assertSame( $record['registered_at'], $record['searched_at'] );
		unset( $record['registered_at'], $record['searched_at'] );
		$this->assertSame(
			array(
				'token'       => self::TOKEN,
				'environment' => 'sandbox',
				'app'         => 'default',
				'bundle_id'   => 'com.example.app',
				'device'      => 'Anna\'s "iPhone" \\ 15',
			),
			$record
		);
	}

	public function test_each_kind_has_its_meta_key_and_standard_is_the_default(): void {
		$user = $this->user( 'subscriber', true );
		$this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) );
		$this->ajax( 'pushbridge_register_token', array( 'token' => self::OTHER_TOKEN, 'kind' => 'voip' ) );
		$this->ajax( 'pushbridge_register_token', array( 'token' => 'cc', 'kind' => 'live_activity' ) );
		$this->assertSame( array( self::TOKEN ), $this->stored_tokens( $user ) );
		$this->assertSame( array( self::OTHER_TOKEN ), $this->stored_tokens( $user, 'mam_ios_voip_token' ) );
		$this->assertSame( array( 'cc' ), $this->stored_tokens( $user, 'mam_ios_live_activity_token' ) );
	}

	public function test_a_second_device_is_a_second_row_and_a_refresh_is_none(): void {
		$user = $this->user( 'subscriber', true );
		$this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN, 'device' => 'old name' ) );
		$this->ajax( 'pushbridge_register_token', array( 'token' => self::OTHER_TOKEN ) );
		$answer = $this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN, 'device' => 'new name' ) );
		$this->assertSame( array( 200, 'refreshed' ), array( $answer[0], $answer[1]['data']['registered'] ) );
		$this->assertSame( array( self::OTHER_TOKEN, self::TOKEN ), $this->stored_tokens( $user ) );
		$this->assertSame( 'new name', json_decode( $this->stored( $user )[1], true )['device'] );
	}

	public function older_forms(): array {
		$other = self::OTHER_TOKEN;
		return array(
			'bare'               => array( self::TOKEN, null ),
			'upper case'         => array( strtoupper( self::TOKEN ), null ),
			'in angle brackets'  => array( '<' . implode( ' ', str_split( self::TOKEN, 8 ) ) . '>', null ),
			'serialized alone'   => array( serialize( array( self::TOKEN ) ), null ),
			'serialized list'    => array( serialize( array( self::TOKEN, $other ) ), serialize( array( 1 => $other ) ) ),
			'serialized map'     => array( serialize( array( 'phone' => self::TOKEN, 'pad' => $other ) ), serialize( array( 'pad' => $other ) ) ),
			'serialized records' => array(
				serialize( array( array( 'token' => $other, 'n' => 1 ), array( 'token' => self::TOKEN ) ) ),
				serialize( array( array( 'token' => $other, 'n' => 1 ) ) ),
			),
			'serialized record'  => array( serialize( array( 'token' => self::TOKEN, 'os' => 'ios' ) ), null ),
			'JSON text'          => array( '"' . self::TOKEN . '"', null ),
			'JSON list'          => array( '["' . $other . '","' . self::TOKEN . '"]', '["' . $other . '"]' ),
			'JSON records'       => array( '[{"token":"' . self::TOKEN . '"},{"token":"' . $other . '","x":{},"é":"/"}]', '[{"token":"' . $other . '","x":{},"é":"/"}]' ),
			'JSON map'           => array( '{"a":{"token":"' . self::TOKEN . '"},"b":{"token":"' . $other . '"}}', '{"b":{"token":"' . $other . '"}}' ),
			'JSON record'        => array( '{"token":"' . self::TOKEN . '","environment":"sandbox"}', null ),
		);
	}

	/**
	 * @dataProvider older_forms
	 */
	public function test_an_older_form_is_replaced_and_what_else_is_in_it_stays( string $raw, ?string $left ): void {
		$user = $this->user( 'subscriber', true );
		$this->insert_raw( $user, $raw );
		$answer = $this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) );
		$this->assertSame( 200, $answer[0] );
		$rows = $this->stored( $user );
		$this->assertSame( self::TOKEN, json_decode( array_pop( $rows ), true )['token'] );
		$this->assertSame( null === $left ? array() : array( $left ), $rows );
	}

	/**
	 * @dataProvider older_forms
	 */
	public function test_a_token_moves_to_the_user_who_registers_it_out_of_every_form( string $raw, ?string $left ): void {
		$from = $this->user();
		$this->insert_raw( $from, $raw );
		$moved = array();
		add_action(
			'pushbridge_token_moved',
			static function ( ...$arguments ) use ( &$moved ) {
				$moved[] = $arguments;
			},
			10,
			4
		);
		$to     = $this->user( 'subscriber', true );
		$answer = $this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) );
		$this->assertSame( 201, $answer[0] );
		$this->assertSame( array( self::TOKEN ), $this->stored_tokens( $to ) );
		$this->assertSame( null === $left ? array() : array( $left ), $this->stored( $from ) );
		$this->assertSame( array( array( self::TOKEN, $from, $to, 'standard' ) ), $moved );
	}

	public function test_one_token_registered_by_two_users_and_back_is_the_last_ones(): void {
		$first  = $this->user();
		$second = $this->user();
		foreach ( array( $first, $second, $first ) as $user ) {
			wp_set_current_user( $user );
			$this->assertSame( 201, $this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) )[0] );
		}
		$this->assertSame( array( self::TOKEN ), $this->stored_tokens( $first ) );
		$this->assertSame( array(), $this->stored( $second ) );
		$this->assertSame( array(), get_user_meta( $second, 'mam_ios_device_token' ) );
	}

	public function test_values_with_objects_and_foreign_values_are_left_alone(): void {
		$user   = $this->user( 'subscriber', true );
		$object = 'O:8:"stdClass":1:{s:5:"token";s:64:"' . self::TOKEN . '";}';
		$this->insert_raw( $user, $object );
		$this->insert_raw( $user, 'a:1:{i:0;s:64:"damaged' );
		$this->insert_raw( $user, '' );
		$this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) );
		$this->assertSame( array( $object, 'a:1:{i:0;s:64:"damaged', '' ), array_slice( $this->stored( $user ), 0, 3 ) );
		$this->assertCount( 4, $this->stored( $user ) );
	}

	public function test_rows_that_the_daemon_changed_behind_the_object_cache_are_seen_as_they_are(): void {
		global $wpdb;
		$user = $this->user( 'subscriber', true );
		$this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) );
		// The cache now holds a row that the daemon removes.
		$this->assertCount( 1, get_user_meta( $user, 'mam_ios_device_token' ) );
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->usermeta} WHERE user_id = %d AND meta_key = 'mam_ios_device_token'", $user ) );
		$this->assertCount( 1, get_user_meta( $user, 'mam_ios_device_token' ) );

		$answer = $this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) );
		$this->assertSame( 201, $answer[0] );
		$this->assertSame( array( self::TOKEN ), $this->stored_tokens( $user ) );
		$this->assertSame( $this->stored( $user ), get_user_meta( $user, 'mam_ios_device_token' ) );
	}

	public function test_another_users_cached_copy_goes_when_his_token_moves(): void {
		$from = $this->user();
		$this->insert_raw( $from, serialize( array( self::TOKEN, self::OTHER_TOKEN ) ) );
		get_user_meta( $from, 'mam_ios_device_token' );
		$this->user( 'subscriber', true );
		$this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) );
		$this->assertSame( array( array( 1 => self::OTHER_TOKEN ) ), get_user_meta( $from, 'mam_ios_device_token' ) );
	}

	public function test_a_tombstone_is_lifted_by_registration(): void {
		global $wpdb;
		$user = $this->user( 'subscriber', true );
		foreach ( array( self::TOKEN => 'removed', self::OTHER_TOKEN => 'removed' ) as $token => $state ) {
			$wpdb->insert(
				Schema::table( 'prunes' ),
				array(
					'user_id'  => $user,
					'umeta_id' => 1,
					'meta_key' => 'mam_ios_device_token',
					'token'    => $token,
					'reason'   => 'Unregistered',
					'state'    => $state,
				)
			);
		}
		$this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) );
		$rows = $this->rows( 'SELECT token, state, undone_by, undone_at FROM ' . Schema::table( 'prunes' ) . ' ORDER BY id' );
		$this->assertSame( array( 'undone', 'registration' ), array( $rows[0]['state'], $rows[0]['undone_by'] ) );
		$this->assertEqualsWithDelta( time(), strtotime( $rows[0]['undone_at'] . ' UTC' ), 30 );
		$this->assertSame( array( 'removed', null ), array( $rows[1]['state'], $rows[1]['undone_by'] ) );
	}

	public function test_unregistering_removes_this_token_of_this_user_only(): void {
		$user = $this->user( 'subscriber', true );
		$this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) );
		$this->ajax( 'pushbridge_register_token', array( 'token' => self::OTHER_TOKEN ) );
		$this->assertSame( 200, $this->ajax( 'pushbridge_unregister_token', array( 'token' => self::TOKEN ) )[0] );
		$this->assertSame( array( self::OTHER_TOKEN ), $this->stored_tokens( $user ) );
		$this->assertSame( 404, $this->ajax( 'pushbridge_unregister_token', array( 'token' => self::TOKEN ) )[0] );

		$this->user( 'subscriber', true );
		$answer = $this->ajax( 'pushbridge_unregister_token', array( 'token' => self::OTHER_TOKEN ) );
		$this->assertSame( array( 404, 'NotFound' ), array( $answer[0], $answer[1]['data']['code'] ) );
		$this->assertSame( array( self::OTHER_TOKEN ), $this->stored_tokens( $user ) );
	}

	public function malformed(): array {
		return array(
			'no token'         => array( 'MalformedDeviceToken', array( 'token' => '' ) ),
			'no hexadecimals'  => array( 'MalformedDeviceToken', array( 'token' => 'xyz0' ) ),
			'odd length'       => array( 'MalformedDeviceToken', array( 'token' => 'abc' ) ),
			'too long'         => array( 'MalformedDeviceToken', array( 'token' => str_repeat( 'ab', 101 ) ) ),
			'path'             => array( 'MalformedDeviceToken', array( 'token' => 'ab/../cd' ) ),
			'line break'       => array( 'MalformedDeviceToken', array( 'token' => "ab\ncd" ) ),
			'list'             => array( 'MalformedDeviceToken', array( 'token' => array( 'ab' ) ) ),
			'kind'             => array( 'InvalidField: kind', array( 'kind' => 'android' ) ),
			'kind list'        => array( 'InvalidField: kind', array( 'kind' => array( 'voip' ) ) ),
			'kind number'      => array( 'InvalidField: kind', array( 'kind' => 7 ) ),
			'environment'      => array( 'InvalidField: environment', array( 'environment' => 'test' ) ),
			'environment list' => array( 'InvalidField: environment', array( 'environment' => array( 'sandbox' ) ) ),
			'app'              => array( 'InvalidField: app', array( 'app' => 'a b' ) ),
			'bundle id'        => array( 'InvalidField: bundle_id', array( 'bundle_id' => "com.example\r\nx" ) ),
			'device too long'  => array( 'InvalidField: device', array( 'device' => str_repeat( 'x', 192 ) ) ),
			'device not UTF-8' => array( 'InvalidField: device', array( 'device' => "\xff" ) ),
		);
	}

	/**
	 * @dataProvider malformed
	 */
	public function test_a_malformed_field_is_refused_by_name( string $code, array $fields ): void {
		$user   = $this->user( 'subscriber', true );
		$answer = $this->ajax( 'pushbridge_register_token', $fields + array( 'token' => self::TOKEN ) );
		$this->assertSame( array( 400, $code ), array( $answer[0], $answer[1]['data']['code'] ) );
		$this->assertSame( array(), $this->stored( $user ) );
	}

	public function test_visitors_are_told_to_log_in_with_json(): void {
		foreach ( array( 'pushbridge_token_nonce', 'pushbridge_register_token', 'pushbridge_unregister_token' ) as $action ) {
			$answer = $this->ajax( $action, array( 'token' => self::TOKEN ) );
			$this->assertSame( array( 401, false, 'NotLoggedIn' ), array( $answer[0], $answer[1]['success'], $answer[1]['data']['code'] ), $action );
		}
	}

	public function test_the_nonce_of_the_endpoint_opens_the_others_and_is_the_users_own(): void {
		$first  = $this->user( 'subscriber', true );
		$answer = $this->ajax( 'pushbridge_token_nonce', array(), false );
		$this->assertSame( 200, $answer[0] );
		$nonce = $answer[1]['nonce'];
		$this->assertSame( 201, $this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN, 'nonce' => $nonce ), false )[0] );
		$this->assertSame( 200, $this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN, '_ajax_nonce' => $nonce ), false )[0] );

		$second = $this->user( 'subscriber', true );
		$answer = $this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN, 'nonce' => $nonce ), false );
		$this->assertSame( array( 403, 'InvalidNonce' ), array( $answer[0], $answer[1]['data']['code'] ) );
		$this->assertSame( 403, $this->ajax( 'pushbridge_unregister_token', array( 'token' => self::TOKEN ), false )[0] );
		$this->assertSame( array(), $this->stored( $second ) );
		$this->assertSame( array( self::TOKEN ), $this->stored_tokens( $first ) );
	}

	public function test_a_user_who_may_not_change_himself_is_refused(): void {
		$user = $this->user( 'subscriber', true );
		add_filter(
			'map_meta_cap',
			static function ( $caps, $cap ) {
				return 'edit_user' === $cap ? array( 'do_not_allow' ) : $caps;
			},
			10,
			2
		);
		$answer = $this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) );
		$this->assertSame( array( 403, 'NotAllowed' ), array( $answer[0], $answer[1]['data']['code'] ) );
		$this->assertSame( array(), $this->stored( $user ) );
	}

	public function test_a_second_request_waits_for_the_first_and_gives_up_in_time(): void {
		global $wpdb;
		$this->user( 'subscriber', true );
		$other = new \mysqli( 'localhost', DB_USER, DB_PASSWORD, DB_NAME, 0, getenv( 'DB_SOCKET' ) );
		$name  = 'pushbridge_' . md5( $wpdb->usermeta . DB_NAME . self::TOKEN );
		$other->query( "SELECT GET_LOCK('$name', 0)" );
		$answer = $this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) );
		$other->close();
		$this->assertSame( array( 503, 'Busy' ), array( $answer[0], $answer[1]['data']['code'] ) );
		$this->assertSame( 201, $this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) )[0] );
	}

	public function test_token_and_intake_keys_are_protected_for_users_only(): void {
		$keys = array( 'mam_ios_device_token', 'mam_ios_voip_token', 'mam_ios_live_activity_token', 'pushbridge_action', 'MAM_iOS_device_token' );
		foreach ( $keys as $key ) {
			$this->assertTrue( is_protected_meta( $key, 'user' ), $key );
			$this->assertFalse( is_protected_meta( $key, 'post' ), $key );
		}
		$this->assertFalse( is_protected_meta( 'city', 'user' ) );
		$this->assertTrue( is_protected_meta( '_hidden', 'post' ) );
		$user = $this->user( 'subscriber', true );
		$this->assertTrue( current_user_can( 'edit_user_meta', $user, 'city' ) );
		$this->assertFalse( current_user_can( 'edit_user_meta', $user, 'mam_ios_device_token' ) );
		$this->assertFalse( current_user_can( 'add_user_meta', $user, 'pushbridge_action' ) );
	}

	public function test_keys_that_a_filter_gives_to_another_app_are_protected_too(): void {
		global $wpdb;
		$wpdb->insert(
			Schema::table( 'credentials' ),
			array(
				'app'           => 'courier',
				'channel'       => 'standard',
				'kind'          => 'token',
				'bundle_id'     => 'com.example.courier',
				'box'           => 'x',
				'public_key_id' => 'x',
			)
		);
		$this->assertFalse( is_protected_meta( 'courier_token_standard', 'user' ) );
		add_filter(
			'pushbridge_token_meta_key',
			static function ( $key, $kind, $app ) {
				return 'courier' === $app ? 'courier_token_' . $kind : $key;
			},
			10,
			3
		);
		$this->assertTrue( is_protected_meta( 'courier_token_standard', 'user' ) );
		$this->assertTrue( is_protected_meta( 'mam_ios_voip_token', 'user' ) );
		$user = $this->user( 'subscriber', true );
		$this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN, 'app' => 'courier' ) );
		$this->assertSame( array( self::TOKEN ), $this->stored_tokens( $user, 'courier_token_standard' ) );
	}

	public function test_a_token_that_two_have_goes_to_the_one_who_registers_it(): void {
		$first  = $this->user();
		$second = $this->user( 'subscriber', true );
		foreach ( array( self::TOKEN, wp_json_encode( array( 'token' => self::TOKEN, 'registered_at' => time() ) ) ) as $raw ) {
			$this->insert_raw( $first, $raw );
			$this->insert_raw( $second, $raw );
			$this->assertSame( 200, $this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) )[0] );
			$this->assertSame( array(), $this->stored( $first ) );
			$this->assertSame( array( self::TOKEN ), $this->stored_tokens( $second ) );
			delete_user_meta( $second, 'mam_ios_device_token' );
		}
	}

	public function test_others_are_looked_for_once_a_day_and_not_at_each_start_of_an_app(): void {
		global $wpdb;
		$user = $this->user( 'subscriber', true );
		$read = 0;
		add_filter(
			'query',
			static function ( $sql ) use ( &$read ) {
				$read += false === strpos( $sql, 'user_id <> ' ) ? 0 : 1;
				return $sql;
			}
		);
		foreach ( array( 1, 2, 3 ) as $time ) {
			$this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) );
		}
		$this->assertSame( 1, $read );
		$other = $this->user();
		$this->insert_raw( $other, self::TOKEN );
		$wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->usermeta} SET meta_value = REPLACE(meta_value, '\"searched_at\":', '\"searched_at\":1') WHERE user_id = %d", $user ) );
		$raw = json_decode( $this->stored( $user )[0], true );
		$this->assertGreaterThan( time(), $raw['searched_at'], 'a time to come counts as none' );
		$this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) );
		$this->assertSame( array( 2, array() ), array( $read, $this->stored( $other ) ) );
	}

	private function insert_raw( int $user_id, string $raw ): void {
		global $wpdb;
		$wpdb->insert(
			$wpdb->usermeta,
			array(
				'user_id'    => $user_id,
				'meta_key'   => 'mam_ios_device_token',
				'meta_value' => $raw,
			)
		);
	}
}
