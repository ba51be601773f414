<?php
/**
 * Activation and uninstallation.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Schema;

/**
 * What comes with the plugin, and what goes with it.
 */
final class Lifecycle_Test extends WordPress_Case {

	protected function tearDown(): void {
		parent::tearDown();
		// Roles are kept in a global that the rollback does not reach.
		wp_roles()->for_site();
	}

	public function test_activation_gave_administrators_the_capability(): void {
		$this->assertTrue( get_role( 'administrator' )->has_cap( 'manage_push_bridge' ) );
		$this->assertFalse( get_role( 'editor' )->has_cap( 'manage_push_bridge' ) );
	}

	public function test_the_plugin_is_active(): void {
		$this->assertTrue( is_plugin_active( 'push-bridge/push-bridge.php' ) );
	}

	public function test_uninstalling_removes_what_is_the_plugins_and_keeps_tokens_and_tables(): void {
		global $wpdb;
		$user = $this->user( 'subscriber', true );
		$this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) );
		$id = pushbridge_send(
			array(
				'user_id' => $user,
				'title'   => 'x',
			)
		);
		add_option( 'pushbridge_something', '1' );
		update_user_meta( $user, 'pushbridge_actions_per_page', '50' );
		add_option( 'pushbridgeish', '1' );
		set_transient( 'pushbridge_recent', '1', 60 );
		set_site_transient( 'pushbridge_network', '1', 60 );
		wp_schedule_event( time() + 60, 'hourly', 'pushbridge_tidy' );

		get_user_by( 'id', $user )->add_cap( 'manage_push_bridge' );

		define( 'WP_UNINSTALL_PLUGIN', 'push-bridge/push-bridge.php' );
		include dirname( __DIR__, 2 ) . '/uninstall.php';

		$this->assertFalse( get_option( 'pushbridge_something' ) );
		$this->assertSame( '', get_user_meta( $user, 'pushbridge_actions_per_page', true ) );
		$this->assertSame( '1', get_option( 'pushbridgeish' ) );
		$this->assertFalse( get_transient( 'pushbridge_recent' ) );
		$this->assertFalse( get_site_transient( 'pushbridge_network' ) );
		$this->assertFalse( wp_next_scheduled( 'pushbridge_tidy' ) );
		$this->assertFalse( get_role( 'administrator' )->has_cap( 'manage_push_bridge' ) );
		$this->assertFalse( user_can( $user, 'manage_push_bridge' ), 'given to one user' );
		$this->assertTrue( user_can( $user, 'read' ) );
		$this->assertSame( '0', $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->options} WHERE option_name LIKE '%pushbridge\\_%'" ) );
		$this->assertSame( array( self::TOKEN ), $this->stored_tokens( $user ) );
		$this->assertSame( array( (string) $id ), array_column( $this->actions(), 'id' ) );
	}

	/**
	 * @runInSeparateProcess
	 * @preserveGlobalState disabled
	 */
	public function test_the_constant_drops_the_tables_and_still_keeps_the_tokens(): void {
		$user = $this->user( 'subscriber', true );
		$this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) );
		// DROP would end the test's transaction and take the tables from the other tests: it is only noted.
		$dropped = array();
		add_filter(
			'query',
			static function ( $sql ) use ( &$dropped ) {
				if ( 0 !== strpos( $sql, 'DROP TABLE' ) ) {
					return $sql;
				}
				$dropped[] = $sql;
				return 'DO 0';
			}
		);
		define( 'PUSHBRIDGE_REMOVE_DATA', true );
		define( 'WP_UNINSTALL_PLUGIN', 'push-bridge/push-bridge.php' );
		include dirname( __DIR__, 2 ) . '/uninstall.php';
		$tables = $GLOBALS['wpdb']->get_col( "SHOW TABLES LIKE '%pushbridge\\_%'" );
		sort( $dropped );
		$this->assertSame( preg_replace( '/^/', 'DROP TABLE IF EXISTS ', $tables ), $dropped );
		$this->assertCount( count( Schema::TABLES ), $dropped );
		$this->assertSame( array( self::TOKEN ), $this->stored_tokens( $user ) );
	}
}
