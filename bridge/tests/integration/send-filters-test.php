<?php
/**
 * What other code may do to a notification before it is queued.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

/**
 * Filters, the guard for posts, and notices to developers.
 */
final class Send_Filters_Test extends WordPress_Case {

	const MESSAGE = array(
		'user_id' => 1,
		'title'   => 'x',
	);

	/**
	 * The functions that were called wrongly.
	 *
	 * @return \ArrayObject
	 */
	private function misuse(): \ArrayObject {
		$functions = new \ArrayObject();
		add_action(
			'doing_it_wrong_run',
			static function ( $name ) use ( $functions ) {
				$functions[] = $name;
			}
		);
		return $functions;
	}

	public function test_the_message_can_be_changed(): void {
		add_filter(
			'pushbridge_message',
			static function ( $message, $envelope ) {
				return array( 'title' => $message['title'] . ' for ' . $envelope['user_id'], 'user_id' => 99, 'send_at' => 5 ) + $message;
			},
			10,
			2
		);
		pushbridge_send( (object) ( self::MESSAGE + array( 'body' => 'b' ) ) );
		$row = $this->actions()[0];
		$this->assertSame( array( '1', null ), array( $row['user_id'], $row['send_at'] ) );
		$this->assertSame( array( 'title' => 'x for 1', 'body' => 'b' ), json_decode( $row['message'], true ) );
	}

	public function test_a_site_can_have_an_app_of_its_own(): void {
		$purposes = array();
		add_filter(
			'pushbridge_app',
			static function ( $app, $purpose ) use ( &$purposes ) {
				$purposes[] = array( $app, $purpose );
				return 'second';
			},
			10,
			2
		);
		pushbridge_send( self::MESSAGE );
		pushbridge_send( array( 'app' => 'third' ) + self::MESSAGE );
		$this->assertSame( array( 'second', 'third' ), array_column( $this->actions(), 'app' ) );
		$user = $this->user( 'subscriber', true );
		$this->ajax( 'pushbridge_register_token', array( 'token' => self::TOKEN ) );
		$this->assertSame( 'second', json_decode( $this->stored( $user )[0], true )['app'] );
		$this->assertSame( array( array( 'default', 'send' ), array( 'default', 'register' ) ), $purposes );
	}

	public function test_the_recipients_can_be_changed(): void {
		add_filter(
			'pushbridge_audience',
			static function ( $recipient ) {
				return array( 'user_ids' => array( $recipient['user_id'], 7 ) );
			}
		);
		pushbridge_send( self::MESSAGE );
		$this->assertNull( $this->actions()[0]['user_id'] );
		$this->assertSame( array( 1, 7 ), json_decode( $this->actions()[0]['audience'], true )['users'] );
	}

	public function test_a_filter_can_keep_a_notification_back_and_its_reason_is_the_answer(): void {
		foreach ( array( 'pushbridge_message', 'pushbridge_audience' ) as $filter ) {
			$refuse = static function () {
				return new \WP_Error( 'QuietHours', 'At night nobody is woken.' );
			};
			add_filter( $filter, $refuse );
			$this->assertRefused( 'QuietHours', pushbridge_send( self::MESSAGE ) );
			remove_filter( $filter, $refuse );
		}
		$this->assertSame( array(), $this->actions() );
	}

	public function test_a_filter_that_answers_nonsense_is_named(): void {
		add_filter( 'pushbridge_message', '__return_null' );
		$this->assertRefused( 'InvalidFilter: pushbridge_message', pushbridge_send( self::MESSAGE ) );
	}

	public function test_what_a_filter_makes_is_checked(): void {
		add_filter( 'pushbridge_message', '__return_empty_array' );
		$this->assertRefused( 'EmptyMessage', pushbridge_send( self::MESSAGE ) );
	}

	public function test_only_a_public_post_lets_its_notification_through(): void {
		$posts = array();
		foreach ( array( 'publish' => '', 'draft' => '', 'private' => '', 'future' => '', 'trash' => '' ) as $status => $password ) {
			$posts[ $status ] = wp_insert_post( array( 'post_title' => 'p', 'post_status' => $status, 'post_date' => 'future' === $status ? '2999-01-01 00:00:00' : '' ) );
		}
		$posts['password'] = wp_insert_post( array( 'post_title' => 'p', 'post_status' => 'publish', 'post_password' => 'x' ) );
		$posts['none']     = 999999999;
		foreach ( $posts as $name => $post ) {
			$result = pushbridge_send( self::MESSAGE + array( 'post_id' => $post, 'only_public' => '1' ) );
			if ( 'publish' === $name ) {
				$this->assertIsInt( $result );
			} else {
				$this->assertRefused( 'PostNotPublic', $result );
			}
		}
		$this->assertIsInt( pushbridge_send( self::MESSAGE + array( 'post_id' => $posts['draft'] ) ) );
		$this->assertSame( array( '{"title":"x"}', '{"title":"x"}' ), array_column( $this->actions(), 'message' ) );
		$this->assertRefused( 'InvalidMessage: post_id', pushbridge_send( self::MESSAGE + array( 'only_public' => true ) ) );
		$this->assertRefused( 'InvalidMessage: only_public', pushbridge_send( self::MESSAGE + array( 'only_public' => 'maybe' ) ) );
	}

	public function test_a_post_that_is_not_public_is_no_mistake_of_the_developers(): void {
		$misuse = $this->misuse();
		do_action( 'mam_notification_send_pn', self::MESSAGE + array( 'post_id' => 999999999, 'only_public' => true ) );
		$this->assertSame( 1, did_action( 'pushbridge_send_failed' ) );
		$this->assertCount( 0, $misuse );
		do_action( 'mam_notification_send_pn', array( 'user_id' => 1 ) );
		$this->assertSame( array( 'mam_notification_send_pn' ), (array) $misuse );
	}

	public function test_misuse_is_named(): void {
		$misuse = $this->misuse();
		$this->assertFalse( pushbridge_cancel( 'abc' ) );
		$this->assertRefused( 'InvalidId', pushbridge_get_results( array() ) );
		unset( $GLOBALS['wp_actions']['plugins_loaded'] );
		$this->assertRefused( 'TooEarly', pushbridge_send( self::MESSAGE ) );
		$this->assertSame( array( 'pushbridge_cancel', 'pushbridge_get_results', 'pushbridge_send' ), (array) $misuse );
	}

	public function test_an_empty_list_is_an_empty_sound_wherever_it_stands(): void {
		$this->assertIsInt( pushbridge_send( self::MESSAGE + array( 'sound' => array() ) ) );
		$this->assertIsInt( pushbridge_send( self::MESSAGE + array( 'aps' => array( 'sound' => array(), 'alert' => array() ) ) ) );
	}
}
