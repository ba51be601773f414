<?php
/**
 * The administrator's screens and what their buttons do.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Admin\Live;
use PushBridge\Admin\Menu;
use PushBridge\Schema;
use PushBridge\Store\Actions;
use PushBridge\Store\Cleanup;
use PushBridge\Store\Credentials;
use PushBridge\Store\Prunes;
use PushBridge\Store\Settings;

require_once __DIR__ . '/../support/trait-store-rows.php';
require_once __DIR__ . '/../support/trait-admin-pages.php';

/**
 * Cells, refusals, hostile values.
 */
final class Admin_Pages_Test extends WordPress_Case {

	use Store_Rows;
	use Admin_Pages;

	const HOSTILE = '"><script>alert(1)</script>';

	public function test_only_whoever_may_sees_the_menu(): void {
		require_once ABSPATH . 'wp-admin/includes/plugin.php';
		$this->user( 'editor', true );
		$GLOBALS['admin_page_hooks']['tools.php'] = 'tools';
		Menu::add_page();
		$this->assertFalse( has_action( 'load-tools_page_push-bridge' ) );
		$this->administrator();
		Menu::add_page();
		$this->assertNotFalse( has_action( 'load-tools_page_push-bridge' ) );
	}

	public function test_the_dashboard_shows_figures_and_the_next_step(): void {
		$this->administrator();
		$this->delivery( $this->action( array( 'state' => 'failed' ) ), array( 'status' => 'exhausted', 'reason' => 'ServiceUnavailable' ) );
		$this->worker( 7, '{"lanes":{"standard":{"delivered":41},"voip":{"delivered":1}},"held_back":[{"scope":"pruning","app":"default","channel":null,"what":"voip/sandbox","reason":null,"seconds":null}]}' );
		$html = $this->page( 'dashboard' );
		$this->assertStringContainsString( '0 delivered, 1 not delivered in the last 24 hours.', $html );
		$this->assertStringContainsString( '<svg', $html );
		$this->assertSame( 24, substr_count( strstr( $html, 'pushbridge-chart-table' ), '<th scope="row">' ) - substr_count( strstr( $html, '</details>' ), '<th scope="row">' ) );
		$this->assertStringContainsString( 'Apple&#039;s server was not available.', $html );
		$this->assertStringContainsString( 'host7 (process 4711)', $html );
		$this->assertStringContainsString( '<td>42</td>', $html );
		$this->assertStringContainsString( 'Removing tokens is stopped for default/voip/sandbox', $html );
		$this->assertStringContainsString( '1 delivery was given up', $html );
		$this->assertMatchesRegularExpression( '#aria-current="step"><strong>Confirm the daemon#', $html );
		$this->assertStringContainsString( 'Your account has no device yet.', $html );
	}

	public function test_without_tables_the_page_says_how_to_make_them(): void {
		$this->administrator();
		$prefix                       = $GLOBALS['wpdb']->base_prefix;
		$GLOBALS['wpdb']->base_prefix = 'without_';
		Schema::forget();
		try {
			$html = $this->page( 'actions' );
		} finally {
			$GLOBALS['wpdb']->base_prefix = $prefix;
		}
		$this->assertStringContainsString( 'push-bridge init --wp-config ' . ABSPATH . 'wp-config.php', $html );
		$this->assertStringNotContainsString( 'the-list', $html );
	}

	public function test_lists_show_cells_and_escape_what_is_hostile(): void {
		$this->administrator();
		$user = $this->user();
		$id   = $this->action( array( 'user_id' => $user, 'state' => 'failed', 'reason' => self::HOSTILE, 'message' => wp_json_encode( array( 'title' => self::HOSTILE ) ) ) );
		$this->action( array( 'audience' => '{"role":"' . addslashes( self::HOSTILE ) . '"}' ) );
		$this->delivery( $id, array( 'user_id' => $user, 'status' => 'rejected', 'reason' => self::HOSTILE ) );
		$html = $this->page( 'actions', array( 's' => '', 'reason' => '' ) );
		$this->assertStringContainsString( '#' . $id . ' ' . self::HOSTILE, html_entity_decode( $this->cells( $html, 'id' )[1] ) );
		$this->assertStringContainsString( get_userdata( $user )->user_login, $this->cells( $html, 'user_id' )[1] );
		$this->assertSame( array( 'Queued', 'Failed' ), $this->cells( $html, 'state' ) );
		$all = $html . $this->page( 'deliveries', array( 'reason' => self::HOSTILE, 's' => self::HOSTILE ) ) . $this->page( 'action', array( 'id' => (string) $id ) ) . $this->page( 'dashboard' );
		$this->assertStringNotContainsString( '<script', $all );
		$this->assertStringNotContainsString( self::TOKEN, $all, 'whole tokens are not shown' );
		$this->assertStringContainsString( substr( self::TOKEN, 0, 8 ) . '…', $all );
	}

	public function test_one_notification_is_explained(): void {
		$this->administrator();
		$id = $this->action( array( 'state' => 'failed', 'reason' => 'ServiceUnavailable', 'warnings' => '["unknown key: colour"]' ) );
		$this->delivery( $id, array( 'status' => 'exhausted', 'reason' => 'ServiceUnavailable', 'http_status' => 503, 'apns_id' => 'an-id' ) );
		$html = $this->page( 'action', array( 'id' => (string) $id ) );
		foreach ( array( 'All tries were used up.', 'Nothing more: it is finished.', 'unknown key: colour', '503', 'an-id', 'Send again what was not delivered' ) as $text ) {
			$this->assertStringContainsString( $text, $html );
		}
		$waiting = $this->action( array( 'state' => 'queued' ) );
		$this->assertStringContainsString( 'Nothing until a daemon runs.', $this->page( 'action', array( 'id' => (string) $waiting ) ) );
		$this->worker( 1, '{}' );
		$this->assertStringContainsString( 'The daemon takes it at its next look', $this->page( 'action', array( 'id' => (string) $waiting ) ) );
		Settings::set( 'paused', '{"all":false,"lanes":["standard"],"apps":["<b>"],"actions":[]}' );
		$this->assertStringContainsString( 'Nothing until it is no longer paused.', $this->page( 'action', array( 'id' => (string) $waiting ) ) );
		$this->assertStringContainsString( 'Paused: lane standard, app &lt;b&gt;.', $this->page( 'dashboard' ) );
		$this->assertStringContainsString( 'There is no such notification', $this->page( 'action', array( 'id' => '999999999' ) ) );
	}

	public function test_retry_and_cancel_need_the_capability_and_the_nonce_of_that_action(): void {
		$id = $this->action( array( 'state' => 'failed' ) );
		$this->user( 'editor', true );
		$this->assertForbidden( fn() => $this->post( 'retry', array( 'id' => (string) $id ), "pushbridge_retry_{$id}" ) );
		$this->administrator();
		$this->assertForbidden( fn() => $this->post( 'retry', array( 'id' => (string) $id ) ) );
		$this->assertForbidden( fn() => $this->post( 'retry', array( 'id' => (string) $id ), 'pushbridge_retry_1' ) );
		$this->assertSame( 'failed', Actions::get( $id )->state );
		$this->assertLeadsTo( 'retried', $this->post( 'retry', array( 'id' => (string) $id ), "pushbridge_retry_{$id}" ), 1 );
		$this->assertSame( 'queued', Actions::get( $id )->state );
		$this->assertLeadsTo( 'NotFinal', $this->post( 'retry', array( 'id' => (string) $id ), "pushbridge_retry_{$id}" ) );
		$this->assertLeadsTo( 'cancelled', $this->post( 'cancel', array( 'id' => (string) $id ), "pushbridge_cancel_{$id}" ), 1 );
		$this->assertLeadsTo( 'nothing_cancelled', $this->post( 'cancel', array( 'id' => (string) $id ), "pushbridge_cancel_{$id}" ) );
	}

	public function test_many_are_cancelled_by_their_boxes(): void {
		$this->administrator();
		$ids = array( (string) $this->action(), (string) $this->action(), (string) $this->action( array( 'state' => 'sent' ) ) );
		$get = array( 'action' => 'cancel', 'ids' => $ids );
		$this->assertForbidden( fn() => $this->page( 'actions', $get ) );
		try {
			$this->page( 'actions', $get + array( '_wpnonce' => wp_create_nonce( 'bulk-actions' ) ) );
			$this->fail( 'no redirect' );
		} catch ( Died $end ) {
			$this->assertLeadsTo( 'cancelled', $end->getMessage(), 2 );
		}
		$this->assertSame( 2, Actions::counts()['cancelled'] );
	}

	public function test_every_handler_refuses_others_and_forgeries(): void {
		$handlers = array(
			'test_push'         => 'pushbridge_test_push',
			'cleanup_start'     => 'pushbridge_cleanup_start',
			'cleanup_step'      => 'pushbridge_cleanup_step',
			'cleanup_stop'      => 'pushbridge_cleanup_stop',
			'undo'              => 'pushbridge_undo_0',
			'confirm_key'       => 'pushbridge_confirm_key_',
			'save_credential'   => 'pushbridge_save_credential',
			'remove_credential' => 'pushbridge_remove_credential__',
			'import'            => 'pushbridge_import',
			'wipe'              => 'pushbridge_wipe__',
			'settings'          => 'pushbridge_settings',
			'remove_device'     => 'pushbridge_remove_device_0_0',
		);
		foreach ( $handlers as $action => $nonce ) {
			$this->user( 'editor', true );
			$this->assertForbidden( fn() => $this->post( $action, array(), $nonce ) );
			$this->administrator();
			$this->assertForbidden( fn() => $this->post( $action, array() ) );
		}
		// Whoever only manages pushes may not read or delete the site's options.
		get_role( 'editor' )->add_cap( 'manage_push_bridge' );
		foreach ( array( 'import', 'wipe' ) as $action ) {
			$this->user( 'editor', true );
			$this->assertForbidden( fn() => $this->post( $action, array(), $handlers[ $action ] ) );
		}
		get_role( 'editor' )->remove_cap( 'manage_push_bridge' );
		foreach ( array( 'pushbridge_live' => Live::NONCE, 'pushbridge_cleanup_step' => 'pushbridge_cleanup_step' ) as $action => $nonce ) {
			\PushBridge\Admin\Hooks::add();
			$this->user( 'editor', true );
			$this->assertSame( 403, $this->ajax_with( $action, $nonce )[0] );
			$this->administrator();
			$this->assertSame( 403, $this->ajax_with( $action, 'another' )[0] );
		}
	}

	public function test_the_dashboard_renews_itself(): void {
		\PushBridge\Admin\Hooks::add();
		$this->administrator();
		$this->worker( 9, '{}' );
		list( $status, $answer ) = $this->ajax_with( 'pushbridge_live', Live::NONCE );
		$this->assertSame( 200, $status );
		$this->assertStringContainsString( 'host9', $answer['data']['html'] );
	}

	public function test_a_credential_goes_in_and_never_comes_out(): void {
		$this->administrator();
		$pair = sodium_crypto_box_keypair();
		$key  = $this->publish( $pair );
		$this->assertStringNotContainsString( 'name="p8"', $this->page( 'credentials' ) );
		$this->assertLeadsTo( 'key_confirmed', $this->post( 'confirm_key', array( 'fingerprint' => $key->fingerprint() ), 'pushbridge_confirm_key_' . $key->fingerprint() ) );
		$fields = array( 'form' => 'token', 'app' => 'default', 'bundle_id' => 'com.example.app', 'key_id' => 'ABCDEFGHIJ', 'team_id' => '', 'channels' => array( 'standard', 'voip' ), 'p8' => "-----BEGIN PRIVATE KEY-----\nSECRET\\n\"'\n-----END PRIVATE KEY-----" );
		$this->assertLeadsTo( 'form', $this->post( 'save_credential', $fields, 'pushbridge_save_credential' ) );
		$this->assertSame( array(), Credentials::all() );
		$html = $this->page( 'credentials', array( 'pb_notice' => 'form' ) );
		$this->assertStringContainsString( 'The team id has 10 letters', $html );
		$this->assertStringContainsString( 'value="ABCDEFGHIJ"', $html );
		$this->assertStringNotContainsString( 'SECRET', $html );
		$fields['team_id'] = 'TEAM123456';
		$this->assertLeadsTo( 'credential_saved', $this->post( 'save_credential', $fields, 'pushbridge_save_credential' ) );
		$rows = $this->rows( 'SELECT channel, box FROM ' . Schema::table( 'credentials' ) . ' ORDER BY channel' );
		$this->assertSame( array( 'standard', 'voip' ), array_column( $rows, 'channel' ) );
		$this->assertSame( $fields['p8'], json_decode( sodium_crypto_box_seal_open( $rows[1]['box'], $pair ), true )['p8'] );
		$this->assertStringNotContainsString( 'SECRET', $this->page( 'credentials' ) );
		$this->assertLeadsTo( 'credential_removed', $this->post( 'remove_credential', array( 'app' => 'default', 'channel' => 'voip' ), 'pushbridge_remove_credential_voip_default' ) );
		$this->assertLeadsTo( 'credential_gone', $this->post( 'remove_credential', array( 'app' => 'default', 'channel' => 'voip' ), 'pushbridge_remove_credential_voip_default' ) );
		$this->assertCount( 1, Credentials::all() );
	}

	public function test_without_tables_every_handler_leads_to_how_to_make_them(): void {
		global $wpdb;
		$this->administrator();
		$handlers = array(
			'test_push'         => array( 'pushbridge_test_push', array() ),
			'cleanup_start'     => array( 'pushbridge_cleanup_start', array( 'mode' => 'audit' ) ),
			'cleanup_step'      => array( 'pushbridge_cleanup_step', array() ),
			'cleanup_stop'      => array( 'pushbridge_cleanup_stop', array() ),
			'retry'             => array( 'pushbridge_retry_1', array( 'id' => '1' ) ),
			'cancel'            => array( 'pushbridge_cancel_1', array( 'id' => '1' ) ),
			'undo'              => array( 'pushbridge_undo_1', array( 'id' => '1' ) ),
			'confirm_key'       => array( 'pushbridge_confirm_key_x', array( 'fingerprint' => 'x' ) ),
			'save_credential'   => array( 'pushbridge_save_credential', array( 'form' => 'token' ) ),
			'remove_credential' => array( 'pushbridge_remove_credential_voip_default', array( 'app' => 'default', 'channel' => 'voip' ) ),
			'import'            => array( 'pushbridge_import', array() ),
			'wipe'              => array( 'pushbridge_wipe_voip_default', array( 'app' => 'default', 'channel' => 'voip' ) ),
		);
		$prefix   = $wpdb->base_prefix;
		$log      = tempnam( sys_get_temp_dir(), 'log' );
		// phpcs:ignore WordPress.PHP -- What a site would find in its log.
		$before = ini_set( 'error_log', $log );
		foreach ( $handlers as $action => list( $nonce, $fields ) ) {
			$this->administrator();
			$wpdb->base_prefix = 'without_';
			Schema::forget();
			try {
				$this->assertSame( Menu::url(), $this->post( $action, $fields, $nonce ), $action );
			} finally {
				$wpdb->base_prefix = $prefix;
			}
		}
		// phpcs:ignore WordPress.PHP -- As before.
		ini_set( 'error_log', (string) $before );
		$this->assertSame( '', (string) file_get_contents( $log ) );
		unlink( $log );
	}

	public function test_a_list_is_no_nonce_and_no_reason_for_a_warning(): void {
		$this->administrator();
		$this->assertForbidden( fn() => $this->post( 'settings', array( '_wpnonce' => array( '1' ) ) ) );
		$this->assertSame( 403, $this->ajax( 'pushbridge_register_token', array( 'nonce' => array( '1' ), 'token' => self::TOKEN ), false )[0] );
	}

	public function test_what_the_daemon_reports_is_shown(): void {
		$this->administrator();
		$base = array( 'kind' => 'certificate', 'bundle_id' => 'com.example.app', 'box' => 'x', 'public_key_id' => 'y' );
		$this->insert( 'credentials', $base + array( 'app' => 'a', 'channel' => 'voip', 'topics' => '["com.example.app.voip"]', 'not_after' => gmdate( 'Y-m-d H:i:s', time() + 10 * DAY_IN_SECONDS + 60 ), 'checked_at' => '2090-01-01' ) );
		$this->insert( 'credentials', $base + array( 'app' => 'b', 'channel' => 'voip', 'error' => self::HOSTILE, 'checked_at' => '2090-01-01' ) );
		$html = $this->page( 'credentials' );
		foreach ( array( 'com.example.app.voip', '10 days left', 'In use', 'Cannot be used', esc_html( self::HOSTILE ) ) as $text ) {
			$this->assertStringContainsString( $text, $html );
		}
		$this->assertStringNotContainsString( '<script', $html );
		$this->assertStringContainsString( 'expires in 10 days', $this->page( 'dashboard' ) );
	}

	public function test_plain_options_are_imported_and_wiped_only_when_the_daemon_agrees(): void {
		global $wpdb;
		$this->administrator();
		$pair = sodium_crypto_box_keypair();
		$key  = $this->publish( $pair );
		$key->confirm( $key->fingerprint() );
		$path = tempnam( sys_get_temp_dir(), 'key' );
		file_put_contents( $path, '-----BEGIN PRIVATE KEY-----FILE-----END PRIVATE KEY-----' );
		update_option( 'old_bundle', 'com.example.old' );
		update_option( 'old_key', $path );
		update_option( 'old_key_id', 'ABCDEFGHIJ' );
		update_option( 'old_team', 'TEAM123456' );
		$fields = array( 'app' => 'default', 'channel' => 'voip', 'bundle_id' => 'old_bundle', 'p8' => 'old_key', 'key_id' => 'old_key_id', 'team_id' => 'old_team' );
		$this->assertLeadsTo( 'credential_saved', $this->post( 'import', $fields, 'pushbridge_import' ) );
		unlink( $path );
		$open = json_decode( sodium_crypto_box_seal_open( $this->rows( 'SELECT box FROM ' . Schema::table( 'credentials' ) )[0]['box'], $pair ), true );
		$this->assertSame( array( 'com.example.old', 'voip' ), array( $open['bundle_id'], $open['channel'] ) );
		$this->assertStringContainsString( 'FILE', $open['p8'] );
		$wipe = fn() => $this->post( 'wipe', array( 'app' => 'default', 'channel' => 'voip' ), 'pushbridge_wipe_voip_default' );
		$this->assertLeadsTo( 'not_verified', $wipe() );
		$this->assertSame( $path, get_option( 'old_key' ) );
		$this->assertStringNotContainsString( 'Delete the plain options', $this->page( 'credentials' ) );
		$wpdb->query( 'UPDATE ' . Schema::table( 'credentials' ) . ' SET checked_at = UTC_TIMESTAMP(3) + INTERVAL 1 SECOND' );
		$this->assertStringContainsString( 'as soon as Apple has taken a notification', $this->page( 'credentials' ) );
		$this->assertLeadsTo( 'not_verified', $wipe() );
		$this->delivery( $this->action( array( 'created_at' => '2000-01-01', 'type' => 'voip' ) ), array( 'channel' => 'voip' ) );
		$this->delivery( $this->action( array( 'created_at' => '2090-01-01' ) ), array( 'channel' => 'standard' ) );
		$this->assertLeadsTo( 'not_verified', $wipe() );
		$this->delivery( $this->action( array( 'created_at' => '2090-01-01', 'type' => 'voip' ) ), array( 'channel' => 'voip' ) );
		update_option( 'old_key_id', 'now another' );
		$html = $this->page( 'credentials' );
		$this->assertStringContainsString( 'Delete the plain options', $html );
		$this->assertStringContainsString( 'The file ' . $path . ' still holds the key', $html );
		$this->assertLeadsTo( 'options_wiped', $wipe() );
		$this->assertFalse( get_option( 'old_key' ) );
		$this->assertFalse( get_option( 'old_team' ) );
		$this->assertSame( 'now another', get_option( 'old_key_id' ), 'it did not hold what was imported' );
	}

	public function test_only_what_was_imported_is_wiped(): void {
		$this->administrator();
		$key = $this->publish( sodium_crypto_box_keypair() );
		$key->confirm( $key->fingerprint() );
		update_option( 'old_bundle', 'com.example.old' );
		update_option( 'old_key', 'MIGTAgEAMBMG' );
		update_option( 'old_key_id', 'ABCDEFGHIJ' );
		update_option( 'old_team', 'TEAM123456' );
		update_option( 'old_list', array( 'x' ) );
		$good  = array( 'app' => 'default', 'channel' => 'voip', 'bundle_id' => 'old_bundle', 'p8' => 'old_key', 'key_id' => 'old_key_id', 'team_id' => 'old_team' );
		$wrong = array(
			array( 'bundle_id' => 'template' ) + $good,
			array( 'key_id' => 'BlogName' ) + $good,
			array( 'team_id' => 'old_nothing' ) + $good,
			array( 'p8' => '', 'cert' => 'old_key' ) + $good,
			array( 'p8' => '', 'cert' => 'old_key', 'pass' => 'old_list' ) + $good,
			array( 'p8' => '', 'cert' => 'old_key', 'pass' => 'active_plugins' ) + $good,
		);
		foreach ( $wrong as $fields ) {
			$this->assertLeadsTo( 'form', $this->post( 'import', $fields, 'pushbridge_import' ) );
		}
		$this->assertSame( array(), Credentials::all() );
		$this->assertLeadsTo( 'credential_saved', $this->post( 'import', $good, 'pushbridge_import' ) );
		// Another credential takes its place: the import says nothing of that one.
		$this->assertTrue( Credentials::save( $this->token_credential( 'MIGTanother' ), $key ) );
		$GLOBALS['wpdb']->query( 'UPDATE ' . Schema::table( 'credentials' ) . ' SET checked_at = UTC_TIMESTAMP(3) + INTERVAL 1 SECOND' );
		$this->delivery( $this->action( array( 'created_at' => '2090-01-01', 'type' => 'voip' ) ), array( 'channel' => 'voip' ) );
		$this->assertStringNotContainsString( 'plain options can be deleted', $this->page( 'credentials' ) );
		$this->assertLeadsTo( 'not_verified', $this->post( 'wipe', array( 'app' => 'default', 'channel' => 'voip' ), 'pushbridge_wipe_voip_default' ) );
		$this->assertSame( 'com.example.old', get_option( 'old_bundle' ) );
	}

	public function test_tokens_are_checked_removed_and_put_back(): void {
		$this->administrator();
		$user = $this->user();
		$dead = $this->raw_meta( $user, self::TOKEN );
		$this->raw_meta( $user, 'no token' );
		$this->raw_meta( $user, str_repeat( 'b2', 32 ), 'mam_ios_voip_token' );
		$gone = $this->raw_meta( 99999999, str_repeat( 'c3', 32 ) );
		$this->prune( array( 'user_id' => $user, 'umeta_id' => $dead ) );
		$this->prune( array( 'user_id' => $user, 'umeta_id' => $dead, 'reason' => 'DeviceTokenNotForTopic', 'state' => 'reported' ) );
		$start = fn( $mode, $reasons = array() ) => $this->post( 'cleanup_start', array( 'mode' => $mode, 'reasons' => $reasons ), 'pushbridge_cleanup_start' );
		$run   = function () {
			$this->assertStringContainsString( '<progress', $this->page( 'tokens' ) );
			$this->post( 'cleanup_step', array(), 'pushbridge_cleanup_step' );
			return Cleanup::job();
		};
		$start( 'audit' );
		$job = $run();
		$this->assertTrue( $job['is_finished'] );
		$this->assertEquals( array( 'Unregistered' => 1, 'MalformedDeviceToken' => 1, 'UserGone' => 1 ), $job['found'] );
		$this->assertSame( array( 'NotDead' => 1 ), $job['kept'] );
		$this->assertSame( array( self::TOKEN, 'no token' ), $this->stored( $user ), 'a check changes nothing' );
		$this->assertStringContainsString( '3 tokens could be removed.', $this->page( 'tokens' ) );
		$this->assertLeadsTo( 'no_reason', $start( 'prune' ) );
		$start( 'prune', array( 'Unregistered', 'UserGone' ) );
		$this->assertLeadsTo( 'cleanup_busy', $start( 'audit' ) );
		$run();
		$this->assertSame( array( 'no token' ), $this->stored( $user ) );
		$this->assertSame( array(), $this->stored( 99999999 ) );
		$this->assertCount( 1, $this->stored( $user, 'mam_ios_voip_token' ) );
		$this->assertStringContainsString( 'Undo this cleanup', $this->page( 'tokens' ) );
		$this->assertSame( 2, Prunes::counts()['removed'] );
		$start( 'undo' );
		$job = $run();
		$this->assertSame( array( 'undone' => 2 ), $job['found'] );
		$this->assertSame( array( self::TOKEN, 'no token' ), $this->stored( $user ) );
		$this->assertSame( (string) $gone, $this->rows( "SELECT umeta_id FROM {$GLOBALS['wpdb']->usermeta} WHERE user_id = 99999999" )[0]['umeta_id'] );
	}

	public function test_a_test_push_goes_to_oneself(): void {
		$id = $this->administrator();
		$this->raw_meta( $id, self::TOKEN );
		$this->assertStringContainsString( 'Send a test push to myself', $this->page( 'dashboard' ) );
		$this->assertLeadsTo( 'test_queued', $this->post( 'test_push', array( 'type' => 'voip' ), 'pushbridge_test_push' ) );
		$row = $this->actions()[0];
		$this->assertSame( array( (string) $id, 'voip' ), array( $row['user_id'], $row['type'] ) );
	}

	public function test_devices_on_profiles(): void {
		$user = $this->user( 'subscriber', true );
		$meta = $this->raw_meta( $user, wp_json_encode( array( 'token' => self::TOKEN, 'device' => self::HOSTILE ) ) );
		ob_start();
		do_action( 'show_user_profile', get_userdata( $user ) );
		\PushBridge\Admin\Profile_Devices::render( get_userdata( $user ) );
		$html = (string) ob_get_clean();
		$this->assertStringContainsString( esc_html( self::HOSTILE ), $html );
		$this->assertStringNotContainsString( self::TOKEN, $html );
		$fields = array( 'user' => (string) $user, 'row' => (string) $meta, 'digest' => substr( hash( 'sha256', self::TOKEN ), 0, 16 ) );
		$nonce  = "pushbridge_remove_device_{$user}_{$meta}";
		$this->user( 'subscriber', true );
		$this->assertForbidden( fn() => $this->post( 'remove_device', $fields, $nonce ) );
		wp_set_current_user( $user );
		$this->assertLeadsTo( 'device_gone', $this->post( 'remove_device', array( 'digest' => 'x' ) + $fields, $nonce ) );
		$this->assertLeadsTo( 'device_removed', $this->post( 'remove_device', $fields, $nonce ) );
		$this->assertSame( array(), $this->stored( $user ) );
	}

	public function test_settings_are_stored(): void {
		$this->administrator();
		$this->assertLeadsTo( 'settings_saved', $this->post( 'settings', array( 'refresh' => '60' ), 'pushbridge_settings' ) );
		$this->assertSame( array( 60, false ), array( \PushBridge\Admin\Settings_Screen::refresh_seconds(), \PushBridge\Admin\Settings_Screen::shows_devices() ) );
		$this->assertStringContainsString( "value=\"60\" selected='selected'", $this->page( 'settings' ) );
	}

	public function test_texts_come_from_the_list_and_not_from_the_address(): void {
		$this->administrator();
		$this->assertStringNotContainsString( 'notice-success is-dismissible', $this->page( 'settings', array( 'pb_notice' => self::HOSTILE ) ) );
		$this->assertStringContainsString( '3 notifications are sent again.', $this->page( 'settings', array( 'pb_notice' => 'retried', 'pb_count' => '3' ) ) );
	}

	/**
	 * Calls an action of admin-ajax.php with a nonce of its own.
	 */
	private function ajax_with( string $action, string $nonce ): array {
		$ended = 0;
		add_filter(
			'wp_die_ajax_handler',
			static function () use ( &$ended ) {
				return static function ( $message, $title = '', $args = array() ) use ( &$ended ) {
					$ended = (int) ( $args['response'] ?? 0 );
					throw new Died( (string) $message, $ended );
				};
			},
			20
		);
		list( $status, $answer ) = $this->ajax( $action, array( '_ajax_nonce' => wp_create_nonce( $nonce ) ), false );
		return array( $ended ? $ended : $status, $answer );
	}
}
