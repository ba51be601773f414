<?php
/**
 * The endpoints over HTTP.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PHPUnit\Framework\TestCase;

/**
 * Statuses, headers and cookies as an app meets them. What is written is committed, so each test tidies up.
 */
final class Http_Test extends TestCase {

	/**
	 * The cookies, as a file.
	 *
	 * @var string
	 */
	private $cookies;

	protected function setUp(): void {
		$this->cookies = (string) tempnam( getenv( 'SITE_HOME' ), 'cookies' );
	}

	protected function tearDown(): void {
		global $wpdb;
		unlink( $this->cookies );
		$wpdb->query( "DELETE FROM {$wpdb->usermeta} WHERE meta_key LIKE 'mam\\_ios%'" );
		$wpdb->query( "DELETE FROM {$wpdb->options} WHERE option_name LIKE '%pushbridge\\_rate%'" );
	}

	/**
	 * One request; status, body and content type.
	 */
	private function request( string $path, array $post ): array {
		$curl = curl_init( getenv( 'WP_HOME' ) . $path );
		curl_setopt_array(
			$curl,
			array(
				CURLOPT_RETURNTRANSFER => true,
				CURLOPT_COOKIEFILE     => $this->cookies,
				CURLOPT_COOKIEJAR      => $this->cookies,
				CURLOPT_COOKIE         => 'wordpress_test_cookie=WP%20Cookie%20check',
				CURLOPT_TIMEOUT        => 20,
				CURLOPT_POSTFIELDS     => http_build_query( $post ),
			)
		);
		$body   = (string) curl_exec( $curl );
		$answer = array( curl_getinfo( $curl, CURLINFO_RESPONSE_CODE ), $body, (string) curl_getinfo( $curl, CURLINFO_CONTENT_TYPE ) );
		curl_close( $curl );
		return $answer;
	}

	private function ajax( string $action, array $post = array() ): array {
		return $this->request( '/wp-admin/admin-ajax.php', array( 'action' => $action ) + $post );
	}

	public function test_a_visitor_gets_401_and_json(): void {
		foreach ( array( 'pushbridge_token_nonce', 'pushbridge_register_token', 'pushbridge_unregister_token' ) as $action ) {
			list( $status, $body, $type ) = $this->ajax( $action, array( 'token' => WordPress_Case::TOKEN ) );
			$this->assertSame( array( 401, 'application/json; charset=UTF-8' ), array( $status, $type ), $action );
			$this->assertSame( 'NotLoggedIn', json_decode( $body, true )['data']['code'] );
		}
	}

	public function test_an_app_logs_in_registers_refreshes_and_unregisters(): void {
		global $wpdb;
		$login = array(
			'log' => getenv( 'WP_ADMIN_USER' ),
			'pwd' => getenv( 'WP_ADMIN_PASSWORD' ),
		);
		$this->assertSame( 302, $this->request( '/wp-login.php', $login )[0] );
		list( $status, $body ) = $this->ajax( 'pushbridge_token_nonce' );
		$this->assertSame( 200, $status, $body );
		$fields = array(
			'nonce'  => json_decode( $body, true )['nonce'],
			'token'  => WordPress_Case::TOKEN,
			'kind'   => 'voip',
			'device' => 'Anna\'s "iPhone" \\',
		);
		$this->assertSame( 201, $this->ajax( 'pushbridge_register_token', $fields )[0] );
		$this->assertSame( 200, $this->ajax( 'pushbridge_register_token', $fields )[0] );
		$rows = $wpdb->get_col( "SELECT meta_value FROM {$wpdb->usermeta} WHERE meta_key = 'mam_ios_voip_token'" );
		$this->assertCount( 1, $rows );
		$this->assertSame( $fields['device'], json_decode( $rows[0], true )['device'] );
		$this->assertSame( 200, $this->ajax( 'pushbridge_unregister_token', $fields )[0] );
		$this->assertSame( 404, $this->ajax( 'pushbridge_unregister_token', $fields )[0] );
		$this->assertSame( 403, $this->ajax( 'pushbridge_register_token', array( 'nonce' => 'wrong' ) + $fields )[0] );
	}

	public function test_eight_requests_at_once_leave_one_row(): void {
		global $wpdb;
		$this->request(
			'/wp-login.php',
			array(
				'log' => getenv( 'WP_ADMIN_USER' ),
				'pwd' => getenv( 'WP_ADMIN_PASSWORD' ),
			)
		);
		$nonce = json_decode( $this->ajax( 'pushbridge_token_nonce' )[1], true )['nonce'];
		$multi = curl_multi_init();
		$all   = array();
		for ( $i = 0; $i < 8; $i++ ) {
			$curl = curl_init( getenv( 'WP_HOME' ) . '/wp-admin/admin-ajax.php' );
			curl_setopt_array(
				$curl,
				array(
					CURLOPT_RETURNTRANSFER => true,
					CURLOPT_COOKIEFILE     => $this->cookies,
					CURLOPT_TIMEOUT        => 20,
					CURLOPT_POSTFIELDS     => http_build_query(
						array(
							'action' => 'pushbridge_register_token',
							'nonce'  => $nonce,
							'token'  => WordPress_Case::TOKEN,
						)
					),
				)
			);
			curl_multi_add_handle( $multi, $curl );
			$all[] = $curl;
		}
		do {
			curl_multi_exec( $multi, $running );
			curl_multi_select( $multi, 0.1 );
		} while ( $running );
		$statuses = array_map(
			static function ( $curl ) {
				return curl_getinfo( $curl, CURLINFO_RESPONSE_CODE );
			},
			$all
		);
		curl_multi_close( $multi );
		sort( $statuses );
		$this->assertSame( array( 200, 200, 200, 200, 200, 200, 200, 201 ), $statuses );
		$this->assertSame( '1', $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->usermeta} WHERE meta_key = 'mam_ios_device_token'" ) );
	}

	public function test_the_rest_endpoint_takes_an_application_password_and_refuses_a_wrong_one(): void {
		list( $password, $item ) = \WP_Application_Passwords::create_new_application_password( 1, array( 'name' => 'phone' ) );
		$call                    = static function ( string $method, string $password ): array {
			$curl = curl_init( getenv( 'WP_HOME' ) . '/wp-json/push-bridge/v1/tokens' );
			curl_setopt_array(
				$curl,
				array(
					CURLOPT_RETURNTRANSFER => true,
					CURLOPT_CUSTOMREQUEST  => $method,
					CURLOPT_HTTPHEADER     => array( 'Content-Type: application/json', 'Expect:' ),
					CURLOPT_POSTFIELDS     => '{"token":"' . WordPress_Case::TOKEN . '"}',
					CURLOPT_TIMEOUT        => 20,
					CURLOPT_USERPWD        => getenv( 'WP_ADMIN_USER' ) . ':' . $password,
				)
			);
			$body   = json_decode( (string) curl_exec( $curl ), true );
			$status = curl_getinfo( $curl, CURLINFO_RESPONSE_CODE );
			curl_close( $curl );
			return array( $status, $body );
		};
		$answers                 = array( $call( 'POST', 'wrong' ), $call( 'POST', $password ), $call( 'POST', $password ), $call( 'DELETE', $password ), $call( 'DELETE', $password ) );
		\WP_Application_Passwords::delete_application_password( 1, $item['uuid'] );
		$this->assertSame( array( 401, 201, 200, 200, 404 ), array_column( $answers, 0 ) );
		$this->assertSame( array( 'registered' => 'new' ), $answers[1][1] );
	}
}
