<?php
/**
 * Verdicts of the daemon, applied by the plugin.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Background;
use PushBridge\Pruning\Object_Cache_Report;
use PushBridge\Pruning\Verdicts;
use PushBridge\Schema;

/**
 * The dead token goes, whatever form it was stored in; everything else, and every living token, stays.
 */
final class Verdicts_Test extends WordPress_Case {

	const KEY   = 'mam_ios_device_token';
	const OTHER = 'bb11bb22cc33dd44ee55ff6600112233445566778899aabbccddeeff00112233';

	private function meta( int $user_id, string $raw ): int {
		global $wpdb;
		$wpdb->insert( $wpdb->usermeta, array( 'user_id' => $user_id, 'meta_key' => self::KEY, 'meta_value' => $raw ) );
		return $wpdb->insert_id;
	}

	private function verdict( int $user_id, int $umeta_id, array $columns = array() ): int {
		global $wpdb;
		$wpdb->insert(
			Schema::table( 'prunes' ),
			$columns + array( 'user_id' => $user_id, 'umeta_id' => $umeta_id, 'meta_key' => self::KEY, 'token' => self::TOKEN, 'reason' => 'Unregistered', 'state' => 'verdict' )
		);
		return $wpdb->insert_id;
	}

	private function prune( int $id ): array {
		return $this->rows( 'SELECT state, old_value, new_value, undone_by FROM ' . Schema::table( 'prunes' ) . " WHERE id = $id" )[0];
	}

	private function applied( string $outcome, int $count = 1 ): array {
		return array( $outcome => $count ) + array_fill_keys( array( 'removed', 'undone', 'reported', 'later' ), 0 );
	}

	public function forms(): array {
		$other = self::OTHER;
		return array(
			'bare'              => array( self::TOKEN, null ),
			'in brackets'       => array( '<' . strtoupper( implode( ' ', str_split( self::TOKEN, 8 ) ) ) . '>', null ),
			'serialized'        => array( serialize( array( self::TOKEN ) ), null ),
			'serialized list'   => array( serialize( array( $other, self::TOKEN ) ), serialize( array( $other ) ) ),
			'serialized map'    => array( serialize( array( 'a' => self::TOKEN, 'n' => 1, 'f' => 1.5, 'b' => $other ) ), serialize( array( 'n' => 1, 'f' => 1.5, 'b' => $other ) ) ),
			'serialized twice'  => array( serialize( serialize( array( $other, self::TOKEN ) ) ), serialize( serialize( array( $other ) ) ) ),
			'JSON record'       => array( '{"token":"' . self::TOKEN . '","device":"x"}', null ),
			'JSON list'         => array( '["' . self::TOKEN . '","' . $other . '"]', '["' . $other . '"]' ),
			'wrapped JSON list' => array( serialize( '["' . self::TOKEN . '","' . $other . '"]' ), serialize( '["' . $other . '"]' ) ),
		);
	}

	/**
	 * @dataProvider forms
	 */
	public function test_a_dead_token_leaves_every_form_and_the_bytes_before_and_after_are_kept( string $raw, ?string $left ): void {
		$user  = $this->user();
		$prune = $this->verdict( $user, $this->meta( $user, $raw ) );
		get_user_meta( $user, self::KEY );
		$this->assertEquals( $this->applied( 'removed' ), Verdicts::apply( 10 ) );
		$this->assertSame( null === $left ? array() : array( $left ), $this->stored( $user ) );
		$this->assertSame( array( 'state' => 'removed', 'old_value' => $raw, 'new_value' => $left, 'undone_by' => null ), $this->prune( $prune ) );
		$this->assertCount( null === $left ? 0 : 1, get_user_meta( $user, self::KEY ) );
		$this->assertEquals( $this->applied( 'removed', 0 ), Verdicts::apply( 10 ) );
	}

	public function test_wordpress_hooks_fire_for_a_row_that_goes(): void {
		$user = $this->user();
		$this->verdict( $user, $this->meta( $user, self::TOKEN ) );
		$deleted = array();
		add_action(
			'deleted_user_meta',
			static function ( $ids, $user_id, $key ) use ( &$deleted ) {
				$deleted[] = array( $user_id, $key );
			},
			10,
			3
		);
		Verdicts::apply( 10 );
		$this->assertSame( array( array( $user, self::KEY ) ), $deleted );
	}

	public function test_two_verdicts_on_one_row_both_hold(): void {
		$user = $this->user();
		$row  = $this->meta( $user, serialize( array( self::TOKEN, self::OTHER, 'cc' ) ) );
		$this->verdict( $user, $row );
		$second = $this->verdict( $user, $row, array( 'token' => self::OTHER ) );
		$this->assertEquals( $this->applied( 'removed', 2 ), Verdicts::apply( 10 ) );
		$this->assertSame( array( serialize( array( 2 => 'cc' ) ) ), $this->stored( $user ) );
		$this->assertSame( array( serialize( array( 1 => self::OTHER, 2 => 'cc' ) ), serialize( array( 2 => 'cc' ) ) ), array( $this->prune( $second )['old_value'], $this->prune( $second )['new_value'] ) );
	}

	public function later_registrations(): array {
		return array(
			'after the verdict'          => array( time(), array( 'created_at' => '2026-01-01 00:00:00.500' ) ),
			'in the same second'         => array( strtotime( '2026-01-01 00:00:00 UTC' ), array( 'created_at' => '2026-01-01 00:00:00.500' ) ),
			'in milliseconds'            => array( 1767225601000, array( 'created_at' => '2026-01-01 00:00:00.500' ) ),
			'as text'                    => array( '2026-01-01T01:00:01+01:00', array( 'created_at' => '2026-01-01 00:00:00.500' ) ),
			'after the death of the old' => array( strtotime( '2025-06-01 UTC' ), array( 'created_at' => '2026-01-01', 'apns_timestamp' => '2025-05-31 23:59:59' ) ),
		);
	}

	/**
	 * @dataProvider later_registrations
	 */
	public function test_a_token_registered_later_lives( $registered_at, array $columns ): void {
		$user  = $this->user();
		$raw   = wp_json_encode( array( 'token' => self::TOKEN, 'registered_at' => $registered_at ) );
		$prune = $this->verdict( $user, $this->meta( $user, $raw ), $columns );
		$this->assertEquals( $this->applied( 'undone' ), Verdicts::apply( 10 ) );
		$this->assertSame( array( $raw ), $this->stored( $user ) );
		$this->assertSame( array( 'undone', 'registration' ), array( $this->prune( $prune )['state'], $this->prune( $prune )['undone_by'] ) );
	}

	public function test_a_token_registered_before_its_death_goes(): void {
		$user = $this->user();
		$raw  = wp_json_encode( array( 'token' => self::TOKEN, 'registered_at' => strtotime( '2025-06-01 UTC' ) ) );
		$this->verdict( $user, $this->meta( $user, $raw ), array( 'created_at' => '2026-01-01', 'apns_timestamp' => '2025-12-31' ) );
		$this->assertEquals( $this->applied( 'removed' ), Verdicts::apply( 10 ) );
		$this->assertSame( array(), $this->stored( $user ) );
	}

	public function test_registration_through_the_plugin_withdraws_an_open_verdict(): void {
		$user  = $this->user( 'subscriber', true );
		$prune = $this->verdict( $user, $this->meta( $user, self::TOKEN ) );
		$this->assertSame( 200, $this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) )[0] );
		$this->assertEquals( $this->applied( 'removed', 0 ), Verdicts::apply( 10 ) );
		$this->assertSame( array( self::TOKEN ), $this->stored_tokens( $user ) );
		$this->assertSame( 'undone', $this->prune( $prune )['state'] );
	}

	public function test_a_late_verdict_about_the_old_row_does_not_touch_the_new_one(): void {
		$user = $this->user( 'subscriber', true );
		$old  = $this->meta( $user, self::TOKEN );
		$this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) );
		$prune = $this->verdict( $user, $old, array( 'created_at' => gmdate( 'Y-m-d H:i:s', time() + 60 ) ) );
		$this->assertEquals( $this->applied( 'removed' ), Verdicts::apply( 10 ) );
		$this->assertSame( array( self::TOKEN ), $this->stored_tokens( $user ) );
		$this->assertSame( array( 'removed', null, null ), array_values( array_slice( $this->prune( $prune ), 0, 3 ) ) );
	}

	public function test_a_number_given_to_another_row_is_not_taken_for_the_old_one(): void {
		$user  = $this->user();
		$other = $this->user();
		$this->verdict( $user, $this->meta( $other, self::TOKEN ) );
		Verdicts::apply( 10 );
		$this->assertSame( array( self::TOKEN ), $this->stored( $other ) );
	}

	public function test_what_cannot_be_rewritten_is_reported_and_stays(): void {
		$user   = $this->user();
		$object = 'O:8:"stdClass":1:{s:5:"token";s:64:"' . self::TOKEN . '";}';
		$prune  = $this->verdict( $user, $this->meta( $user, $object ) );
		$this->assertEquals( $this->applied( 'reported' ), Verdicts::apply( 10 ) );
		$this->assertSame( array( $object ), $this->stored( $user ) );
		$this->assertSame( 'reported', $this->prune( $prune )['state'] );
	}

	public function test_a_verdict_waits_while_the_token_is_being_registered_or_the_row_is_held(): void {
		global $wpdb;
		$user  = $this->user();
		$prune = $this->verdict( $user, $this->meta( $user, self::TOKEN ) );
		$other = new \mysqli( 'localhost', DB_USER, DB_PASSWORD, DB_NAME, 0, getenv( 'DB_SOCKET' ) );
		$name  = 'pushbridge_' . md5( $wpdb->usermeta . DB_NAME . self::TOKEN );
		$other->query( "SELECT GET_LOCK('$name', 0)" );
		$this->assertEquals( $this->applied( 'later' ), Verdicts::apply( 10 ) );
		$other->query( "SELECT RELEASE_LOCK('$name')" );
		$other->close();
		$this->assertSame( 'verdict', $this->prune( $prune )['state'] );
		$this->assertEquals( $this->applied( 'removed' ), Verdicts::apply( 10 ) );
	}

	public function test_a_batch_takes_the_oldest_and_no_more_than_asked(): void {
		$user = $this->user();
		foreach ( array( 'a1', 'a2', 'a3' ) as $i => $token ) {
			$this->verdict( $user, $this->meta( $user, $token ), array( 'token' => $token, 'created_at' => '2026-01-0' . ( 3 - $i ) ) );
		}
		$this->assertEquals( $this->applied( 'removed', 2 ), Verdicts::apply( 2 ) );
		$this->assertSame( array( 'a1' ), $this->stored( $user ) );
	}

	public function test_the_cron_event_is_scheduled_reports_the_cache_and_applies_verdicts(): void {
		$setting = 'SELECT value, updated_at FROM ' . Schema::table( 'settings' ) . " WHERE name = 'object_cache'";
		$user    = $this->user();
		$this->verdict( $user, $this->meta( $user, self::TOKEN ) );
		Background::on_init();
		$this->assertIsInt( wp_next_scheduled( Background::EVENT ) );
		do_action( Background::EVENT );
		$this->assertSame( '0', $this->rows( $setting )[0]['value'] );
		$this->assertSame( array(), $this->stored( $user ) );

		wp_using_ext_object_cache( true );
		Object_Cache_Report::update();
		$first = $this->rows( $setting )[0];
		$this->assertSame( '1', $first['value'] );
		$queries = array();
		add_filter(
			'query',
			static function ( $sql ) use ( &$queries ) {
				$queries[] = strtok( $sql, ' ' );
				return $sql;
			}
		);
		Object_Cache_Report::update();
		wp_using_ext_object_cache( false );
		$this->assertSame( array( 'SELECT' ), $queries );
		$this->assertTrue( Object_Cache_Report::reported() );

		Background::stop();
		$this->assertFalse( wp_next_scheduled( Background::EVENT ) );
		$this->assertFalse( Object_Cache_Report::reported() );
	}
}
