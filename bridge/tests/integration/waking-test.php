<?php
/**
 * Waking the daemon.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Schema;
use PushBridge\Waking\Wake_Address;
use PushBridge\Waking\Worker_Addresses;

/**
 * Datagrams that really arrive, and what happens when nobody listens.
 */
final class Waking_Test extends WordPress_Case {

	/**
	 * A listening socket and its address.
	 */
	private function listen( string $transport ): array {
		if ( 'unix' === $transport ) {
			$path   = getenv( 'SITE_HOME' ) . '/wake-' . getmypid() . '.sock';
			$socket = stream_socket_server( 'udg://' . $path, $code, $text, STREAM_SERVER_BIND );
			return array( $socket, 'unix:' . $path );
		}
		$socket = stream_socket_server( 'udp://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND );
		return array( $socket, 'udp://' . stream_socket_get_name( $socket, false ) );
	}

	/**
	 * How many datagrams lie in a socket.
	 *
	 * @param resource $socket The socket.
	 */
	private function received( $socket ): int {
		$count = 0;
		do {
			$read  = array( $socket );
			$none  = null;
			$ready = stream_select( $read, $none, $none, 0, 50000 );
			if ( $ready ) {
				stream_socket_recvfrom( $socket, 100 );
				++$count;
			}
		} while ( $ready );
		return $count;
	}

	private function worker( int $id, string $address, string $heartbeat = 'UTC_TIMESTAMP(3)' ): void {
		global $wpdb;
		$sql = 'INSERT INTO ' . Schema::table( 'workers' ) . " (id, host, pid, version, state, wake_address, heartbeat_at) VALUES (%d, 'h', 1, '1', 'running', %s, $heartbeat)";
		$wpdb->query( $wpdb->prepare( $sql, $id, $address ) );
	}

	private function send(): void {
		$this->assertIsInt(
			pushbridge_send(
				array(
					'user_id' => 1,
					'title'   => 'x',
				)
			)
		);
	}

	/**
	 * What WordPress does at the end of a request, without closing PHPUnit's output buffers.
	 */
	private function end_request(): void {
		remove_action( 'shutdown', 'wp_ob_end_flush_all', 1 );
		do_action( 'shutdown' );
	}

	public function transports(): array {
		return array( array( 'udp' ), array( 'unix' ) );
	}

	/**
	 * @dataProvider transports
	 */
	public function test_a_request_sends_one_datagram_when_it_is_over_however_much_it_queued( string $transport ): void {
		list( $socket, $address ) = $this->listen( $transport );
		$this->worker( 1, $address );
		$this->send();
		$this->send();
		$this->assertSame( 0, $this->received( $socket ) );
		$this->end_request();
		$this->assertSame( 1, $this->received( $socket ) );
		$this->end_request();
		$this->assertSame( 0, $this->received( $socket ) );
		// A long-lived process goes on working.
		$this->send();
		$this->end_request();
		$this->assertSame( 1, $this->received( $socket ) );
		fclose( $socket );
		if ( 'unix' === $transport ) {
			unlink( substr( $address, 5 ) );
		}
	}

	public function test_nothing_is_sent_when_nothing_was_queued(): void {
		list( $socket, $address ) = $this->listen( 'udp' );
		$this->worker( 1, $address );
		pushbridge_send( array( 'user_id' => 1 ) );
		$this->end_request();
		$this->assertSame( 0, $this->received( $socket ) );
	}

	public function test_every_live_daemon_is_woken_and_dead_ones_are_not(): void {
		list( $first, $first_address )   = $this->listen( 'udp' );
		list( $second, $second_address ) = $this->listen( 'udp' );
		list( $dead, $dead_address )     = $this->listen( 'udp' );
		$this->worker( 1, $first_address );
		$this->worker( 2, $second_address );
		$this->worker( 3, $dead_address, 'UTC_TIMESTAMP(3) - INTERVAL 10 MINUTE' );
		$this->worker( 4, '' );
		$this->send();
		$this->end_request();
		$this->assertSame( array( 1, 1, 0 ), array( $this->received( $first ), $this->received( $second ), $this->received( $dead ) ) );
	}

	public function test_the_table_of_workers_is_read_once_a_minute(): void {
		$this->worker( 1, 'udp://127.0.0.1:9' );
		$this->assertSame( array( 'udp://127.0.0.1:9' ), Worker_Addresses::all() );
		$this->worker( 2, 'udp://127.0.0.1:10' );
		$this->assertSame( array( 'udp://127.0.0.1:9' ), Worker_Addresses::all() );
		Worker_Addresses::forget();
		$this->assertCount( 2, Worker_Addresses::all() );
	}

	public function test_a_missing_daemon_costs_no_time(): void {
		// Nobody listens there: a closed port, a path without a socket, a name that would have to be looked up.
		$this->worker( 1, 'udp://127.0.0.1:9' );
		$this->worker( 2, 'unix:' . getenv( 'SITE_HOME' ) . '/nobody.sock' );
		$this->worker( 3, 'udp://no-such-host.invalid:9465' );
		$this->send();
		$start = hrtime( true );
		$this->end_request();
		$this->assertLessThan( 500, ( hrtime( true ) - $start ) / 1e6, 'milliseconds' );
	}

	public function test_a_daemon_that_does_not_read_costs_no_time(): void {
		list( $socket, $address ) = $this->listen( 'unix' );
		$this->worker( 1, $address );
		$start = hrtime( true );
		// More than its queue takes: a blocking send would hang here for ever.
		for ( $i = 0; $i < 1500; $i++ ) {
			\PushBridge\Waking\Waker::wake();
		}
		$this->assertLessThan( 10000, ( hrtime( true ) - $start ) / 1e6, 'milliseconds' );
		$this->assertGreaterThan( 0, $this->received( $socket ) );
		fclose( $socket );
		unlink( substr( $address, 5 ) );
	}

	/**
	 * @runInSeparateProcess
	 * @preserveGlobalState disabled
	 */
	public function test_the_constant_overrides_the_table(): void {
		list( $socket, $address ) = $this->listen( 'udp' );
		list( $other, $ignored )  = $this->listen( 'udp' );
		$this->worker( 1, $ignored );
		define( 'PUSHBRIDGE_WAKE', $address );
		$this->send();
		$this->end_request();
		$this->assertSame( array( 1, 0 ), array( $this->received( $socket ), $this->received( $other ) ) );
	}

	/**
	 * @runInSeparateProcess
	 * @preserveGlobalState disabled
	 */
	public function test_an_empty_constant_means_never(): void {
		list( $socket, $address ) = $this->listen( 'udp' );
		$this->worker( 1, $address );
		define( 'PUSHBRIDGE_WAKE', '' );
		$this->send();
		$this->end_request();
		$this->assertSame( 0, $this->received( $socket ) );
	}

	public function addresses(): array {
		return array(
			array( 'udp://127.0.0.1:9465', 'udp://127.0.0.1:9465' ),
			array( 'udp://localhost:9465', 'udp://127.0.0.1:9465' ),
			array( 'udp://[::1]:9465', 'udp://[::1]:9465' ),
			array( 'unix:/run/push-bridge/wake.sock', 'udg:///run/push-bridge/wake.sock' ),
			array( 'udp://example.com:9465', null ),
			array( 'udp://127.0.0.1:0', null ),
			array( 'udp://127.0.0.1:99999', null ),
			array( 'tcp://127.0.0.1:80', null ),
			array( 'unix:relative', null ),
			array( 'http://127.0.0.1/', null ),
			array( '', null ),
		);
	}

	/**
	 * @dataProvider addresses
	 */
	public function test_only_datagram_addresses_that_need_no_lookup_are_used( string $address, ?string $stream ): void {
		$this->assertSame( $stream, Wake_Address::to_stream( $address, false ) );
	}

	public function test_an_administrator_may_name_a_host(): void {
		$this->assertSame( 'udp://daemon:9465', Wake_Address::to_stream( 'udp://daemon:9465', true ) );
	}
}
