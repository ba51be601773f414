<?php
/**
 * The commands of WP-CLI.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PHPUnit\Framework\TestCase;
use PushBridge\Cli\Root_Command;
use PushBridge\Schema;
use PushBridge\Store\Public_Key;
use PushBridge\Waking\Waker;

/**
 * What a command prints, and its exit code. What is written is committed, so each test tidies up.
 */
final class Cli_Test extends TestCase {

	const TABLES = array( 'actions', 'deliveries', 'prunes', 'credentials', 'workers' );

	public static function setUpBeforeClass(): void {
		require_once dirname( __DIR__ ) . '/support/wp-cli-double.php';
		require_once dirname( __DIR__ ) . '/support/class-cli-runner.php';
		Root_Command::register();
	}

	protected function setUp(): void {
		$this->tearDown();
	}

	protected function tearDown(): void {
		global $wpdb;
		foreach ( self::TABLES as $table ) {
			$wpdb->query( 'DELETE FROM ' . Schema::table( $table ) );
		}
		$wpdb->query( 'DELETE FROM ' . Schema::table( 'settings' ) . " WHERE name LIKE 'public_key%'" );
		$wpdb->query( "DELETE FROM {$wpdb->usermeta} WHERE meta_key LIKE 'mam\\_ios%'" );
		delete_network_option( null, Public_Key::OPTION );
		remove_action( 'shutdown', array( Waker::class, 'wake' ), 1000 );
	}

	/**
	 * Runs a command; its exit code, standard output and standard error.
	 *
	 * @return array{0:int,1:string,2:string}
	 */
	private function wp( string $words ): array {
		return Cli_Runner::run( array_merge( array( 'push-bridge' ), str_getcsv( $words, ' ', "'", '\\' ) ) );
	}

	private function json( string $words ): array {
		list( $status, $output, $errors ) = $this->wp( $words . ' --format=json' );
		$this->assertSame( array( 0, '' ), array( $status, $errors ) );
		return json_decode( $output, true );
	}

	private function insert( string $table, array $columns ): int {
		global $wpdb;
		$this->assertSame( 1, $wpdb->insert( Schema::table( $table ), $columns ), $wpdb->last_error );
		return $wpdb->insert_id;
	}

	public function test_waiting_for_results_prints_one_document_with_short_tokens(): void {
		global $wpdb;
		$token = str_repeat( 'ab', 32 );
		// What the daemon would do meanwhile.
		$deliver = function ( $sql ) use ( $wpdb, $token, &$deliver ) {
			if ( 0 === strpos( $sql, 'SELECT' ) && false !== strpos( $sql, 'pushbridge_deliveries' ) ) {
				remove_filter( 'query', $deliver );
				$id = (int) $wpdb->get_var( 'SELECT MAX(id) FROM ' . Schema::table( 'actions' ) );
				$this->insert( 'deliveries', array( 'action_id' => $id, 'user_id' => 1, 'token' => $token, 'channel' => 'standard', 'status' => 'delivered' ) );
				$wpdb->update( Schema::table( 'actions' ), array( 'state' => 'sent' ), array( 'id' => $id ) );
			}
			return $sql;
		};
		foreach ( array( '' => 'abababab…', ' --full-tokens' => $token ) as $option => $shown ) {
			add_filter( 'query', $deliver );
			$results = $this->json( 'send --user=admin --title=Hi --wait=2' . $option );
			$this->assertSame( array( 'sent', $shown ), array( $results['state'], $results['tokens'][0]['token'] ) );
		}
	}

	public function test_sending_listing_showing_cancelling_and_retrying(): void {
		list( $status, $id ) = $this->wp( "send --user=admin --title=Hi '--body=a b' --porcelain" );
		$this->assertSame( 0, $status );
		$this->assertSame( '{"title":"Hi","body":"a b"}', $GLOBALS['wpdb']->get_var( 'SELECT message FROM ' . Schema::table( 'actions' ) ) );
		$rows = $this->json( 'queue list --state=queued' );
		$this->assertSame(
			array( array( $id, '1', 'queued' ) ),
			array_map(
				static function ( $row ) {
					return array( $row['id'], $row['user_id'], $row['state'] );
				},
				$rows
			)
		);
		$this->assertSame( array(), $this->json( 'queue list --state=failed' ) );
		$this->assertStringContainsString( $id . ',standard,default,1,queued', $this->wp( 'queue list --format=csv' )[1] );
		$this->assertSame( array( 0, $id . ': done.', '' ), $this->wp( "queue cancel {$id}" ) );
		list( $status, , $errors ) = $this->wp( "queue cancel {$id} 999999" );
		$this->assertSame( 1, $status );
		$this->assertStringContainsString( $id . ': NotOpen', $errors );
		$this->assertStringContainsString( '999999: NotFound', $errors );
		$this->insert( 'deliveries', array( 'action_id' => $id, 'user_id' => 1, 'token' => WordPress_Case::TOKEN, 'channel' => 'standard', 'status' => 'exhausted', 'reason' => 'InternalServerError', 'error_class' => 'provider_unavailable' ) );
		$GLOBALS['wpdb']->update( Schema::table( 'actions' ), array( 'state' => 'failed' ), array( 'id' => $id ) );
		$shown = $this->json( "queue show {$id}" );
		$this->assertSame( array( 'failed', 'aa11bb22…', 'exhausted' ), array( $shown['state'], $shown['tokens'][0]['token'], $shown['tokens'][0]['status'] ) );
		$this->assertSame( 0, $this->wp( "queue retry {$id}" )[0] );
		$this->assertContains( $this->json( "queue show {$id} --full-tokens" )['state'], array( 'queued', 'sending' ) );
	}

	public function test_a_refused_message_names_the_reason_and_ends_with_1(): void {
		list( $status, , $errors ) = $this->wp( 'send --user=1 --type=voip --title=Anna' );
		$this->assertSame( 1, $status );
		$this->assertStringContainsString( 'MissingCallkitPayload', $errors );
		$this->assertSame( 1, $this->wp( 'send --user=nobody-of-that-name --title=x' )[0] );
		$this->assertSame( 1, $this->wp( 'send --user=1 --titel=x' )[0] );
		$this->assertSame( 1, $this->wp( 'queue show abc' )[0] );
		$this->assertSame( '0', $GLOBALS['wpdb']->get_var( 'SELECT COUNT(*) FROM ' . Schema::table( 'actions' ) ) );
	}

	public function test_a_message_from_standard_input_for_an_audience_in_a_process_of_its_own(): void {
		$command = array( PHP_BINARY, dirname( __DIR__ ) . '/support/wp.php', 'push-bridge', 'send', '--audience={"role":"subscriber"}', '--message=-', '--title=T' );
		$process = proc_open( implode( ' ', array_map( 'escapeshellarg', $command ) ), array( array( 'pipe', 'r' ), array( 'pipe', 'w' ), array( 'pipe', 'w' ) ), $pipes );
		fwrite( $pipes[0], '{"body":"ä","data":{}}' );
		fclose( $pipes[0] );
		$printed = array( stream_get_contents( $pipes[1] ), trim( stream_get_contents( $pipes[2] ) ) );
		$this->assertSame( array( 0, '' ), array( proc_close( $process ), $printed[1] ) );
		$this->assertStringStartsWith( 'Success: Queued as ', $printed[0] );
		$row = $GLOBALS['wpdb']->get_row( 'SELECT audience, message FROM ' . Schema::table( 'actions' ), ARRAY_A );
		$this->assertSame( array( 'role' => 'subscriber' ), json_decode( $row['audience'], true ) );
		$this->assertSame( '{"body":"\u00e4","data":{},"title":"T"}', $row['message'] );
	}

	public function test_waiting_shows_the_state_when_the_time_is_over(): void {
		list( $status, $output, $errors ) = $this->wp( 'send --user=1 --title=x --wait=0.1 --format=json' );
		$this->assertSame( 1, $status );
		$this->assertSame( 'queued', json_decode( strtok( $output, "\n" ), true )['state'] );
		$this->assertStringContainsString( 'queued', $errors );
	}

	public function test_status_and_doctor_tell_of_a_missing_daemon_and_of_a_running_one(): void {
		list( $status, $output, $errors ) = $this->wp( 'status' );
		$this->assertSame( 0, $status );
		$this->assertStringContainsString( 'voip', $output );
		$this->assertStringContainsString( 'No daemon is running', $errors );
		list( $status, $output ) = $this->wp( 'doctor --format=json' );
		$this->assertSame( 1, $status );
		$this->assertSame( 'critical', array_column( json_decode( $output, true ), 'status', 'check' )['daemon'] );
		$this->insert( 'workers', array( 'id' => 7, 'host' => 'h', 'pid' => 1, 'version' => '1', 'state' => 'running' ) );
		$this->assertSame( array( '' , 7 ), array( $this->wp( 'status' )[2], (int) $this->json( 'status' )['workers'][0]['id'] ) );
		$this->assertSame( 'good', array_column( json_decode( $this->wp( 'doctor --format=json' )[1], true ), 'status', 'check' )['daemon'] );
	}

	public function test_tokens_are_listed_audited_pruned_and_put_back(): void {
		add_user_meta( 1, 'mam_ios_device_token', WordPress_Case::TOKEN );
		$umeta_id = $GLOBALS['wpdb']->insert_id;
		add_user_meta( 1, 'mam_ios_voip_token', wp_slash( '{"token":"cc","moved_from":5,"moved_at":1767225600}' ) );
		add_user_meta( 1, 'mam_ios_voip_token', 'nonsense' );
		$this->assertSame( array( 'aa11bb22…', 'cc' ), array_column( $this->json( 'tokens list --user=1' ), 'token' ) );
		$audit = $this->json( 'tokens audit' );
		$this->assertSame( array( 'moved' => 'from user 5 at 2026-01-01 00:00:00', 'malformed' => '' ), array_column( $audit, 'detail', 'finding' ) );
		$prune = $this->insert( 'prunes', array( 'user_id' => 1, 'umeta_id' => $umeta_id, 'meta_key' => 'mam_ios_device_token', 'token' => WordPress_Case::TOKEN, 'reason' => 'Unregistered', 'state' => 'verdict' ) );
		$this->assertContains( 'tombstoned', array_column( $this->json( 'tokens audit' ), 'finding' ) );
		$this->assertSame( array( (string) $prune ), array_column( $this->json( 'tokens prune --dry-run' ), 'id' ) );
		$this->assertCount( 1, get_user_meta( 1, 'mam_ios_device_token' ) );
		$this->assertSame( 1, $this->json( 'tokens prune' )['removed'] );
		$this->assertSame( array( 'cc' ), array_column( $this->json( 'tokens list --user=1' ), 'token' ) );
		$this->assertSame( array( 'removed' ), array_column( $this->json( 'tokens list --pruned' ), 'state' ) );
		$this->assertSame( 0, $this->wp( "tokens undo {$prune}" )[0] );
		$this->assertContains( WordPress_Case::TOKEN, array_column( $this->json( 'tokens list --user=1 --full-tokens' ), 'token' ) );
		$this->assertSame( 1, $this->wp( 'tokens undo 999999' )[0] );
		$this->assertSame( 1, $this->wp( 'tokens list' )[0] );
	}

	public function test_credentials_are_sealed_only_to_a_confirmed_key_and_never_shown(): void {
		$pair = sodium_crypto_box_keypair();
		$this->insert( 'settings', array( 'name' => 'public_key', 'value' => base64_encode( sodium_crypto_box_publickey( $pair ) ) ) );
		$fingerprint = Public_Key::current()->fingerprint();
		$file        = getenv( 'SITE_HOME' ) . '/key.p8';
		$set         = "credentials set --channel=standard --bundle-id=com.example.app --p8={$file} --key-id=ABC1234567 --team-id=DEF1234567";
		$key         = "-----BEGIN PRIVATE KEY-----\nsecretsecret\n-----END PRIVATE KEY-----\n";
		file_put_contents( $file, $key );
		list( $status, , $errors ) = $this->wp( $set );
		$this->assertSame( 1, $status );
		$this->assertStringContainsString( 'KeyUnconfirmed', $errors );
		$this->assertSame( 1, $this->wp( 'credentials confirm-key 0123456789abcdef' )[0] );
		$this->assertSame( 0, $this->wp( 'credentials confirm-key ' . strtoupper( $fingerprint ) )[0] );
		list( $status, $output, $errors ) = $this->wp( $set );
		$this->assertSame( array( 0, '' ), array( $status, $errors ) );
		$this->assertStringNotContainsString( 'secretsecret', $output );
		$box    = $GLOBALS['wpdb']->get_var( 'SELECT box FROM ' . Schema::table( 'credentials' ) );
		$opened = json_decode( sodium_crypto_box_seal_open( $box, $pair ), true );
		$this->assertSame( array( $key, 'ABC1234567', 'default' ), array( $opened['p8'], $opened['key_id'], $opened['app'] ) );
		$this->assertSame( array( 'com.example.app' ), array_column( $this->json( 'credentials list' ), 'bundle_id' ) );
		$this->assertSame( 1, $this->wp( 'credentials remove --channel=standard' )[0] );
		$this->assertSame( 0, $this->wp( 'credentials remove --channel=standard --yes' )[0] );
		$this->assertSame( array(), $this->json( 'credentials list' ) );
		$this->assertSame( 1, $this->wp( 'credentials set --channel=standard' )[0] );
		file_put_contents( $file, 'rubbish -----BEGIN PUBLIC KEY-----' );
		$this->assertSame( 1, $this->wp( $set )[0] );
		unlink( $file );
	}
}
