<?php
/**
 * The action pushbridge_results.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Actions\Results_Feed;
use PushBridge\Schema;

/**
 * Each finished notification is told once, in whatever order they finish.
 */
final class Results_Feed_Test extends WordPress_Case {

	/**
	 * What the listener heard: id => results.
	 *
	 * @var array
	 */
	private $heard = array();

	private function listen(): void {
		$this->heard = array();
		add_action(
			'pushbridge_results',
			function ( $id, $results ) {
				$this->assertArrayNotHasKey( $id, $this->heard, 'told twice' );
				$this->heard[ $id ] = $results;
			},
			10,
			2
		);
		Results_Feed::run( 10 );
	}

	private function queued( string $state = 'queued', int $age = 60 ): int {
		global $wpdb;
		$id = pushbridge_send( array( 'user_id' => 1, 'title' => 'x' ) );
		$wpdb->update( Schema::table( 'actions' ), array( 'state' => $state, 'created_at' => gmdate( 'Y-m-d H:i:s', time() - $age ) ), array( 'id' => $id ) );
		return $id;
	}

	private function finish( int $id, string $state ): void {
		global $wpdb;
		$wpdb->update( Schema::table( 'actions' ), array( 'state' => $state ), array( 'id' => $id ) );
	}

	public function test_what_ended_before_anybody_listened_is_not_told(): void {
		$this->queued( 'sent' );
		$this->listen();
		Results_Feed::run( 10 );
		$this->assertSame( array(), $this->heard );
	}

	public function test_each_is_told_once_when_it_ends_whatever_the_order(): void {
		global $wpdb;
		$this->listen();
		$first  = $this->queued( 'sending' );
		$second = $this->queued( 'sent' );
		$wpdb->insert( Schema::table( 'deliveries' ), array( 'action_id' => $second, 'user_id' => 1, 'token' => self::TOKEN, 'channel' => 'standard', 'status' => 'delivered' ) );
		$third = $this->queued();
		Results_Feed::run( 10 );
		$this->assertSame( array( $second ), array_keys( $this->heard ) );
		$this->assertSame( array( 'sent', 'delivered' ), array( $this->heard[ $second ]['state'], $this->heard[ $second ]['tokens'][0]['status'] ) );
		$this->finish( $third, 'failed' );
		Results_Feed::run( 10 );
		$this->finish( $first, 'partial' );
		Results_Feed::run( 10 );
		Results_Feed::run( 10 );
		$this->assertSame( array( $second, $third, $first ), array_keys( $this->heard ) );
	}

	public function test_ids_whose_transaction_may_still_be_open_are_not_passed(): void {
		$this->listen();
		$young = $this->queued( 'sent', 0 );
		$old   = $this->queued( 'sent' );
		Results_Feed::run( 10 );
		$this->assertSame( array(), $this->heard );
		$GLOBALS['wpdb']->query( 'UPDATE ' . Schema::table( 'actions' ) . ' SET created_at = created_at - INTERVAL 1 MINUTE' );
		Results_Feed::run( 10 );
		$this->assertSame( array( $young, $old ), array_keys( $this->heard ) );
	}

	public function test_more_than_a_batch_is_told_and_deleted_rows_are_forgotten(): void {
		global $wpdb;
		$this->listen();
		$open = $this->queued();
		$sql  = 'INSERT INTO ' . Schema::table( 'actions' ) . " (user_id, message, state, created_at) VALUES (1, '{}', 'failed', '2026-01-01')";
		$wpdb->query( $sql . str_repeat( ", (1, '{}', 'failed', '2026-01-01')", 449 ) );
		Results_Feed::run( 10 );
		$this->assertCount( 450, $this->heard );
		$wpdb->delete( Schema::table( 'actions' ), array( 'id' => $open ) );
		Results_Feed::run( 10 );
		$this->assertSame( array(), get_option( Results_Feed::OPTION )['open'] );
		$this->assertCount( 450, $this->heard );
	}

	public function test_without_a_listener_nothing_is_remembered(): void {
		$this->listen();
		remove_all_actions( 'pushbridge_results' );
		Results_Feed::run( 10 );
		$this->assertFalse( get_option( Results_Feed::OPTION ) );
	}
}
