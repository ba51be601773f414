<?php
/**
 * Cancelling, and reading results.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Schema;

/**
 * What callers learn after queueing.
 */
final class Results_Test extends WordPress_Case {

	private function send(): int {
		return pushbridge_send(
			array(
				'user_id' => 1,
				'title'   => 'x',
			)
		);
	}

	public function test_an_open_action_is_cancelled_once(): void {
		$id = $this->send();
		$this->assertTrue( pushbridge_cancel( $id ) );
		$this->assertSame( 'cancelled', $this->actions()[0]['state'] );
		$this->assertFalse( pushbridge_cancel( $id ) );
		$this->assertFalse( pushbridge_cancel( $id + 1 ) );
	}

	public function test_an_action_being_sent_is_cancelled_and_a_finished_one_is_not(): void {
		global $wpdb;
		$id = $this->send();
		$wpdb->update( Schema::table( 'actions' ), array( 'state' => 'sent' ), array( 'id' => $id ) );
		$this->assertFalse( pushbridge_cancel( $id ) );
		$this->assertSame( 'sent', $this->actions()[0]['state'] );
		$wpdb->update( Schema::table( 'actions' ), array( 'state' => 'sending' ), array( 'id' => $id ) );
		$this->assertTrue( pushbridge_cancel( $id ) );
	}

	public function test_results_tell_the_state_the_counts_and_each_token(): void {
		global $wpdb;
		$id = $this->send();
		$wpdb->update(
			Schema::table( 'actions' ),
			array(
				'state'     => 'partial',
				'reason'    => 'Unregistered',
				'delivered' => 1,
				'failed'    => 1,
				'pruned'    => 1,
				'warnings'  => '["unknown key: colour"]',
			),
			array( 'id' => $id )
		);
		$delivery = array(
			'action_id' => $id,
			'user_id'   => 1,
			'channel'   => 'standard',
			'attempts'  => 1,
		);
		$wpdb->insert( Schema::table( 'deliveries' ), $delivery + array( 'token' => 'aa', 'status' => 'delivered', 'http_status' => 200, 'environment' => 'production' ) );
		$wpdb->insert( Schema::table( 'deliveries' ), $delivery + array( 'token' => 'bb', 'status' => 'unregistered', 'http_status' => 410, 'reason' => 'Unregistered', 'error_class' => 'invalid_recipient' ) );
		$results = pushbridge_get_results( $id );
		$this->assertSame(
			array( $id, 'partial', 'Unregistered', 1, 1, 1, array( 'unknown key: colour' ) ),
			array( $results['id'], $results['state'], $results['reason'], $results['delivered'], $results['failed'], $results['pruned'], $results['warnings'] )
		);
		$this->assertSame( array( 'aa', 'bb' ), array_column( $results['tokens'], 'token' ) );
		$this->assertSame( array( 'delivered', null, null, 200 ), array( $results['tokens'][0]['status'], $results['tokens'][0]['reason'], $results['tokens'][0]['class'], $results['tokens'][0]['http_status'] ) );
		$this->assertSame( array( 'unregistered', 'Unregistered', 'invalid_recipient', 1 ), array( $results['tokens'][1]['status'], $results['tokens'][1]['reason'], $results['tokens'][1]['class'], $results['tokens'][1]['user_id'] ) );
	}

	public function test_results_of_a_new_action_have_no_tokens_yet(): void {
		$results = pushbridge_get_results( $this->send() );
		$this->assertSame( array( 'queued', null, array(), array() ), array( $results['state'], $results['reason'], $results['warnings'], $results['tokens'] ) );
	}

	public function test_an_unknown_action_has_no_results(): void {
		$this->assertRefused( 'NotFound', pushbridge_get_results( 0 ) );
	}
}
