<?php
/**
 * A site with a persistent object cache.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PHPUnit\Framework\TestCase;
use PushBridge\Schema;

/**
 * Each step is a request in a process of its own; the daemon's part is done by SQL, of which the cache hears nothing.
 */
final class Object_Cache_Test extends TestCase {

	const KEY   = 'mam_ios_device_token';
	const TOKEN = WordPress_Case::TOKEN;
	const OTHER = 'bb11bb22cc33dd44ee55ff6600112233445566778899aabbccddeeff00112233';

	protected function setUp(): void {
		copy( dirname( __DIR__ ) . '/support/object-cache.php', WP_CONTENT_DIR . '/object-cache.php' );
		$this->clean();
	}

	protected function tearDown(): void {
		unlink( WP_CONTENT_DIR . '/object-cache.php' );
		array_map( 'unlink', glob( getenv( 'SITE_HOME' ) . '/cache/*' ) );
		$this->clean();
	}

	private function clean(): void {
		global $wpdb;
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->usermeta} WHERE meta_key = %s", self::KEY ) );
		$wpdb->query( 'DELETE FROM ' . Schema::table( 'prunes' ) );
		$wpdb->query( 'DELETE FROM ' . Schema::table( 'settings' ) . " WHERE name = 'object_cache'" );
		wp_cache_flush();
	}

	/**
	 * Runs code in a new request as the administrator.
	 *
	 * @return mixed
	 */
	private function request( string $code ) {
		$opcache = getenv( 'SITE_HOME' ) . '/opcache';
		if ( ! is_dir( $opcache ) ) {
			mkdir( $opcache );
		}
		// Compiled once for all requests: a third of the time.
		$options = array( '-d', 'opcache.enable_cli=1', '-d', 'opcache.file_cache=' . $opcache, '-d', 'opcache.file_cache_only=1' );
		$command = array_merge( array( PHP_BINARY ), $options, array( dirname( __DIR__ ) . '/support/request.php', "wp_set_current_user( 1 ); {$code}" ) );
		exec( implode( ' ', array_map( 'escapeshellarg', $command ) ) . ' 2>&1', $lines, $status );
		$this->assertSame( 0, $status, implode( "\n", $lines ) );
		return json_decode( end( $lines ), true );
	}

	private function register( string $token ) {
		return $this->request( "return PushBridge\\Tokens\\Token_Requests::register( array( 'token' => '{$token}' ) );" );
	}

	private function rows(): array {
		global $wpdb;
		return $wpdb->get_col( $wpdb->prepare( "SELECT meta_value FROM {$wpdb->usermeta} WHERE meta_key = %s ORDER BY umeta_id", self::KEY ) );
	}

	private function seen(): array {
		return $this->request( "return get_user_meta( 1, '" . self::KEY . "' );" );
	}

	private function verdict( string $token ): void {
		global $wpdb;
		$umeta_id = $wpdb->get_var( $wpdb->prepare( "SELECT umeta_id FROM {$wpdb->usermeta} WHERE meta_key = %s AND meta_value LIKE %s", self::KEY, '%' . $token . '%' ) );
		$wpdb->insert(
			Schema::table( 'prunes' ),
			array(
				'user_id'    => 1,
				'umeta_id'   => $umeta_id,
				'meta_key'   => self::KEY,
				'token'      => $token,
				'reason'     => 'Unregistered',
				'state'      => 'verdict',
				'created_at' => gmdate( 'Y-m-d H:i:s', time() + 5 ),
			)
		);
	}

	public function test_a_phone_whose_row_the_daemon_deleted_can_register_again(): void {
		global $wpdb;
		$this->assertTrue( $this->request( 'return wp_using_ext_object_cache();' ) );
		$this->assertTrue( $this->register( self::TOKEN ) );
		$this->assertCount( 1, $this->seen() );
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->usermeta} WHERE meta_key = %s", self::KEY ) );
		$this->assertCount( 1, $this->seen(), 'the cache shows what is no longer there, as Redis would' );
		$this->assertTrue( $this->register( self::TOKEN ) );
		$this->assertCount( 1, $this->rows() );
		$this->assertSame( $this->rows(), $this->seen() );
	}

	public function test_the_daemon_hears_of_the_cache_and_a_page_applies_its_verdict(): void {
		global $wpdb;
		$setting = 'SELECT value FROM ' . Schema::table( 'settings' ) . " WHERE name = 'object_cache'";
		$wpdb->insert( $wpdb->usermeta, array( 'user_id' => 1, 'meta_key' => self::KEY, 'meta_value' => serialize( array( self::TOKEN, self::OTHER ) ) ) );
		$this->assertSame( array( array( self::TOKEN, self::OTHER ) ), $this->seen() );
		$this->assertSame( '1', $wpdb->get_var( $setting ) );
		$this->verdict( self::TOKEN );
		$this->request( "wp_cache_delete( 'looked_for_verdicts', 'pushbridge' ); return 1;" );
		$this->request( 'return 1;' );
		$this->assertSame( array( serialize( array( 1 => self::OTHER ) ) ), $this->rows() );
		$this->assertSame( array( array( 1 => self::OTHER ) ), $this->seen() );
	}

	public function test_a_stale_cache_that_writes_a_dead_token_back_does_not_hide_the_removal(): void {
		global $wpdb;
		$wpdb->insert( $wpdb->usermeta, array( 'user_id' => 1, 'meta_key' => self::KEY, 'meta_value' => serialize( array( self::TOKEN, self::OTHER ) ) ) );
		$umeta_id = $wpdb->insert_id;
		$this->seen();
		$this->verdict( self::TOKEN );
		// A request that read before the removal and caches what it read after it.
		$stale = 'return update_meta_cache( "user", array( 1 ) );';
		$old   = $this->request( $stale );
		$this->request( 'PushBridge\\Background::run(); return 1;' );
		$this->request( 'wp_cache_set( 1, json_decode( \'' . wp_json_encode( $old[1] ) . '\', true ), "user_meta" ); return 1;' );
		$this->request( '$all = get_user_meta( 1, "' . self::KEY . '", true ); $all[] = "cc"; return update_user_meta( 1, "' . self::KEY . '", $all );' );
		$this->assertStringContainsString( self::TOKEN, $this->rows()[0] );
		// For the daemon the token is dead as long as it stands in no later row.
		$prune = $wpdb->get_row( 'SELECT state, umeta_id FROM ' . Schema::table( 'prunes' ) );
		$this->assertSame( array( 'removed', (string) $umeta_id ), array( $prune->state, $prune->umeta_id ) );
		$this->assertSame( (string) $umeta_id, $wpdb->get_var( $wpdb->prepare( "SELECT MAX(umeta_id) FROM {$wpdb->usermeta} WHERE meta_key = %s AND meta_value LIKE %s", self::KEY, '%' . self::TOKEN . '%' ) ) );
		// The phone itself lives again when it registers.
		$this->assertFalse( $this->register( self::TOKEN ) );
		$this->assertSame( 'undone', $wpdb->get_var( 'SELECT state FROM ' . Schema::table( 'prunes' ) ) );
		$this->assertSame( self::TOKEN, json_decode( $this->rows()[1], true )['token'] );
	}

	public function test_what_the_daemon_puts_back_is_seen_after_the_next_run_of_cron(): void {
		global $wpdb;
		$this->assertSame( array(), $this->seen() );
		$wpdb->insert( $wpdb->usermeta, array( 'user_id' => 1, 'meta_key' => self::KEY, 'meta_value' => self::TOKEN ) );
		$this->verdict( self::TOKEN );
		$wpdb->query( 'UPDATE ' . Schema::table( 'prunes' ) . " SET state = 'undone', undone_at = UTC_TIMESTAMP(3), undone_by = 'breaker'" );
		$this->assertSame( array(), $this->seen(), 'the cache shows the old state' );
		$this->request( 'PushBridge\\Background::run(); return 1;' );
		$this->assertSame( array( self::TOKEN ), $this->seen() );
	}

	public function test_calls_are_counted_across_requests_in_the_cache(): void {
		$limit = 'add_filter( "pushbridge_token_rate_limit", function () { return 2; } ); ';
		$call  = $limit . 'return PushBridge\\Tokens\\Rate_Limit::count( 1 );';
		$waits = array( $this->request( $call ), $this->request( $call ), $this->request( $call ), $this->request( $call ) );
		// A minute may have begun between two of them.
		$this->assertGreaterThan( 0, max( $waits ) );
		$this->assertLessThanOrEqual( 60, max( $waits ) );
	}
}
