<?php
/**
 * Site Health.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Health\Checks;
use PushBridge\Schema;
use PushBridge\Store\Public_Key;

/**
 * Each check says what is wrong when it is, and nothing secret is told.
 */
final class Health_Test extends WordPress_Case {

	private function insert( string $table, array $columns ): void {
		global $wpdb;
		$this->assertSame( 1, $wpdb->insert( Schema::table( $table ), $columns ), $wpdb->last_error );
	}

	private function credential( array $columns ): void {
		$this->insert( 'credentials', $columns + array( 'app' => 'default', 'channel' => 'standard', 'kind' => 'token', 'bundle_id' => 'com.example.app', 'key_id' => 'KEYID', 'box' => 'x', 'public_key_id' => 'x' ) );
	}

	public function test_a_site_without_a_daemon_and_credentials_is_told_so(): void {
		$this->assertSame( 'critical', Checks::daemon()->status );
		$this->assertSame( 'critical', Checks::credentials()->status );
		$this->assertSame( 'critical', Checks::public_key()->status );
		$this->assertSame( 'good', Checks::tables()->status );
		$this->assertSame( 'good', Checks::queue()->status );
	}

	public function test_a_running_daemon_is_good_and_a_dead_one_is_not(): void {
		$worker = array( 'id' => 1, 'host' => 'h', 'pid' => 1, 'version' => '1', 'state' => 'running' );
		$this->insert( 'workers', array( 'heartbeat_at' => gmdate( 'Y-m-d H:i:s', time() - 300 ) ) + $worker );
		$this->assertSame( 'critical', Checks::daemon()->status );
		$this->insert( 'workers', array( 'id' => 2 ) + $worker );
		$this->assertSame( 'good', Checks::daemon()->status );
	}

	public function test_a_flood_of_dead_tokens_is_told_from_pushes_that_apple_does_not_take(): void {
		$held = function ( string $json ): array {
			$GLOBALS['wpdb']->query( 'DELETE FROM ' . Schema::table( 'workers' ) );
			$this->insert( 'workers', array( 'id' => 2, 'host' => 'h', 'pid' => 1, 'version' => '1', 'state' => 'running', 'stats' => '{"held_back":[' . $json . ']}' ) );
			return array( Checks::pruning()->status, Checks::held_back()->status );
		};
		$this->assertSame( array( 'good', 'good' ), $held( '' ) );
		$this->assertSame( array( 'recommended', 'good' ), $held( '{"scope":"pruning","app":"default","channel":null,"what":"standard/production","reason":null,"seconds":null}' ) );
		$this->assertStringContainsString( 'default/standard/production', Checks::pruning()->advice );
		$this->assertSame( array( 'good', 'critical' ), $held( '{"scope":"credential","app":"default","channel":"standard","what":null,"reason":"InvalidProviderToken","seconds":9}' ) );
		$this->assertStringContainsString( 'All pushes of default/standard are held back: InvalidProviderToken.', Checks::held_back()->advice );
		$this->assertSame( array( 'good', 'good' ), $held( '{"scope":"device","app":"default","channel":"standard","what":"3 devices","reason":"TooManyRequests","seconds":null}' ) );
	}

	public function test_what_waits_for_long_is_critical_and_a_call_sooner_than_a_notification(): void {
		$this->insert( 'actions', array( 'user_id' => 1, 'message' => '{}', 'created_at' => gmdate( 'Y-m-d H:i:s', time() - 60 ) ) );
		$this->assertSame( 'good', Checks::queue()->status );
		$this->insert( 'actions', array( 'user_id' => 1, 'message' => '{}', 'type' => 'voip', 'created_at' => gmdate( 'Y-m-d H:i:s', time() - 60 ) ) );
		$this->assertSame( 'critical', Checks::queue()->status );
	}

	public function test_the_public_key_must_be_the_confirmed_one(): void {
		$this->insert( 'settings', array( 'name' => 'public_key', 'value' => base64_encode( str_repeat( 'k', 32 ) ) ) );
		$this->assertSame( 'recommended', Checks::public_key()->status );
		Public_Key::current()->confirm( Public_Key::current()->fingerprint() );
		$this->assertSame( 'good', Checks::public_key()->status );
		$GLOBALS['wpdb']->update( Schema::table( 'settings' ), array( 'value' => base64_encode( str_repeat( 'x', 32 ) ) ), array( 'name' => 'public_key' ) );
		$this->assertSame( 'critical', Checks::public_key()->status );
	}

	public function test_a_foreign_key_that_the_daemon_found_is_told(): void {
		$this->insert( 'settings', array( 'name' => 'public_key', 'value' => base64_encode( str_repeat( 'k', 32 ) ) ) );
		Public_Key::current()->confirm( Public_Key::current()->fingerprint() );
		$this->insert( 'settings', array( 'name' => 'public_key_alarm', 'value' => '0123456789abcdef' ) );
		$this->assertSame( 'critical', Checks::public_key()->status );
		$this->assertStringContainsString( 'doctor --accept', Checks::public_key()->advice );
	}

	public function test_credentials_that_end_or_fail_are_named(): void {
		$this->credential( array() );
		$this->assertSame( 'good', Checks::credentials()->status );
		$this->credential( array( 'channel' => 'voip', 'kind' => 'certificate', 'not_after' => gmdate( 'Y-m-d H:i:s', time() + 86400 * 10 ) ) );
		$this->assertSame( array( 'recommended', 'The certificate default/voip expires soon' ), array( Checks::credentials()->status, Checks::credentials()->label ) );
		$this->credential( array( 'app' => 'other', 'not_after' => gmdate( 'Y-m-d H:i:s', time() - 86400 * 2 ) ) );
		$this->assertSame( array( 'critical', 'The certificate other/standard has expired' ), array( Checks::credentials()->status, Checks::credentials()->label ) );
		$this->credential( array( 'app' => 'bad', 'error' => 'InvalidProviderToken: no' ) );
		$this->assertSame( array( 'critical', 'InvalidProviderToken: no' ), array( Checks::credentials()->status, Checks::credentials()->advice ) );
	}

	public function test_a_cache_that_the_daemon_has_not_heard_of_is_told(): void {
		$this->assertSame( 'good', Checks::object_cache()->status );
		wp_using_ext_object_cache( true );
		$status = Checks::object_cache()->status;
		wp_using_ext_object_cache( false );
		$this->assertSame( 'recommended', $status );
	}

	public function test_verdicts_that_wait_because_cron_stands_still_are_told(): void {
		$this->insert( 'prunes', array( 'user_id' => 1, 'umeta_id' => 1, 'meta_key' => 'k', 'token' => 'aa', 'reason' => 'Unregistered', 'state' => 'verdict', 'created_at' => gmdate( 'Y-m-d H:i:s', time() - 7200 ) ) );
		wp_unschedule_hook( 'pushbridge_tend' );
		$this->assertSame( 'recommended', Checks::pruning()->status );
		wp_schedule_single_event( time(), 'pushbridge_tend' );
		$this->assertSame( 'good', Checks::pruning()->status );
	}

	public function test_wordpress_runs_every_check_and_shows_text_as_text(): void {
		$this->credential( array( 'error' => '<script>alert(1)</script>' ) );
		$tests = apply_filters( 'site_status_tests', array( 'direct' => array( 'php' => array() ), 'async' => array() ) );
		$ours  = array_filter(
			array_keys( $tests['direct'] ),
			static function ( $name ) {
				return 0 === strpos( $name, 'pushbridge_' );
			}
		);
		$this->assertCount( 9, $ours );
		$this->assertArrayHasKey( 'php', $tests['direct'] );
		foreach ( $ours as $name ) {
			$result = $tests['direct'][ $name ]['test']();
			$this->assertSame( $name, $result['test'] );
			$this->assertContains( $result['status'], array( 'good', 'recommended', 'critical' ) );
			$this->assertStringNotContainsString( '<script', $result['label'] . $result['description'] );
		}
	}

	public function test_without_tables_the_first_check_says_all(): void {
		add_filter(
			'query',
			static function ( $sql ) {
				return str_replace( 'pushbridge_settings', 'pushbridge_nowhere', $sql );
			}
		);
		Schema::forget();
		$this->assertSame( array( 'tables', 'sodium' ), Checks::names() );
		$this->assertSame( 'critical', Checks::tables()->status );
		$this->assertSame( 'TablesMissing', apply_filters( 'debug_information', array() )['push-bridge']['fields']['tables']['value'] );
	}

	public function test_what_is_copied_for_support_holds_no_ids_hosts_or_keys(): void {
		$this->credential( array( 'team_id' => 'TEAMID' ) );
		$this->insert( 'workers', array( 'id' => 1, 'host' => 'secret-host', 'pid' => 1, 'version' => '1.2', 'state' => 'running', 'wake_address' => 'udp://10.0.0.1:1' ) );
		$fields = apply_filters( 'debug_information', array() )['push-bridge']['fields'];
		$public = wp_json_encode(
			array_filter(
				$fields,
				static function ( $field ) {
					return ! $field['private'];
				}
			)
		);
		foreach ( array( 'KEYID', 'TEAMID', 'secret-host', '10.0.0.1', 'com.example.app' ) as $secret ) {
			$this->assertStringNotContainsString( $secret, $public );
			$this->assertStringContainsString( $secret, wp_json_encode( $fields, JSON_UNESCAPED_SLASHES ) );
		}
		$this->assertStringContainsString( '1.2', $public );
	}
}
