<?php
/**
 * Networks of sites.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Background;
use PushBridge\Schema;

/**
 * One set of tables; a site's audience ends at its members.
 */
final class Network_Test extends WordPress_Case {

	const TO_ALL = array(
		'audience' => array( 'all' => true ),
		'title'    => 'x',
	);

	protected function tearDown(): void {
		while ( ms_is_switched() ) {
			restore_current_blog();
		}
		parent::tearDown();
	}

	private function second_site(): int {
		$site = get_blog_id_from_url( get_network()->domain, '/two/' );
		$this->assertGreaterThan( 1, $site );
		switch_to_blog( $site );
		return $site;
	}

	private function audience(): array {
		$rows = $this->actions();
		return json_decode( end( $rows )['audience'], true );
	}

	public function test_every_site_writes_to_the_networks_table(): void {
		$this->second_site();
		$this->assertSame( $GLOBALS['wpdb']->base_prefix . 'pushbridge_actions', Schema::table( 'actions' ) );
		$this->assertIsInt(
			pushbridge_send(
				array(
					'user_id' => 1,
					'title'   => 'x',
				)
			)
		);
		$this->assertCount( 1, $this->actions() );
	}

	public function test_an_audience_is_limited_to_the_sending_site(): void {
		$site = $this->second_site();
		$this->user( 'administrator', true );
		pushbridge_send( self::TO_ALL );
		$this->assertSame(
			array(
				'all'  => true,
				'site' => $site,
			),
			$this->audience()
		);
		pushbridge_send(
			array(
				'user_ids' => array( 1, 2 ),
				'title'    => 'x',
			)
		);
		$this->assertSame(
			array(
				'users' => array( 1, 2 ),
				'site'  => $site,
			),
			$this->audience()
		);
	}

	public function test_background_work_without_a_user_is_limited_as_well(): void {
		$site = $this->second_site();
		wp_set_current_user( 0 );
		pushbridge_send( self::TO_ALL );
		$this->assertSame( $site, $this->audience()['site'] );
	}

	public function test_another_site_is_refused_and_the_own_one_is_not(): void {
		$site = $this->second_site();
		$this->user( 'administrator', true );
		$this->assertRefused( 'InvalidAudience: site', pushbridge_send( array( 'audience' => array( 'all' => true, 'site' => 1 ) ) + self::TO_ALL ) );
		$this->assertIsInt( pushbridge_send( array( 'audience' => array( 'all' => true, 'site' => (string) $site ) ) + self::TO_ALL ) );
		$this->assertSame( $site, $this->audience()['site'] );
	}

	public function test_a_channel_has_no_site_whoever_sends(): void {
		$this->second_site();
		$to_channel = array(
			'type'          => 'liveactivity',
			'audience'      => array( 'channel' => 'dGVzdA==' ),
			'live_activity' => array( 'event' => 'end' ),
		);
		foreach ( array( 'subscriber', 'administrator' ) as $role ) {
			$this->user( $role, true );
			$this->assertIsInt( pushbridge_send( $to_channel ) );
			$this->assertSame( array( 'channel' => 'dGVzdA==' ), $this->audience() );
		}
		wp_set_current_user( 0 );
		$this->assertIsInt( pushbridge_send( $to_channel ) );
		$this->assertSame( array( 'channel' => 'dGVzdA==' ), $this->audience() );
	}

	public function test_a_network_administrator_reaches_all_and_any_site(): void {
		$this->second_site();
		grant_super_admin( $this->user( 'administrator', true ) );
		pushbridge_send( self::TO_ALL );
		$this->assertSame( array( 'all' => true ), $this->audience() );
		pushbridge_send( array( 'audience' => array( 'all' => true, 'site' => 1 ) ) + self::TO_ALL );
		$this->assertSame( 1, $this->audience()['site'] );
	}

	public function test_tokens_registered_in_any_site_are_the_networks(): void {
		$this->second_site();
		$user = $this->user( 'subscriber', true );
		$this->assertSame( 201, $this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) )[0] );
		switch_to_blog( 1 );
		$this->assertSame( array( self::TOKEN ), $this->stored_tokens( $user ) );
		$this->assertSame( 200, $this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) )[0] );
	}

	public function test_administrators_of_every_site_have_the_capability(): void {
		$this->second_site();
		$this->assertTrue( get_role( 'administrator' )->has_cap( 'manage_push_bridge' ) );
	}

	public function test_one_site_tends_for_the_whole_network(): void {
		wp_unschedule_hook( Background::EVENT );
		Background::on_init();
		$this->assertIsInt( wp_next_scheduled( Background::EVENT ) );
		$this->second_site();
		Background::on_init();
		$this->assertFalse( wp_next_scheduled( Background::EVENT ) );
		restore_current_blog();
		Background::stop( true );
		$this->assertFalse( wp_next_scheduled( Background::EVENT ) );
	}

	public function test_leaving_the_last_site_cancels_what_was_to_be_sent_and_leaving_another_does_not(): void {
		$user = $this->user();
		$site = get_blog_id_from_url( get_network()->domain, '/two/' );
		add_user_to_blog( $site, $user, 'subscriber' );
		pushbridge_send(
			array(
				'user_id' => $user,
				'title'   => 'x',
			)
		);
		add_user_meta( $user, 'mam_ios_device_token', self::TOKEN );
		remove_user_from_blog( $user, $site );
		$this->assertSame( 'queued', $this->actions()[0]['state'] );
		wp_delete_user( $user );
		$this->assertSame( 'cancelled', $this->actions()[0]['state'] );
		$this->assertSame( array( self::TOKEN ), $this->stored( $user ), 'the user is still there' );
	}

	public function test_the_rest_endpoint_of_every_site_serves_the_networks_user(): void {
		$user = $this->user( 'subscriber', true );
		$this->second_site();
		$request = new \WP_REST_Request( 'POST', '/push-bridge/v1/tokens' );
		$request->set_body_params( array( 'token' => self::TOKEN ) );
		$this->assertSame( 201, rest_do_request( $request )->get_status() );
		$this->assertSame( array( self::TOKEN ), $this->stored_tokens( $user ) );
	}
}
