<?php
/**
 * What the screens, the commands and the site's health are made of.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Pruning\Verdicts;
use PushBridge\Schema;
use PushBridge\Store\Actions;
use PushBridge\Store\Cleanup;
use PushBridge\Store\Credential;
use PushBridge\Store\Credentials;
use PushBridge\Store\Deliveries;
use PushBridge\Store\Devices;
use PushBridge\Store\Held_Back;
use PushBridge\Store\Page;
use PushBridge\Store\Prunes;
use PushBridge\Store\Public_Key;
use PushBridge\Store\Queue;
use PushBridge\Store\Settings;
use PushBridge\Store\Stored_Tokens;
use PushBridge\Store\Workers;
use PushBridge\Tokens\Token_Audit;
use PushBridge\Tokens\Token_Rows;

require_once __DIR__ . '/../support/trait-store-rows.php';

/**
 * Lists, retries, prunes and credentials on the real tables.
 */
final class Admin_Store_Test extends WordPress_Case {

	use Store_Rows;

	private function ids( Page $page ): array {
		return array_map( 'intval', array_column( $page->rows, 'id' ) );
	}

	public function test_actions_are_filtered_searched_and_sorted(): void {
		$anna  = $this->user();
		$berta = $this->user();
		$a     = $this->action( array( 'user_id' => $anna, 'state' => 'failed', 'reason' => 'NoDeviceToken' ) );
		$b     = $this->action( array( 'user_id' => $berta, 'type' => 'voip', 'app' => 'second' ) );
		$c     = $this->action( array( 'audience' => '{"all":true}' ) );
		$this->delivery( $c, array( 'user_id' => $anna ) );
		$this->assertSame( array( $c, $b, $a ), $this->ids( Actions::query( array() ) ) );
		$this->assertSame( array( $a ), $this->ids( Actions::query( array( 'state' => 'failed' ) ) ) );
		$this->assertSame( array( $b ), $this->ids( Actions::query( array( 'type' => 'voip' ) ) ) );
		$this->assertSame( array( $b ), $this->ids( Actions::query( array( 'app' => 'second' ) ) ) );
		$this->assertSame( array( $a ), $this->ids( Actions::query( array( 'reason' => 'NoDeviceToken' ) ) ) );
		$login = get_userdata( $anna )->user_login;
		$this->assertSame( array( $c, $a ), $this->ids( Actions::query( array( 'search' => $login ) ) ), 'also what went to her with others' );
		$this->assertSame( array( $b ), $this->ids( Actions::query( array( 'search' => get_userdata( $berta )->user_email ) ) ) );
		$this->assertSame( array( $b ), $this->ids( Actions::query( array( 'search' => (string) $berta ) ) ) );
		$this->assertSame( array( $b ), $this->ids( Actions::query( array( 'search' => '#' . $b ) ) ) );
		$this->assertSame( array(), $this->ids( Actions::query( array( 'search' => 'nobody%' ) ) ) );
		$this->assertSame( array( $a, $b, $c ), $this->ids( Actions::query( array( 'orderby' => 'id', 'order' => 'asc' ) ) ) );
		$this->assertSame( array( $c, $b, $a ), $this->ids( Actions::query( array( 'orderby' => 'id; DROP TABLE x', 'order' => array( 'x' ) ) ) ) );
		$page = Actions::query( array( 'per_page' => 2, 'page' => 2 ) );
		$this->assertSame( array( $a ), $this->ids( $page ) );
		$this->assertSame( 3, $page->total );
		$this->assertFalse( $page->is_capped );
		$this->assertSame( 1, Actions::counts()['failed'] );
		$this->assertSame( 0, Actions::counts()['cancelled'] );
	}

	public function test_a_retry_sends_only_what_was_not_delivered(): void {
		$id = $this->action( array( 'state' => 'partial', 'reason' => 'ServiceUnavailable' ) );
		$this->delivery( $id, array( 'token' => 'aa', 'status' => 'delivered' ) );
		$this->delivery( $id, array( 'token' => 'bb', 'status' => 'exhausted', 'attempts' => 8, 'apns_id' => 'keep-me' ) );
		$this->delivery( $id, array( 'token' => 'cc', 'status' => 'unregistered' ) );
		$this->assertSame( 1, Actions::retry( $id ) );
		$rows = array_column( $this->rows( 'SELECT * FROM ' . Schema::table( 'deliveries' ) . " WHERE action_id = {$id}" ), null, 'token' );
		$this->assertSame( array( 'delivered', 'retry', 'unregistered' ), array_column( $rows, 'status' ) );
		$this->assertSame( array( '0', 'keep-me' ), array( $rows['bb']['attempts'], $rows['bb']['apns_id'] ) );
		$action = Actions::get( $id );
		$this->assertSame( array( 'sending', null ), array( $action->state, $action->reason ) );
		$this->assertNotNull( $action->lease_until );
		$this->assertRefused( 'NotFinal', Actions::retry( $id ) );
	}

	public function test_an_action_refused_as_a_whole_starts_anew(): void {
		$id = $this->action( array( 'state' => 'failed', 'reason' => 'NoDeviceToken' ) );
		$this->assertSame( 0, Actions::retry( $id ) );
		$this->assertSame( 'queued', Actions::get( $id )->state );
	}

	public function test_a_call_past_its_life_and_an_unknown_outcome_are_not_retried(): void {
		global $wpdb;
		$call = $this->action( array( 'type' => 'voip', 'state' => 'failed', 'message' => '{"title":"x","callkit_payload":{"a":1}}' ) );
		$this->delivery( $call, array( 'status' => 'unknown', 'channel' => 'voip' ) );
		$this->assertRefused( 'NothingToSend', Actions::retry( $call ) );
		$wpdb->query( 'UPDATE ' . Schema::table( 'actions' ) . " SET created_at = UTC_TIMESTAMP(3) - INTERVAL 11 SECOND WHERE id = {$call}" );
		$this->assertRefused( 'StaleCall', Actions::retry( $call ) );
		$this->assertSame( 'failed', Actions::get( $call )->state );
		$late = $this->action( array( 'state' => 'failed', 'message' => 'a:2:{s:5:"title";s:1:"x";s:3:"ttl";s:2:"30";}' ) );
		$wpdb->query( 'UPDATE ' . Schema::table( 'actions' ) . " SET created_at = UTC_TIMESTAMP(3) - INTERVAL 31 SECOND WHERE id = {$late}" );
		$this->assertRefused( 'Expired', Actions::retry( $late ) );
		$this->assertRefused( 'NotFound', Actions::retry( 999999999 ) );
		$this->assertRefused( 'NothingToSend', Actions::retry( $this->action( array( 'state' => 'sent' ) ) ) );
	}

	public function test_cancelling_says_what_it_found(): void {
		$id = $this->action();
		$this->assertTrue( Actions::cancel( $id ) );
		$this->assertRefused( 'NotOpen', Actions::cancel( $id ) );
		$this->assertRefused( 'NotFound', Actions::cancel( 999999999 ) );
	}

	public function test_deliveries_per_hour_and_reasons(): void {
		global $wpdb;
		$id = $this->action( array( 'state' => 'failed', 'reason' => 'EmptyMessage' ) );
		$this->delivery( $id, array( 'token' => 'aa', 'status' => 'delivered' ) );
		$this->delivery( $id, array( 'token' => 'bb', 'status' => 'rejected', 'reason' => 'BadTopic' ) );
		$this->delivery( $id, array( 'token' => 'cc', 'status' => 'rejected', 'reason' => 'BadTopic' ) );
		$this->delivery( $id, array( 'token' => 'dd', 'status' => 'retry', 'reason' => 'InternalServerError' ) );
		$wpdb->query( 'UPDATE ' . Schema::table( 'deliveries' ) . " SET updated_at = UTC_TIMESTAMP(3) - INTERVAL 3 HOUR WHERE action_id = {$id} AND token = 'cc'" );
		$hours = Deliveries::per_hour( 24 );
		$this->assertCount( 24, $hours );
		$this->assertSame( array( 1, 1 ), array( $hours[23]['delivered'], $hours[23]['failed'] ) );
		$this->assertSame( array( 0, 1 ), array( $hours[20]['delivered'], $hours[20]['failed'] ) );
		$this->assertSame( $hours[23]['start'] - 3600, $hours[22]['start'] );
		$this->assertSame( array( 'BadTopic' => 2, 'EmptyMessage' => 1 ), Deliveries::top_reasons() );
		$this->assertSame( 2, Deliveries::counts()['rejected'] );
		$this->assertSame( 1, Deliveries::query( array( 'status' => 'retry' ) )->total );
	}

	public function test_lanes_and_workers(): void {
		global $wpdb;
		$id = $this->action( array( 'type' => 'voip' ) );
		$wpdb->query( 'UPDATE ' . Schema::table( 'actions' ) . " SET created_at = UTC_TIMESTAMP(3) - INTERVAL 40 SECOND WHERE id = {$id}" );
		$this->action( array( 'send_at' => '2090-01-01 00:00:00' ) );
		$lanes = Queue::lanes();
		$this->assertSame( 1, $lanes['voip']['queued'] );
		$this->assertGreaterThanOrEqual( 40, $lanes['voip']['oldest_seconds'] );
		$this->assertSame( array( 1, null ), array( $lanes['standard']['queued'], $lanes['standard']['oldest_seconds'] ) );
		$this->worker( 1, '{"lanes":{"voip":{"delivered":3}},"held_back":[{"scope":"topic","app":"default","channel":"voip","what":"com.example","reason":"TopicDisallowed","seconds":7},{"scope":"new"},"rubbish"]}' );
		$this->worker( 2, 'rubbish', 3600 );
		$workers = Workers::all();
		$this->assertSame( array( false, true ), array_column( $workers, 'is_fresh' ) );
		$this->assertSame( array( 'Pushes of default/voip to the topic com.example are held back: TopicDisallowed.' ), array_keys( Held_Back::by( $workers ) ) );
		$this->assertCount( 1, Workers::alive( $workers ) );
	}

	public function test_a_credential_is_sealed_as_the_daemon_reads_it(): void {
		$pair = sodium_crypto_box_keypair();
		$key  = $this->publish( $pair );
		$p8   = "-----BEGIN PRIVATE KEY-----\nabc/+=\n-----END PRIVATE KEY-----\n";
		$this->assertRefused( 'KeyUnconfirmed', Credentials::save( $this->token_credential( $p8 ), $key ) );
		$this->assertRefused( 'KeyChanged', $key->confirm( '0123456789abcdef' ) );
		$this->assertTrue( $key->confirm( $key->fingerprint() ) );
		$this->assertTrue( Credentials::save( $this->token_credential( $p8 ), $key ) );
		$row = $this->rows( 'SELECT * FROM ' . Schema::table( 'credentials' ) )[0];
		$this->assertSame(
			'{"v":1,"app":"default","channel":"voip","kind":"token","bundle_id":"com.example.app","key_id":"ABCDEFGHIJ","team_id":"0123456789","p8":'
				. '"-----BEGIN PRIVATE KEY-----\nabc/+=\n-----END PRIVATE KEY-----\n"}',
			sodium_crypto_box_seal_open( $row['box'], $pair )
		);
		$this->assertSame( array( 'token', 'ABCDEFGHIJ', $key->fingerprint(), null ), array( $row['kind'], $row['key_id'], $row['public_key_id'], $row['error'] ) );
		// Stored again, the same key keeps the date of its provider token; another one has none.
		$date = function () {
			return $this->rows( 'SELECT jwt_issued_at, error FROM ' . Schema::table( 'credentials' ) . " WHERE channel = 'voip'" )[0];
		};
		$this->rows( 'UPDATE ' . Schema::table( 'credentials' ) . " SET jwt_issued_at = '2026-01-02 03:04:05', error = 'an old one'" );
		$this->assertTrue( Credentials::save( $this->token_credential( $p8 ), $key ) );
		$this->assertSame( array( 'jwt_issued_at' => '2026-01-02 03:04:05', 'error' => null ), $date() );
		$this->rows( 'UPDATE ' . Schema::table( 'credentials' ) . " SET key_id = 'OTHERKEY01'" );
		$this->assertTrue( Credentials::save( $this->token_credential( $p8 ), $key ) );
		$this->assertNull( $date()['jwt_issued_at'] );
		$bytes = "\x30\x82" . random_bytes( 300 );
		$cert  = Credential::from( array( 'app' => 'default', 'channel' => 'standard', 'bundle_id' => 'com.example.app', 'p12' => $bytes, 'passphrase' => 'ü"\\' ) );
		$this->assertTrue( Credentials::save( $cert, $key ) );
		$row  = $this->rows( 'SELECT * FROM ' . Schema::table( 'credentials' ) . " WHERE channel = 'standard'" )[0];
		$open = json_decode( sodium_crypto_box_seal_open( $row['box'], $pair ), true );
		$this->assertSame( array( 'v', 'app', 'channel', 'kind', 'bundle_id', 'p12_base64', 'passphrase' ), array_keys( $open ) );
		$this->assertSame( array( $bytes, 'ü"\\' ), array( base64_decode( $open['p12_base64'], true ), $open['passphrase'] ) );
		$list = Credentials::all();
		$this->assertCount( 2, $list );
		$this->assertFalse( isset( $list[0]->box ) );
		$this->assertTrue( Credentials::remove( 'default', 'voip' ) );
		$this->assertFalse( Credentials::remove( 'default', 'voip' ) );
	}

	public function test_nothing_is_sealed_to_a_key_that_changed(): void {
		$key = $this->publish( sodium_crypto_box_keypair() );
		$key->confirm( $key->fingerprint() );
		$other = $this->publish( sodium_crypto_box_keypair() );
		$this->assertSame( Public_Key::CHANGED, $other->state() );
		$this->assertRefused( 'KeyChanged', Credentials::save( $this->token_credential( 'MIGT' ), $other ) );
		$this->assertSame( array(), Credentials::all() );
		Settings::set( 'public_key', 'no key' );
		$this->assertRefused( 'KeyMissing', Credentials::save( $this->token_credential( 'MIGT' ), Public_Key::current() ) );
	}

	public function test_wrong_credentials_are_named_by_field(): void {
		$good = array( 'app' => 'default', 'channel' => 'voip', 'bundle_id' => 'com.example.app', 'p8' => 'MIGT', 'key_id' => 'ABCDEFGHIJ', 'team_id' => '0123456789' );
		$this->assertInstanceOf( Credential::class, Credential::from( $good ) );
		$wrong = array(
			'app'       => "a\nb",
			'channel'   => 'sms',
			'bundle_id' => 'com/example',
			'key_id'    => '',
			'team_id'   => '../x',
			'p8'        => '-----BEGIN PUBLIC KEY-----',
		);
		foreach ( $wrong as $name => $value ) {
			$this->assertRefused( 'InvalidField: ' . $name, Credential::from( array( $name => $value ) + $good ) );
		}
		$this->assertRefused( 'InvalidField: p8', Credential::from( array( 'p12' => 'x' ) + $good ) );
		$this->assertRefused( 'InvalidField: p12', Credential::from( array( 'p8' => '', 'p12' => 'My Site' ) + $good ) );
		$this->assertRefused( 'InvalidField: pem', Credential::from( array( 'p8' => '', 'pem' => 'MIGT' ) + $good ) );
	}

	public function test_devices_are_read_in_every_form(): void {
		$user = $this->user();
		$a    = str_repeat( 'a1', 32 );
		$b    = str_repeat( 'b2', 32 );
		$this->raw_meta( $user, '<' . strtoupper( $a ) . '>' );
		$this->raw_meta( $user, serialize( array( $a, array( 'token' => $b, 'environment' => 'sandbox', 'registered_at' => 1700000000000 ) ) ), 'mam_ios_voip_token' );
		$this->raw_meta( $user, '{"token":"' . $b . '","device":"Anna\'s iPhone","registered_at":"2026-01-02T03:04:05Z"}' );
		$list = Devices::of_user( $user );
		$this->assertSame( array( $a, $a, $b, $b ), array_column( $list, 'token' ) );
		$this->assertSame( array( 'standard', 'voip', 'voip', 'standard' ), array_column( $list, 'kind' ) );
		$this->assertSame( array( null, null, 1700000000, 1767323045 ), array_column( $list, 'registered_at' ) );
		$this->assertTrue( Devices::remove( $user, $list[2]->umeta_id, $b ) );
		$this->assertFalse( Devices::remove( $this->user(), $list[0]->umeta_id, $a ), 'another user\'s' );
		$this->assertSame( array( serialize( array( $a ) ) ), $this->stored( $user, 'mam_ios_voip_token' ) );
		$this->assertTrue( Stored_Tokens::is_malformed( 'not a token' ) );
		$this->assertTrue( Stored_Tokens::is_malformed( '{"token":"fGz:APA91b"}' ) );
		$this->assertFalse( Stored_Tokens::is_malformed( 'O:8:"stdClass":0:{}' ) );
	}

	public function test_devices_of_every_app_are_listed_and_cleaned_up(): void {
		add_filter(
			'pushbridge_token_meta_key',
			static function ( $key, $kind, $app ) {
				return 'second' === $app && 'voip' === $kind ? 'second_voip' : $key;
			},
			10,
			3
		);
		$this->insert( 'credentials', array( 'app' => 'second', 'channel' => 'voip', 'kind' => 'token', 'bundle_id' => 'x', 'box' => 'x', 'public_key_id' => 'y' ) );
		$user = $this->user();
		$row  = $this->raw_meta( $user, self::TOKEN, 'second_voip' );
		$this->raw_meta( $user, 'no token', 'second_voip' );
		$list = Devices::of_user( $user );
		$this->assertSame( array( array( self::TOKEN, 'voip' ) ), array( array( $list[0]->token, $list[0]->kind ) ) );
		Cleanup::start( 'prune', array( 'MalformedDeviceToken' ), 'anna' );
		$this->assertSame( array( 'MalformedDeviceToken' => 1 ), Cleanup::step( 10 )['found'] );
		$this->assertTrue( Devices::remove( $user, $row, self::TOKEN ) );
		$this->assertSame( array(), $this->stored( $user, 'second_voip' ) );
	}

	public function test_a_verdict_is_applied_and_undone_byte_by_byte(): void {
		$user  = $this->user();
		$a     = str_repeat( 'a1', 32 );
		$b     = str_repeat( 'b2', 32 );
		$raw   = serialize( array( 'x' => strtoupper( $a ), 'y' => array( 'token' => $b, 'note' => 'ü' ) ) );
		$meta  = $this->raw_meta( $user, $raw );
		$prune = $this->prune( array( 'user_id' => $user, 'umeta_id' => $meta, 'token' => $a ) );
		get_user_meta( $user, 'mam_ios_device_token' );
		$this->assertTrue( Verdicts::settle( Prunes::open( 0, 10 )[0] ) );
		$this->assertSame( array( serialize( array( 'y' => array( 'token' => $b, 'note' => 'ü' ) ) ) ), $this->stored( $user ) );
		$this->assertSame( array( array( 'y' => array( 'token' => $b, 'note' => 'ü' ) ) ), get_user_meta( $user, 'mam_ios_device_token' ), 'no old copy in the cache' );
		$this->assertSame( array(), Prunes::open( 0, 10 ) );
		$this->assertSame( 'restored', Prunes::undo( $prune, 'anna' ) );
		$this->assertSame( array( $raw ), $this->stored( $user ) );
		$this->assertRefused( 'AlreadyUndone', Prunes::undo( $prune, 'anna' ) );
		$row = Prunes::query( array( 'state' => 'undone' ) )->rows[0];
		$this->assertSame( 'anna', $row->undone_by );
	}

	public function test_a_row_that_went_comes_back_under_its_number(): void {
		$user  = $this->user();
		$meta  = $this->raw_meta( $user, self::TOKEN );
		$prune = $this->prune( array( 'user_id' => $user, 'umeta_id' => $meta ) );
		$this->assertTrue( Verdicts::settle( Prunes::open( 0, 10 )[0] ) );
		$this->assertSame( array(), $this->stored( $user ) );
		$this->assertSame( 'restored', Prunes::undo( $prune, 'anna' ) );
		$this->assertSame( array( array( 'umeta_id' => (string) $meta ) ), $this->rows( "SELECT umeta_id FROM {$GLOBALS['wpdb']->usermeta} WHERE user_id = {$user} AND meta_key = 'mam_ios_device_token'" ) );
	}

	public function test_a_token_that_came_back_is_left_alone(): void {
		$user = $this->user();
		$meta = $this->raw_meta( $user, '{"token":"' . self::TOKEN . '","registered_at":' . ( time() + 60 ) . '}' );
		$this->prune( array( 'user_id' => $user, 'umeta_id' => $meta ) );
		$open = Prunes::open( 0, 10 )[0];
		$row  = Token_Rows::of_ids( array( $meta ) )[ $meta ];
		$this->assertRefused( 'RegisteredLater', Verdicts::judge( $open, $row ) );
		$this->assertRefused( 'NotDead', Verdicts::judge( (object) ( array( 'reason' => 'DeviceTokenNotForTopic' ) + (array) $open ), $row ) );
		$this->assertRefused( 'Gone', Verdicts::judge( $open, null ) );
		$this->assertSame( 'verdict', Prunes::query( array() )->rows[0]->state, 'a look changes nothing' );
		$this->assertCount( 1, $this->stored( $user ) );
		$this->assertSame( 'withdrawn', Prunes::undo( (int) $open->id, 'anna' ) );
	}

	public function test_a_verdict_that_does_not_hold_is_closed_and_one_that_was_only_reported_stays_so(): void {
		$user  = $this->user();
		$meta  = $this->raw_meta( $user, '{"token":"' . self::TOKEN . '","registered_at":' . ( time() + 60 ) . '}' );
		$prune = array( 'user_id' => $user, 'umeta_id' => $meta );
		$this->prune( $prune );
		$this->prune( array( 'state' => 'reported' ) + $prune );
		$this->prune( array( 'reason' => 'DeviceTokenNotForTopic' ) + $prune );
		$words = array();
		foreach ( Prunes::open( 0, 10 ) as $open ) {
			$words[] = Verdicts::settle( $open )->get_error_code();
		}
		$this->assertSame( array( 'RegisteredLater', 'RegisteredLater', 'NotDead' ), $words );
		$this->assertSame( array( 'reported', 'reported', 'undone' ), array_column( Prunes::query( array() )->rows, 'state' ) );
		$this->assertCount( 1, $this->stored( $user ) );
	}

	public function test_a_stop_waits_for_the_step_that_runs_and_holds(): void {
		$user = $this->user();
		foreach ( range( 1, 5 ) as $number ) {
			$this->raw_meta( $user, 'no token ' . $number );
		}
		Cleanup::start( 'prune', Cleanup::REASONS, 'anna' );
		$stale = Cleanup::job();
		$this->assertTrue( Cleanup::stop() );
		// What this process has in its cache is what another one has when the stop comes between its steps.
		wp_cache_set( is_multisite() ? get_current_network_id() . ':' . Cleanup::OPTION : Cleanup::OPTION, $stale, is_multisite() ? 'site-options' : 'options' );
		$job = Cleanup::step( 1 );
		$this->assertSame( array( true, 0 ), array( $job['is_finished'], $job['done'] ) );
		$this->assertCount( 5, $this->stored( $user ) );
		$other = new \mysqli( 'localhost', DB_USER, DB_PASSWORD, DB_NAME, 0, getenv( 'DB_SOCKET' ) );
		$name  = 'pushbridge_cleanup_' . md5( DB_NAME . Schema::table( 'prunes' ) );
		$other->query( "SELECT GET_LOCK('{$name}', 0)" );
		$this->assertRefused( 'Busy', Cleanup::step( 0 ) );
		$this->assertFalse( Cleanup::stop( 0 ), 'a step of another request runs' );
		$other->close();
	}

	public function test_a_cleanup_reads_what_was_serialized_more_than_once(): void {
		$user = $this->user();
		$this->assertSame( array( self::TOKEN ), array_keys( Stored_Tokens::in( serialize( serialize( array( self::TOKEN ) ) ) ) ) );
		$meta = $this->raw_meta( $user, serialize( '["' . self::TOKEN . '","ab12"]' ) );
		$this->prune( array( 'user_id' => $user, 'umeta_id' => $meta, 'state' => 'reported' ) );
		$this->assertTrue( Verdicts::settle( Prunes::open( 0, 10 )[0] ) );
		$this->assertSame( array( serialize( '["ab12"]' ) ), $this->stored( $user ) );
		$this->assertFalse( Stored_Tokens::is_malformed( $this->stored( $user )[0] ) );
	}

	public function test_a_cleanup_leaves_living_tokens_and_other_platforms_alone(): void {
		global $wpdb;
		$user   = $this->user();
		$values = array(
			serialize( serialize( array( self::TOKEN, 'ab12' ) ) ),
			serialize( '{"token":"' . self::TOKEN . '"}' ),
			'{"token":"fGz:APA91b-abc_DEF","platform":"android"}',
			serialize( array( array( 'token' => 'fGz:APA91b', 'platform' => 'Android' ) ) ),
			'["no token",{"token":"x","platform":"web"}]',
			'',
			'[]',
			'{}',
			'a:0:{}',
		);
		foreach ( $values as $value ) {
			$this->raw_meta( $user, $value );
		}
		$this->raw_meta( $user, '{"token":"fGz","platform":"ios"}' );
		$this->assertSame( array( 'malformed' ), array_values( array_diff( array_column( Token_Audit::run(), 'finding' ), array( 'unrewritable' ) ) ) );
		Cleanup::start( 'prune', array( 'MalformedDeviceToken' ), 'anna' );
		$this->assertSame( array( 'MalformedDeviceToken' => 1 ), Cleanup::step( 10 )['found'] );
		$this->assertSame( $values, $this->stored( $user ) );
		$this->assertSame( array( self::TOKEN, 'ab12', self::TOKEN ), array_column( Devices::of_user( $user ), 'token' ), 'the profile lists what the daemon sends to' );
	}
}
