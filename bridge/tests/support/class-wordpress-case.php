<?php
/**
 * The base of all tests.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PHPUnit\Framework\TestCase;
use PushBridge\Schema;
use PushBridge\Waking\Worker_Addresses;

/**
 * A test in a transaction of the real WordPress: what it writes is rolled back; hooks, superglobals, the current user and
 * the object cache are as they were before it.
 */
abstract class WordPress_Case extends TestCase {

	const HOOKS = array( 'wp_filter', 'wp_actions', 'wp_filters', 'wp_current_filter' );

	const TOKEN = 'aa11bb22cc33dd44ee55ff6600112233445566778899aabbccddeeff00112233';

	/**
	 * The globals as they were.
	 *
	 * @var array
	 */
	private $saved = array();

	/**
	 * Users made, for their names.
	 *
	 * @var int
	 */
	private static $users = 0;

	protected function setUp(): void {
		global $wpdb;
		parent::setUp();
		foreach ( self::HOOKS as $name ) {
			$this->saved[ $name ] = $GLOBALS[ $name ];
		}
		$this->saved['wp_filter'] = array_map(
			static function ( $hook ) {
				return clone $hook;
			},
			$GLOBALS['wp_filter']
		);
		$this->saved['super']     = array( $_GET, $_POST, $_REQUEST );
		$this->forget();
		$wpdb->query( 'SET autocommit = 0' );
		$wpdb->query( 'START TRANSACTION' );
		add_filter( 'wp_die_handler', array( self::class, 'die_handler' ) );
		add_filter( 'wp_die_ajax_handler', array( self::class, 'die_handler' ) );
		// Notices about misuse are wanted in the log of a site, not in the one that the runner looks through.
		add_filter( 'doing_it_wrong_trigger_error', '__return_false' );
	}

	protected function tearDown(): void {
		global $wpdb;
		$wpdb->query( 'ROLLBACK' );
		$wpdb->query( 'SET autocommit = 1' );
		foreach ( self::HOOKS as $name ) {
			$GLOBALS[ $name ] = $this->saved[ $name ];
		}
		list( $_GET, $_POST, $_REQUEST ) = $this->saved['super'];
		$this->forget();
		parent::tearDown();
	}

	/**
	 * What a new request knows.
	 */
	protected function forget(): void {
		wp_cache_flush();
		wp_set_current_user( 0 );
		Schema::forget();
		Worker_Addresses::forget();
	}

	public static function die_handler(): callable {
		return static function ( $message, $title = '', $args = array() ) {
			$status = is_array( $args ) ? (int) ( $args['response'] ?? 0 ) : (int) $args;
			throw new Died( is_wp_error( $message ) ? $message->get_error_message() : (string) $message, $status );
		};
	}

	/**
	 * A new user, logged in if wanted.
	 */
	protected function user( string $role = 'subscriber', bool $is_logged_in = false ): int {
		++self::$users;
		$name = 'user' . self::$users . 'x' . getmypid();
		$id   = wp_insert_user(
			array(
				'user_login' => $name,
				'user_email' => $name . '@example.test',
				'user_pass'  => 'x',
				'role'       => $role,
			)
		);
		$this->assertIsInt( $id );
		if ( $is_logged_in ) {
			wp_set_current_user( $id );
		}
		return $id;
	}

	/**
	 * Every row of the table of actions that this test made.
	 */
	protected function actions(): array {
		return $this->rows( 'SELECT * FROM ' . Schema::table( 'actions' ) . ' ORDER BY id' );
	}

	/**
	 * Rows by SQL, as another program would see them.
	 */
	protected function rows( string $sql ): array {
		global $wpdb;
		$rows = $wpdb->get_results( $sql, ARRAY_A );
		$this->assertSame( '', $wpdb->last_error );
		return $rows;
	}

	/**
	 * The raw values of a user's rows under a meta key.
	 *
	 * @return string[]
	 */
	protected function stored( int $user_id, string $meta_key = 'mam_ios_device_token' ): array {
		global $wpdb;
		// wpdb answers null for an empty value.
		return array_map( 'strval', $wpdb->get_col( $wpdb->prepare( "SELECT meta_value FROM {$wpdb->usermeta} WHERE user_id = %d AND meta_key = %s ORDER BY umeta_id", $user_id, $meta_key ) ) );
	}

	/**
	 * The tokens of the records in a user's rows.
	 *
	 * @return string[]
	 */
	protected function stored_tokens( int $user_id, string $meta_key = 'mam_ios_device_token' ): array {
		return array_map(
			static function ( $raw ) {
				return json_decode( $raw, true )['token'];
			},
			$this->stored( $user_id, $meta_key )
		);
	}

	/**
	 * Calls an action of admin-ajax.php in this process; returns the HTTP status and the decoded answer.
	 *
	 * @return array{0:int,1:mixed}
	 */
	protected function ajax( string $action, array $post = array(), bool $with_nonce = true ): array {
		if ( $with_nonce ) {
			$post['nonce'] = wp_create_nonce( 'pushbridge_token' );
		}
		$_POST    = wp_slash( $post );
		$_REQUEST = $_POST;
		$status   = 200;
		$note     = static function ( $header, $code ) use ( &$status ) {
			$status = $code;
			return $header;
		};
		add_filter( 'wp_doing_ajax', '__return_true' );
		add_filter( 'status_header', $note, 10, 2 );
		ob_start();
		try {
			do_action( ( is_user_logged_in() ? 'wp_ajax_' : 'wp_ajax_nopriv_' ) . $action );
		} catch ( Died $end ) {
			echo $end->getMessage();
		} finally {
			$body = (string) ob_get_clean();
			remove_filter( 'wp_doing_ajax', '__return_true' );
			remove_filter( 'status_header', $note );
		}
		return array( $status, json_decode( $body, true ) );
	}

	/**
	 * Asserts that a result is an error with a machine word.
	 *
	 * @param string $word   The word.
	 * @param mixed  $result The result.
	 */
	protected function assertRefused( string $word, $result ): void {
		$this->assertInstanceOf( \WP_Error::class, $result );
		$this->assertSame( $word, $result->get_error_code() );
		$this->assertNotSame( '', $result->get_error_message() );
	}
}
