<?php
/**
 * Queueing notifications.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

/**
 * From the hook or the function to the row.
 */
final class Enqueue_Test extends WordPress_Case {

	public function test_the_hook_writes_exactly_one_row_with_the_daemons_defaults(): void {
		do_action(
			'mam_notification_send_pn',
			array(
				'user_id' => 42,
				'title'   => 'Hi',
				'body'    => 'There',
			)
		);
		$rows = $this->actions();
		$this->assertCount( 1, $rows );
		$row = $rows[0];
		$this->assertSame( '{"title":"Hi","body":"There"}', $row['message'] );
		$this->assertSame( array( 'standard', 'default', '42', null, 'queued' ), array( $row['type'], $row['app'], $row['user_id'], $row['audience'], $row['state'] ) );
		$this->assertSame( array( null, null, null ), array( $row['dedupe_key'], $row['send_at'], $row['expires_at'] ) );
		$this->assertEqualsWithDelta( time(), strtotime( $row['created_at'] . ' UTC' ), 30 );
	}

	public function test_an_object_is_as_good_as_an_array(): void {
		do_action(
			'mam_notification_send_pn',
			(object) array(
				'user_id' => '42',
				'type'    => 'voip',
				'title'   => 'Anna',
				'callkit_payload' => (object) array( 'uuid' => 'u-1' ),
				'data'    => (object) array( 'empty' => new \stdClass() ),
			)
		);
		$row = $this->actions()[0];
		$this->assertSame( 'voip', $row['type'] );
		$this->assertSame( '{"title":"Anna","callkit_payload":{"uuid":"u-1"},"data":{"empty":{}}}', $row['message'] );
	}

	public function test_all_columns_can_be_given(): void {
		$id  = pushbridge_send(
			array(
				'user_id'    => 7,
				'type'       => 'alert',
				'app'        => 'second',
				'send_at'    => 1800000000,
				'expires_at' => '2027-01-15T12:30:00+02:00',
				'dedupe_key' => 'order 7 🎉',
				'badge'      => '3',
			)
		);
		$row = $this->actions()[0];
		$this->assertSame( $id, (int) $row['id'] );
		$this->assertSame(
			array( 'alert', 'second', '2027-01-15 08:00:00.000', '2027-01-15 10:30:00.000', 'order 7 🎉', '{"badge":"3"}' ),
			array( $row['type'], $row['app'], $row['send_at'], $row['expires_at'], $row['dedupe_key'], $row['message'] )
		);
	}

	public function test_times_are_utc_whatever_the_zone_of_site_and_session(): void {
		global $wpdb;
		update_option( 'timezone_string', 'Asia/Tokyo' );
		$wpdb->query( "SET time_zone = '+09:00'" );
		try {
			pushbridge_send(
				array(
					'user_id' => 1,
					'title'   => 'x',
					'send_at' => '2030-06-01 10:00:00',
				)
			);
			pushbridge_send(
				array(
					'user_id' => 1,
					'title'   => 'x',
					'send_at' => new \DateTime( '2030-06-01 10:00:00.25', new \DateTimeZone( 'Asia/Tokyo' ) ),
				)
			);
			$rows = $this->actions();
		} finally {
			$wpdb->query( 'SET time_zone = DEFAULT' );
		}
		$this->assertSame( array( '2030-06-01 10:00:00.000', '2030-06-01 01:00:00.250' ), array_column( $rows, 'send_at' ) );
		$this->assertEqualsWithDelta( time(), strtotime( $rows[0]['created_at'] . ' UTC' ), 30 );
	}

	public function test_many_users_are_one_row(): void {
		pushbridge_send(
			array(
				'user_ids' => array( 3, '1', 3 ),
				'title'    => 'x',
			)
		);
		$rows = $this->actions();
		$this->assertCount( 1, $rows );
		$this->assertNull( $rows[0]['user_id'] );
		$this->assertSame( array( 3, 1 ), json_decode( $rows[0]['audience'], true )['users'] );
	}

	public function audiences(): array {
		return array(
			array( array( 'role' => 'subscriber' ) ),
			array( array( 'all' => true ) ),
			array(
				array(
					'meta' => array(
						'key'   => 'city',
						'value' => 'Berlin',
					),
				),
			),
			array( array( 'tokens' => array( 'ab12' ) ) ),
			array( array( 'channel' => 'dGVzdA==' ), 'liveactivity' ),
		);
	}

	/**
	 * @dataProvider audiences
	 */
	public function test_an_audience_is_stored_as_json( array $audience, string $type = 'standard' ): void {
		$this->assertIsInt(
			pushbridge_send(
				array(
					'audience'      => $audience,
					'type'          => $type,
					'title'         => 'x',
					'live_activity' => array( 'event' => 'end' ),
				)
			)
		);
		$stored = json_decode( $this->actions()[0]['audience'], true );
		unset( $stored['site'] );
		$this->assertSame( $audience, $stored );
	}

	public function test_a_known_dedupe_key_answers_the_first_id_quietly(): void {
		global $wpdb;
		$msg   = array(
			'user_id'    => 1,
			'title'      => 'first',
			'dedupe_key' => 'k',
		);
		$first = pushbridge_send( $msg );
		$this->assertSame( $first, pushbridge_send( array_merge( $msg, array( 'title' => 'second' ) ) ) );
		$this->assertSame( '', $wpdb->last_error );
		$this->assertSame( array( '{"title":"first"}' ), array_column( $this->actions(), 'message' ) );
		// Compared by bytes, blanks included, and only within one app.
		$this->assertNotSame( $first, pushbridge_send( array_merge( $msg, array( 'dedupe_key' => 'K' ) ) ) );
		$this->assertNotSame( $first, pushbridge_send( array_merge( $msg, array( 'dedupe_key' => 'k ' ) ) ) );
		$this->assertNotSame( $first, pushbridge_send( array_merge( $msg, array( 'app' => 'other' ) ) ) );
	}

	public function test_a_duplicate_that_another_request_commits_in_between_is_found_by_the_insert(): void {
		global $wpdb;
		// This transaction's view of the table is taken before the other request commits.
		$this->assertSame( array(), $this->actions() );
		$other = $this->other_connection();
		$other->query( 'INSERT INTO ' . \PushBridge\Schema::table( 'actions' ) . " (user_id, message, dedupe_key) VALUES (1, '{\"title\":\"other\"}', 'race')" );
		try {
			$id = pushbridge_send(
				array(
					'user_id'    => 1,
					'title'      => 'mine',
					'dedupe_key' => 'race',
				)
			);
			$this->assertSame( (int) $other->insert_id, $id );
			$this->assertSame( '', $wpdb->last_error );
		} finally {
			$wpdb->query( 'ROLLBACK' );
			$other->query( 'DELETE FROM ' . \PushBridge\Schema::table( 'actions' ) . " WHERE dedupe_key = 'race'" );
			$other->close();
		}
	}

	public function test_a_known_dedupe_key_does_not_lock_the_first_action_against_the_daemon(): void {
		$table = \PushBridge\Schema::table( 'actions' );
		$other = $this->other_connection();
		$other->query( "INSERT INTO $table (user_id, message, dedupe_key) VALUES (1, '{\"title\":\"x\"}', 'known')" );
		$first = (int) $other->insert_id;
		try {
			$this->assertSame(
				$first,
				pushbridge_send(
					array(
						'user_id'    => 1,
						'title'      => 'x',
						'dedupe_key' => 'known',
					)
				)
			);
			// This test's transaction is open; a lock of its would make this fail after the wait.
			$other->query( 'SET innodb_lock_wait_timeout = 1' );
			$this->assertTrue( $other->query( "UPDATE $table SET state = 'sending' WHERE id = $first" ) );
		} finally {
			$GLOBALS['wpdb']->query( 'ROLLBACK' );
			$other->query( "DELETE FROM $table WHERE id = $first" );
			$other->close();
		}
	}

	public function test_an_empty_dedupe_key_is_none(): void {
		$msg = array(
			'user_id'    => 1,
			'title'      => 'x',
			'dedupe_key' => '',
		);
		$this->assertNotSame( pushbridge_send( $msg ), pushbridge_send( $msg ) );
	}

	public function test_a_push_of_a_rolled_back_transaction_is_gone_and_nothing_is_committed_on_the_way(): void {
		global $wpdb;
		$other = $this->other_connection();
		$wpdb->query( "INSERT INTO {$wpdb->options} (option_name, option_value) VALUES ('caller', 'work')" );
		pushbridge_send(
			array(
				'user_id'    => 1,
				'title'      => 'x',
				'dedupe_key' => 'in a transaction',
			)
		);
		$this->assertCount( 1, $this->actions() );
		$count = 'SELECT (SELECT COUNT(*) FROM ' . \PushBridge\Schema::table( 'actions' ) . ") + (SELECT COUNT(*) FROM {$wpdb->options} WHERE option_name = 'caller')";
		$this->assertSame( '0', $other->query( $count )->fetch_row()[0] );
		$wpdb->query( 'ROLLBACK' );
		$this->assertSame( '0', $other->query( $count )->fetch_row()[0] );
		$other->close();
		$this->assertSame( array(), $this->actions() );
	}

	public function test_text_of_every_script_survives_in_ascii(): void {
		$text = "Grüße 🎉 \"quoted\" \\ back\nline % %s 日本";
		pushbridge_send(
			array(
				'user_id' => 1,
				'title'   => $text,
				'data'    => array( 'путь' => array( 'x' => 1.5 ) ),
			)
		);
		$message = $this->actions()[0]['message'];
		$this->assertSame( 0, preg_match( '/[^\x20-\x7e]/', $message ) );
		$this->assertSame(
			array(
				'title' => $text,
				'data'  => array( 'путь' => array( 'x' => 1.5 ) ),
			),
			json_decode( $message, true )
		);
	}

	public function test_a_long_message_arrives_whole(): void {
		$body = str_repeat( 'ü', 100000 );
		$this->assertIsInt(
			pushbridge_send(
				array(
					'user_id' => 1,
					'body'    => $body,
					'fit'     => true,
				)
			)
		);
		$this->assertSame( $body, json_decode( $this->actions()[0]['message'], true )['body'] );
	}

	public function test_a_failed_hook_tells_who_listens(): void {
		$heard = array();
		$wrong = array();
		add_action(
			'pushbridge_send_failed',
			static function ( $error, $msg ) use ( &$heard ) {
				$heard[] = array( $error->get_error_code(), $msg['user_id'] );
			},
			10,
			2
		);
		add_action(
			'doing_it_wrong_run',
			static function ( $function_name ) use ( &$wrong ) {
				$wrong[] = $function_name;
			}
		);
		do_action(
			'mam_notification_send_pn',
			array(
				'user_id' => 5,
				'type'    => 'voip',
				'title'   => 'x',
			)
		);
		$this->assertSame( array( array( 'MissingCallkitPayload', 5 ) ), $heard );
		$this->assertSame( array( 'mam_notification_send_pn' ), $wrong );
		$this->assertSame( array(), $this->actions() );
	}

	/**
	 * A connection that is not in this test's transaction.
	 */
	private function other_connection(): \mysqli {
		mysqli_report( MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT );
		$other = new \mysqli( 'localhost', DB_USER, DB_PASSWORD, DB_NAME, 0, getenv( 'DB_SOCKET' ) );
		mysqli_report( MYSQLI_REPORT_OFF );
		return $other;
	}
}
