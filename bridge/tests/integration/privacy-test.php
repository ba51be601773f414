<?php
/**
 * Export, erasure and deleted users.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Privacy\Personal_Data;
use PushBridge\Privacy\Privacy;
use PushBridge\Schema;

/**
 * A person gets all that is stored about her, and it goes when she asks; others' data stays.
 */
final class Privacy_Test extends WordPress_Case {

	private function email( int $user ): string {
		return get_userdata( $user )->user_email;
	}

	private function insert( string $table, array $columns ): int {
		global $wpdb;
		$this->assertSame( 1, $wpdb->insert( Schema::table( $table ), $columns ), $wpdb->last_error );
		return $wpdb->insert_id;
	}

	/**
	 * Fills every place with something of a user; the action's id.
	 */
	private function fill( int $user, string $state = 'sent', string $token = self::TOKEN ): int {
		add_user_meta( $user, 'mam_ios_device_token', wp_slash( wp_json_encode( array( 'token' => $token, 'device' => 'Anna\'s "iPhone"' ) ) ) );
		add_user_meta( $user, 'pushbridge_action', array( 'title' => 'waiting' ) );
		$action = $this->insert( 'actions', array( 'user_id' => $user, 'message' => '{"title":"private"}', 'state' => $state ) );
		$this->insert( 'deliveries', array( 'action_id' => $action, 'user_id' => $user, 'token' => $token, 'channel' => 'standard', 'status' => 'delivered' ) );
		$this->insert( 'prunes', array( 'user_id' => $user, 'umeta_id' => 1, 'meta_key' => 'mam_ios_device_token', 'token' => $token, 'reason' => 'Unregistered', 'state' => 'removed' ) );
		$this->insert( 'token_environments', array( 'token' => $token, 'environment' => 'production' ) );
		return $action;
	}

	private function count_of( int $user ): array {
		global $wpdb;
		$counts = array( (int) $wpdb->get_var( $wpdb->prepare( "SELECT COUNT(*) FROM {$wpdb->usermeta} WHERE user_id = %d AND (meta_key LIKE 'mam%%' OR meta_key = 'pushbridge_action')", $user ) ) );
		foreach ( array( 'actions', 'deliveries', 'prunes' ) as $table ) {
			$counts[] = (int) $wpdb->get_var( 'SELECT COUNT(*) FROM ' . Schema::table( $table ) . " WHERE user_id = {$user}" );
		}
		return $counts;
	}

	public function test_the_export_holds_devices_messages_deliveries_and_removals_of_this_user_only(): void {
		$user  = $this->user();
		$other = $this->user();
		$this->fill( $user );
		$this->fill( $other, 'sent', str_repeat( 'cd', 32 ) );
		$exporters = apply_filters( 'wp_privacy_personal_data_exporters', array() );
		$export    = call_user_func( $exporters['push-bridge']['callback'], $this->email( $user ), 1 );
		$this->assertTrue( $export['done'] );
		$this->assertSame( array( 'push-bridge-meta', 'push-bridge-meta', 'push-bridge-actions', 'push-bridge-deliveries', 'push-bridge-prunes' ), array_column( $export['data'], 'group_id' ) );
		$text = wp_json_encode( $export, JSON_UNESCAPED_UNICODE );
		foreach ( array( self::TOKEN, 'Anna\'s', 'private', 'waiting', 'Unregistered' ) as $part ) {
			$this->assertStringContainsString( $part, $text );
		}
		$this->assertStringNotContainsString( str_repeat( 'cd', 32 ), $text );
		$this->assertSame( array( 'data' => array(), 'done' => true ), call_user_func( $exporters['push-bridge']['callback'], 'nobody@example.test', 1 ) );
	}

	public function test_a_long_export_comes_in_pages_and_erasing_in_steps(): void {
		global $wpdb;
		$user = $this->user();
		$row  = "({$user}, 1, 'k', 'aa', 'Unregistered', 'removed')";
		$wpdb->query( 'INSERT INTO ' . Schema::table( 'prunes' ) . " (user_id, umeta_id, meta_key, token, reason, state) VALUES {$row}" . str_repeat( ", {$row}", 599 ) );
		$exporter = apply_filters( 'wp_privacy_personal_data_exporters', array() )['push-bridge']['callback'];
		$first    = $exporter( $this->email( $user ), 1 );
		$second   = $exporter( $this->email( $user ), 2 );
		$this->assertSame( array( 500, false, 100, true ), array( count( $first['data'] ), $first['done'], count( $second['data'] ), $second['done'] ) );
		$eraser = apply_filters( 'wp_privacy_personal_data_erasers', array() )['push-bridge']['callback'];
		$this->assertSame( array( true, false ), array( $eraser( $this->email( $user ), 1 )['items_removed'], $eraser( $this->email( $user ), 1 )['items_retained'] ) );
		$this->assertSame( array( 0, 0, 0, 0 ), $this->count_of( $user ) );
	}

	public function test_erasing_leaves_nothing_of_the_user_and_all_of_others(): void {
		$user  = $this->user();
		$other = $this->user();
		$this->fill( $user );
		$this->fill( $user, 'queued', 'ee' );
		$this->fill( $other, 'queued', str_repeat( 'cd', 32 ) );
		get_user_meta( $user );
		$eraser = apply_filters( 'wp_privacy_personal_data_erasers', array() )['push-bridge']['callback'];
		$result = $eraser( $this->email( $user ), 1 );
		$this->assertSame( array( 'items_removed' => true, 'items_retained' => false, 'messages' => array(), 'done' => true ), $result );
		$this->assertSame( array( 0, 0, 0, 0 ), $this->count_of( $user ) );
		$this->assertSame( array(), get_user_meta( $user, 'mam_ios_device_token' ) );
		$this->assertSame( array( 2, 1, 1, 1 ), $this->count_of( $other ) );
		$this->assertSame( array( str_repeat( 'cd', 32 ) ), array_column( $this->rows( 'SELECT token FROM ' . Schema::table( 'token_environments' ) ), 'token' ) );
		$this->assertFalse( $eraser( $this->email( $user ), 1 )['items_removed'] );
	}

	public function test_what_is_on_its_way_to_many_stays_until_it_is_final_and_is_told(): void {
		$user   = $this->user();
		$action = $this->insert( 'actions', array( 'audience' => '{"all":true}', 'message' => '{"title":"x"}', 'state' => 'sending' ) );
		$this->insert( 'deliveries', array( 'action_id' => $action, 'user_id' => $user, 'token' => self::TOKEN, 'channel' => 'standard', 'status' => 'delivered' ) );
		$eraser = apply_filters( 'wp_privacy_personal_data_erasers', array() )['push-bridge']['callback'];
		$result = $eraser( $this->email( $user ), 1 );
		$this->assertSame( array( true, true, 1 ), array( $result['items_retained'], $result['done'], count( $result['messages'] ) ) );
		$this->assertSame( array( 0, 0, 1, 0 ), $this->count_of( $user ) );
		$GLOBALS['wpdb']->update( Schema::table( 'actions' ), array( 'state' => 'sent' ), array( 'id' => $action ) );
		$this->assertFalse( $eraser( $this->email( $user ), 1 )['items_retained'] );
		$this->assertSame( array( 0, 0, 0, 0 ), $this->count_of( $user ) );
		$this->assertCount( 1, $this->actions() );
	}

	private function export( int $user ): array {
		$groups = array();
		foreach ( Privacy::export( $this->email( $user ) )['data'] as $item ) {
			$groups[ substr( $item['group_id'], strlen( 'push-bridge-' ) ) ][] = array_column( $item['data'], 'value', 'name' );
		}
		return $groups;
	}

	private function audience( int $action ): ?string {
		return $this->rows( 'SELECT audience FROM ' . Schema::table( 'actions' ) . " WHERE id = {$action}" )[0]['audience'] ?? null;
	}

	public function test_the_export_has_the_texts_that_were_sent_by_an_audience(): void {
		$user  = $this->user();
		$other = $this->user();
		add_user_meta( $user, 'mam_ios_device_token', strtoupper( self::TOKEN ) );
		$texts = array(
			'listed'       => "{\"users\": [{$other}, \"{$user}\"]}",
			'alone'        => "{\"users\":[{$user}],\"site\":1}",
			'his device'   => '{"tokens":["' . self::TOKEN . '","ab12"]}',
			'reached'      => '{"all":true}',
			'not listed'   => "{\"users\":[{$user}0,1{$user}]}",
			'other device' => '{"tokens":["ab12"]}',
			'a number'     => '{"meta":{"key":"users","value":"' . $user . '"}}',
		);
		foreach ( $texts as $text => $audience ) {
			$ids[ $text ] = $this->insert( 'actions', array( 'audience' => $audience, 'message' => wp_json_encode( array( 'title' => $text ) ), 'state' => 'sent' ) );
		}
		$this->insert( 'deliveries', array( 'action_id' => $ids['reached'], 'user_id' => $user, 'token' => self::TOKEN, 'channel' => 'standard', 'status' => 'exhausted', 'reason' => 'ServiceUnavailable' ) );
		foreach ( array( self::TOKEN, 'ab12' ) as $token ) {
			$this->insert( 'deliveries', array( 'action_id' => $ids['his device'], 'user_id' => null, 'token' => $token, 'channel' => 'standard', 'status' => 'delivered' ) );
		}
		$export = $this->export( $user );
		$titles = array_map(
			static function ( $row ) {
				return json_decode( $row['message'], true )['title'];
			},
			$export['actions']
		);
		$this->assertSame( array( 'listed', 'alone', 'his device', 'reached' ), $titles );
		$this->assertSame( array( self::TOKEN, self::TOKEN ), array_column( $export['deliveries'], 'token' ) );
		$this->assertContains( 'ServiceUnavailable', array_column( $export['deliveries'], 'reason' ) );
		$this->assertStringNotContainsString( 'ab12', wp_json_encode( $export ), 'another one\'s device' );
	}

	public function test_erasing_takes_the_user_out_of_audiences_and_keeps_the_places_of_the_others(): void {
		$user = $this->user();
		add_user_meta( $user, 'mam_ios_device_token', self::TOKEN );
		$low  = $user - 1;
		$high = $user + 1;
		$rows = array(
			'done'    => array( 'audience' => "{\"users\":[{$high},{$user},{$low}],\"site\":1}", 'state' => 'partial', 'walk_cursor' => 2 ),
			'ahead'   => array( 'audience' => "{\"users\":[{$high},{$user},{$low}]}", 'state' => 'cancelled', 'walk_cursor' => 1 ),
			'devices' => array( 'audience' => '{"tokens":["ab12","' . self::TOKEN . '"]}', 'state' => 'queued' ),
			'alone'   => array( 'audience' => "{\"users\":[{$user}]}", 'state' => 'queued' ),
			'device'  => array( 'audience' => '{"tokens":["' . self::TOKEN . '"]}', 'state' => 'sent' ),
		);
		foreach ( $rows as $name => $row ) {
			$ids[ $name ] = $this->insert( 'actions', $row + array( 'message' => '{"title":"x"}' ) );
		}
		$this->insert( 'deliveries', array( 'action_id' => $ids['device'], 'user_id' => null, 'token' => self::TOKEN, 'channel' => 'standard', 'status' => 'delivered' ) );
		$result = Privacy::erase( $this->email( $user ) );
		$this->assertSame( array( true, false, true ), array( $result['items_removed'], $result['items_retained'], $result['done'] ) );
		$this->assertSame( "{\"users\":[{$low},{$high}],\"site\":1}", $this->audience( $ids['done'] ) );
		$this->assertSame( '{"tokens":["ab12"]}', $this->audience( $ids['devices'] ) );
		$this->assertSame( array( '1', '1' ), array_column( $this->rows( 'SELECT walk_cursor FROM ' . Schema::table( 'actions' ) . " WHERE id IN ({$ids['done']}, {$ids['ahead']})" ), 'walk_cursor' ) );
		$this->assertNull( $this->audience( $ids['alone'] ) );
		$this->assertNull( $this->audience( $ids['device'] ) );
		$this->assertSame( array(), $this->rows( 'SELECT id FROM ' . Schema::table( 'deliveries' ) ) );
		$this->assertSame( array(), $this->export( $user ) );
		$this->assertSame( array( false, false ), array_values( array_intersect_key( Privacy::erase( $this->email( $user ) ), array( 'items_removed' => 1, 'items_retained' => 1 ) ) ) );
	}

	public function test_a_list_on_its_way_keeps_the_device_until_it_has_arrived(): void {
		global $wpdb;
		$user = $this->user();
		add_user_meta( $user, 'mam_ios_device_token', self::TOKEN );
		add_user_meta( $user, 'mam_ios_voip_token', 'cd34' );
		$list   = '{"tokens":["ab12","' . self::TOKEN . '"]}';
		$action = $this->insert( 'actions', array( 'audience' => $list, 'message' => '{"title":"x"}', 'state' => 'sending' ) );
		$result = Privacy::erase( $this->email( $user ) );
		$this->assertSame( array( true, true, 1 ), array( $result['items_removed'], $result['items_retained'], count( $result['messages'] ) ) );
		$this->assertSame( $list, $this->audience( $action ) );
		$this->assertSame( array( array( self::TOKEN ), array() ), array( $this->stored( $user ), $this->stored( $user, 'mam_ios_voip_token' ) ) );
		$wpdb->update( Schema::table( 'actions' ), array( 'state' => 'sent' ), array( 'id' => $action ) );
		$this->assertFalse( Privacy::erase( $this->email( $user ) )['items_retained'] );
		$this->assertSame( '{"tokens":["ab12"]}', $this->audience( $action ) );
		$this->assertSame( array(), $this->stored( $user ) );
	}

	/**
	 * @testWith [true]
	 *           [false]
	 */
	public function test_many_deliveries_do_not_hide_what_lists_sent_to_the_same_device( bool $is_stored ): void {
		global $wpdb;
		$user = $this->user();
		if ( $is_stored ) {
			add_user_meta( $user, 'mam_ios_device_token', self::TOKEN );
		}
		foreach ( array( '"' . self::TOKEN . '"', '"' . self::TOKEN . '","bbbb"' ) as $list ) {
			$ids[] = $this->insert( 'actions', array( 'audience' => '{"tokens":[' . $list . ']}', 'message' => '{"title":"private"}', 'state' => 'sent' ) );
			$this->insert( 'deliveries', array( 'action_id' => end( $ids ), 'user_id' => null, 'token' => self::TOKEN, 'channel' => 'standard', 'status' => 'delivered' ) );
		}
		$numbers = 'FROM seq_7000001_to_7001300';
		$wpdb->query( 'INSERT INTO ' . Schema::table( 'actions' ) . " (id, user_id, message, state) SELECT seq, {$user}, '{}', 'sent' {$numbers}" );
		$wpdb->query( 'INSERT INTO ' . Schema::table( 'deliveries' ) . " (action_id, user_id, token, channel, status) SELECT seq, {$user}, '" . self::TOKEN . "', 'standard', 'delivered' {$numbers}" );
		$steps = 0;
		do {
			$result = Privacy::erase( $this->email( $user ) );
		} while ( ! $result['done'] && ++$steps < 20 );
		$this->assertGreaterThan( 1, $steps );
		$this->assertFalse( $result['items_retained'] );
		$this->assertSame( array( '{"tokens":["bbbb"]}' ), array_column( $this->actions(), 'audience' ) );
		$this->assertSame( array(), $this->rows( 'SELECT id FROM ' . Schema::table( 'deliveries' ) ) );
		$this->assertSame( array(), $this->stored( $user ) );
	}

	public function test_a_deleted_user_is_in_no_list_of_devices(): void {
		require_once ABSPATH . 'wp-admin/includes/ms.php';
		$user = $this->user();
		add_user_meta( $user, 'mam_ios_device_token', self::TOKEN );
		$action = $this->insert( 'actions', array( 'audience' => '{"tokens":["ab12","' . self::TOKEN . '"]}', 'message' => '{"title":"x"}', 'state' => 'sent' ) );
		is_multisite() ? wpmu_delete_user( $user ) : wp_delete_user( $user );
		$this->assertSame( '{"tokens":["ab12"]}', $this->audience( $action ) );
	}

	public function test_a_deleted_user_takes_everything_along(): void {
		require_once ABSPATH . 'wp-admin/includes/ms.php';
		$user = $this->user();
		$this->fill( $user, 'queued' );
		is_multisite() ? wpmu_delete_user( $user ) : wp_delete_user( $user );
		$this->assertSame( array( 0, 0, 0, 0 ), $this->count_of( $user ) );
	}

	public function test_deleting_a_user_works_without_tables(): void {
		$user = $this->user();
		add_user_meta( $user, 'mam_ios_device_token', self::TOKEN );
		add_filter(
			'query',
			static function ( $sql ) {
				return preg_replace( '/pushbridge_(?!action\b)/', 'pushbridge_nowhere_', $sql );
			}
		);
		Schema::forget();
		$this->assertSame( array( 'removed' => 1, 'retained' => 0, 'is_done' => true ), ( new Personal_Data( $user ) )->erase() );
	}

	public function test_the_policy_guide_has_a_text_that_names_apple(): void {
		$texts = array();
		set_current_screen( 'dashboard' );
		require_once ABSPATH . 'wp-admin/includes/class-wp-privacy-policy-content.php';
		$GLOBALS['wp_current_filter'][] = 'admin_init';
		Privacy::add_policy();
		foreach ( \WP_Privacy_Policy_Content::get_suggested_policy_text() as $suggestion ) {
			$texts[ $suggestion['plugin_name'] ] = $suggestion['policy_text'];
		}
		$this->assertStringContainsString( 'Apple', $texts['Push Bridge'] );
	}
}
