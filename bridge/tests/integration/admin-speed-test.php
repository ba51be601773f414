<?php
/**
 * The screens of a busy site.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Admin\Live;
use PushBridge\Admin\Menu;
use PushBridge\Admin\Profile_Devices;
use PushBridge\Health\Site_Health;
use PushBridge\Schema;
use PushBridge\Store\Cleanup;

require_once __DIR__ . '/../support/trait-store-rows.php';
require_once __DIR__ . '/../support/trait-admin-pages.php';

/**
 * Ten thousand notifications and tokens take as many statements as ten, and less than half a second of PHP's time.
 */
final class Admin_Speed_Test extends WordPress_Case {

	use Store_Rows;
	use Admin_Pages;

	/**
	 * A token check that has found something.
	 *
	 * @var array
	 */
	private $checked;

	/** Screen => what it must show, so that no empty page passes. */
	const SCREENS = array(
		'dashboard'         => 'pushbridge-chart',
		'actions'           => 'the-list',
		'failed actions'    => 'Unregistered',
		'found actions'     => 'To one',
		'deliveries'        => 'the-list',
		'failed deliveries' => 'ServiceUnavailable',
		'tokens'            => 'the-list',
		'last removed'      => 'the-list',
		'after a check'     => 'Which tokens should go?',
		'credentials'       => 'nav-tab-active',
		'settings'          => 'nav-tab-active',
		'action'            => 'Notification #5000001',
		'action to all'     => 'Notification #4999999',
		'profile'           => 'Devices that get notifications',
		'site health'       => 'Push Bridge',
		'live dashboard'    => 'html',
	);

	/**
	 * Rows for users 1000 to 1000 + $count.
	 */
	private function fill( int $first, int $count, int $base = 5000000 ): void {
		global $wpdb;
		$numbers = "(SELECT seq FROM seq_{$first}_to_" . ( $first + $count - 1 ) . ') numbers';
		$time    = 'UTC_TIMESTAMP(3) - INTERVAL seq % 1400 MINUTE';
		$queries = array(
			"INSERT INTO {$wpdb->usermeta} (umeta_id, user_id, meta_key, meta_value) SELECT {$base} + seq, 1000 + seq, 'mam_ios_device_token', SHA2(seq, 256) FROM {$numbers}",
			'INSERT INTO ' . Schema::table( 'actions' ) . " (id, user_id, message, state, reason, created_at) SELECT {$base} + seq, 1000 + seq, '{\"title\":\"Hello\"}', ELT(1 + seq % 3, 'sent', 'failed', 'queued'), IF(seq % 3 = 1, 'Unregistered', NULL), {$time} FROM {$numbers}",
			'INSERT INTO ' . Schema::table( 'deliveries' ) . " (action_id, user_id, token, channel, status, reason, updated_at) SELECT {$base} + seq, 1000 + seq, SHA2(seq, 256), 'standard', ELT(1 + seq % 3, 'delivered', 'unregistered', 'exhausted'), ELT(1 + seq % 3, NULL, 'Unregistered', 'ServiceUnavailable'), {$time} FROM {$numbers}",
			'INSERT INTO ' . Schema::table( 'prunes' ) . " (user_id, umeta_id, meta_key, token, reason, state) SELECT 1000 + seq, {$base} + seq, 'mam_ios_device_token', SHA2(seq, 256), 'Unregistered', ELT(1 + seq % 3, 'removed', 'verdict', 'undone') FROM {$numbers}",
		);
		foreach ( $queries as $sql ) {
			$this->assertSame( $count, $wpdb->query( $sql ), $wpdb->last_error );
		}
	}

	/**
	 * What a screen prints.
	 */
	private function screen( string $name ): string {
		switch ( $name ) {
			case 'failed actions':
				return $this->page( 'actions', array( 'state' => 'failed', 'reason' => 'Unregistered', 'paged' => '2' ) );
			case 'found actions':
				return $this->page( 'actions', array( 's' => wp_get_current_user()->user_login ) );
			case 'failed deliveries':
				return $this->page( 'deliveries', array( 'status' => 'exhausted', 'orderby' => 'updated_at', 'order' => 'asc' ) );
			case 'last removed':
				return $this->page( 'tokens', array( 'state' => 'removed', 'paged' => '2' ) );
			case 'after a check':
				// Found in a step of its own, which takes its time and says so.
				update_network_option( null, Cleanup::OPTION, $this->checked );
				$html = $this->page( 'tokens' );
				delete_network_option( null, Cleanup::OPTION );
				return $html;
			case 'action':
				return $this->page( 'action', array( 'id' => '5000001' ) );
			case 'action to all':
				return $this->page( 'action', array( 'id' => '4999999' ) );
			case 'profile':
				ob_start();
				Profile_Devices::render( wp_get_current_user() );
				return (string) ob_get_clean();
			case 'site health':
				$results = array();
				foreach ( Site_Health::add_tests( array() )['direct'] as $test ) {
					$results[] = call_user_func( $test['test'] );
				}
				return wp_json_encode( array( $results, Site_Health::add_information( array() ) ) );
			case 'live dashboard':
				return wp_json_encode( $this->live() );
			default:
				return $this->page( $name );
		}
	}

	/**
	 * What the dashboard asks for again and again.
	 */
	private function live(): array {
		$_REQUEST = array( '_wpnonce' => wp_create_nonce( Live::NONCE ), 'nonce' => wp_create_nonce( Live::NONCE ) );
		$_POST    = $_REQUEST;
		$_GET     = $_REQUEST;
		\PushBridge\Admin\Hooks::add();
		return (array) $this->ajax( 'pushbridge_live', $_REQUEST, false )[1];
	}

	/**
	 * Statements and seconds of PHP's own time that a screen takes.
	 *
	 * @return array{0:int,1:float}
	 */
	private function cost( string $name ): array {
		global $wpdb;
		// As in a request of its own: nothing is remembered.
		Schema::forget();
		wp_cache_flush();
		$before = $wpdb->num_queries;
		$began  = $this->cpu();
		$html   = $this->screen( $name );
		$cost   = array( $wpdb->num_queries - $before, $this->cpu() - $began );
		$this->assertStringContainsString( self::SCREENS[ $name ], $html, $name );
		return $cost;
	}

	private function cpu(): float {
		$usage = getrusage();
		return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'] + ( $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'] ) / 1e6;
	}

	public function test_every_screen_stays_quick(): void {
		global $wpdb;
		$user = $this->administrator();
		$this->raw_meta( $user, '{"token":"' . self::TOKEN . '"}' );
		$this->worker( 1, '{}' );
		$this->insert( 'actions', array( 'id' => 4999999, 'audience' => '{"all":true}', 'message' => '{"title":"To all"}', 'state' => 'partial' ) );
		$this->action( array( 'user_id' => $user, 'message' => '{"title":"To one"}' ) );
		$this->fill( 1, 100 );
		$to_all = 'INSERT INTO ' . Schema::table( 'deliveries' ) . " (action_id, user_id, token, channel, status) SELECT 4999999, 1000 + seq, SHA2(seq, 256), 'standard', 'delivered'";
		$wpdb->query( "{$to_all} FROM seq_1_to_100" );
		Cleanup::start( 'audit', Cleanup::REASONS, 'anna' );
		$this->checked = Cleanup::step( 10 );
		$this->assertTrue( $this->checked['is_finished'] );
		delete_network_option( null, Cleanup::OPTION );
		foreach ( array_keys( self::SCREENS ) as $name ) {
			// What is loaded once is not counted.
			$this->cost( $name );
			$few[ $name ] = $this->cost( $name )[0];
		}
		$this->fill( 101, 10000 );
		$wpdb->query( "{$to_all} FROM seq_101_to_10100" );
		foreach ( array_keys( self::SCREENS ) as $name ) {
			list( $queries, $seconds ) = $this->cost( $name );
			$this->assertSame( $few[ $name ], $queries, $name );
			$this->assertLessThan( 30, $queries, $name );
			$this->assertLessThan( 0.5, $seconds, $name );
		}
		$html = $this->page( 'actions', array( 'state' => 'failed', 'paged' => '3' ) );
		$this->assertCount( 20, $this->cells( $html, 'state' ) );
		$this->assertStringContainsString( 'There are more than 10,000 rows', $html . $this->page( 'actions' ) );
	}

	public function test_all_tabs_are_measured(): void {
		$this->assertSame( array(), array_diff( array_keys( Menu::SCREENS ), array_keys( self::SCREENS ) ) );
	}

	public function test_a_step_of_a_token_check_ends_in_time_however_many_there_are(): void {
		$this->administrator();
		// Numbers of its own: those of the other test's rows stay used up, and its new rows would get the same.
		$this->fill( 1, 10000, 6000000 );
		Cleanup::start( 'audit', Cleanup::REASONS, 'anna' );
		$job   = Cleanup::step( 0.05 );
		$began = $job['done'];
		$this->assertFalse( $job['is_finished'] );
		$this->assertGreaterThan( 0, $began );
		$steps = 0;
		while ( ! $job['is_finished'] && ++$steps < 1000 ) {
			$job = Cleanup::step( 0.2 );
		}
		$this->assertGreaterThanOrEqual( 10000, $job['done'] );
		$this->assertGreaterThan( 9000, $job['found']['UserGone'] );
	}
}
