<?php
/**
 * Tables that are missing or too old.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Schema;

/**
 * What administrators and callers are told. The tables are made invisible by another prefix, because dropping them would
 * end the test's transaction.
 */
final class Schema_Test extends WordPress_Case {

	const MSG = array(
		'user_id' => 1,
		'title'   => 'x',
	);

	/**
	 * The base prefix as it was.
	 *
	 * @var string
	 */
	private $prefix;

	protected function setUp(): void {
		parent::setUp();
		$this->prefix = $GLOBALS['wpdb']->base_prefix;
	}

	protected function tearDown(): void {
		$GLOBALS['wpdb']->base_prefix = $this->prefix;
		parent::tearDown();
	}

	private function hide_tables(): void {
		$GLOBALS['wpdb']->base_prefix = 'without_';
		Schema::forget();
	}

	private function notice(): string {
		set_current_screen( 'dashboard' );
		\PushBridge\Admin\Tables_Notice::add_hooks();
		ob_start();
		do_action( 'admin_notices' );
		return (string) ob_get_clean();
	}

	private function administrator(): int {
		$id = $this->user( 'administrator', true );
		if ( is_multisite() ) {
			grant_super_admin( $id );
		}
		return $id;
	}

	public function test_without_tables_a_caller_gets_an_error_that_names_the_command(): void {
		$this->hide_tables();
		$error = pushbridge_send( self::MSG );
		$this->assertRefused( 'TablesMissing', $error );
		$this->assertStringContainsString( 'push-bridge migrate --config', $error->get_error_message() );
		$this->assertRefused( 'TablesMissing', pushbridge_get_results( 1 ) );
		$this->assertFalse( pushbridge_cancel( 1 ) );
	}

	public function test_without_tables_a_token_is_stored_all_the_same(): void {
		$this->hide_tables();
		$user = $this->user( 'subscriber', true );
		$this->assertSame( 201, $this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) )[0] );
		$this->assertSame( array( self::TOKEN ), $this->stored_tokens( $user ) );
	}

	public function test_an_administrator_sees_the_command(): void {
		$this->administrator();
		$this->hide_tables();
		$notice = $this->notice();
		$this->assertStringContainsString( 'notice-error', $notice );
		$this->assertStringContainsString( 'missing', $notice );
		$this->assertStringContainsString( '<code>push-bridge migrate --config /etc/push-bridge/push-bridge.ini</code>', $notice );
	}

	public function test_others_do_not_see_it(): void {
		$this->user( 'editor', true );
		$this->hide_tables();
		$this->assertStringNotContainsString( 'push-bridge migrate', $this->notice() );
	}

	public function test_whoever_has_the_capability_sees_it(): void {
		get_user_by( 'id', $this->user( 'editor', true ) )->add_cap( 'manage_push_bridge' );
		wp_set_current_user( 0 );
		$editors = get_users( array( 'role' => 'editor', 'orderby' => 'ID', 'order' => 'DESC', 'number' => 1 ) );
		wp_set_current_user( $editors[0]->ID );
		$this->hide_tables();
		$this->assertStringContainsString( 'push-bridge migrate', $this->notice() );
	}

	public function test_with_tables_there_is_no_notice(): void {
		$this->administrator();
		$this->assertStringNotContainsString( 'push-bridge migrate', $this->notice() );
	}

	public function test_older_tables_are_named_as_such(): void {
		global $wpdb;
		$wpdb->update( Schema::table( 'settings' ), array( 'value' => Schema::REQUIRED_VERSION - 1 ), array( 'name' => 'schema_version' ) );
		$this->assertRefused( 'TablesOutdated', pushbridge_send( self::MSG ) );
		$this->administrator();
		$this->assertStringContainsString( 'older than the plugin needs', $this->notice() );
		$this->assertSame( array(), $this->actions() );
	}

	public function test_newer_tables_are_fine(): void {
		global $wpdb;
		$wpdb->update( Schema::table( 'settings' ), array( 'value' => Schema::REQUIRED_VERSION + 1 ), array( 'name' => 'schema_version' ) );
		$this->assertIsInt( pushbridge_send( self::MSG ) );
	}

	public function test_a_refused_message_is_named_even_without_tables(): void {
		$this->hide_tables();
		$this->assertRefused( 'EmptyMessage', pushbridge_send( array( 'user_id' => 1 ) ) );
	}
}
