<?php
/**
 * The screens of a busy site.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Schema;

require_once __DIR__ . '/../support/trait-store-rows.php';
require_once __DIR__ . '/../support/trait-admin-pages.php';

/**
 * Ten thousand notifications and tokens take as many statements as ten, and less than half a second of PHP's time.
 */
final class Admin_Speed_Test extends WordPress_Case {

	use Store_Rows;
	use Admin_Pages;

	const TABS = array( 'dashboard', 'actions', 'deliveries', 'tokens', 'credentials', 'settings', 'action' );

	/**
	 * Rows for users 1000 to 1000 + $count.
	 */
	private function fill( int $first, int $count ): void {
		global $wpdb;
		$numbers = "(SELECT seq FROM seq_{$first}_to_" . ( $first + $count - 1 ) . ') numbers';
		$time    = 'UTC_TIMESTAMP(3) - INTERVAL seq % 1400 MINUTE';
		$queries = array(
			"INSERT INTO {$wpdb->usermeta} (umeta_id, user_id, meta_key, meta_value) SELECT 5000000 + seq, 1000 + seq, 'mam_ios_device_token', SHA2(seq, 256) FROM {$numbers}",
			'INSERT INTO ' . Schema::table( 'actions' ) . " (id, user_id, message, state, reason, created_at) SELECT 5000000 + seq, 1000 + seq, '{\"title\":\"Hello\"}', ELT(1 + seq % 3, 'sent', 'failed', 'queued'), IF(seq % 3 = 1, 'Unregistered', NULL), {$time} FROM {$numbers}",
			'INSERT INTO ' . Schema::table( 'deliveries' ) . " (action_id, user_id, token, channel, status, reason, updated_at) SELECT 5000000 + seq, 1000 + seq, SHA2(seq, 256), 'standard', ELT(1 + seq % 3, 'delivered', 'unregistered', 'exhausted'), ELT(1 + seq % 3, NULL, 'Unregistered', 'ServiceUnavailable'), {$time} FROM {$numbers}",
			'INSERT INTO ' . Schema::table( 'prunes' ) . " (user_id, umeta_id, meta_key, token, reason, state) SELECT 1000 + seq, 5000000 + seq, 'mam_ios_device_token', SHA2(seq, 256), 'Unregistered', ELT(1 + seq % 3, 'removed', 'verdict', 'undone') FROM {$numbers}",
		);
		foreach ( $queries as $sql ) {
			$this->assertSame( $count, $wpdb->query( $sql ), $wpdb->last_error );
		}
	}

	/**
	 * Statements and seconds of PHP's own time that a tab takes.
	 *
	 * @return array{0:int,1:float}
	 */
	private function cost( string $tab ): array {
		global $wpdb;
		$get    = 'action' === $tab ? array( 'id' => '5000001' ) : array();
		$before = $wpdb->num_queries;
		$began  = $this->cpu();
		$html   = $this->page( $tab, $get );
		$this->assertStringContainsString( 'nav-tab-active', $html );
		return array( $wpdb->num_queries - $before, $this->cpu() - $began );
	}

	private function cpu(): float {
		$usage = getrusage();
		return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'] + ( $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'] ) / 1e6;
	}

	public function test_every_screen_stays_quick(): void {
		$this->administrator();
		$this->worker( 1, '{}' );
		$this->fill( 1, 30 );
		foreach ( self::TABS as $tab ) {
			// What is loaded once is not counted.
			$this->cost( $tab );
			$few[ $tab ] = $this->cost( $tab )[0];
		}
		$this->fill( 31, 10000 );
		foreach ( self::TABS as $tab ) {
			list( $queries, $seconds ) = $this->cost( $tab );
			$this->assertSame( $few[ $tab ], $queries, $tab );
			$this->assertLessThan( 30, $queries, $tab );
			$this->assertLessThan( 0.5, $seconds, $tab );
		}
		$html = $this->page( 'actions', array( 'state' => 'failed', 'paged' => '3' ) );
		$this->assertCount( 20, $this->cells( $html, 'state' ) );
		$this->assertStringContainsString( 'There are more than 10,000 rows', $html . $this->page( 'actions' ) );
	}
}
