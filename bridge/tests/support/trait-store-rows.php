<?php
/**
 * Rows of the daemon's tables.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Schema;
use PushBridge\Store\Credential;
use PushBridge\Store\Public_Key;
use PushBridge\Store\Settings;

/**
 * Inserts what daemon, app and producers would.
 */
trait Store_Rows {

	protected function insert( string $table, array $row ): int {
		global $wpdb;
		$this->assertSame( 1, $wpdb->insert( Schema::table( $table ), $row ), $wpdb->last_error );
		return (int) $wpdb->insert_id;
	}

	protected function action( array $row = array() ): int {
		return $this->insert( 'actions', $row + array( 'message' => '{"title":"Hello","body":"World"}' ) + ( isset( $row['audience'] ) ? array() : array( 'user_id' => 1 ) ) );
	}

	protected function delivery( int $action, array $row = array() ): int {
		return $this->insert(
			'deliveries',
			$row + array(
				'action_id' => $action,
				'user_id'   => 1,
				'token'     => self::TOKEN,
				'channel'   => 'standard',
				'status'    => 'delivered',
			)
		);
	}

	protected function prune( array $row ): int {
		return $this->insert(
			'prunes',
			$row + array(
				'meta_key' => 'mam_ios_device_token',
				'token'    => self::TOKEN,
				'reason'   => 'Unregistered',
				'state'    => 'verdict',
			)
		);
	}

	protected function worker( int $id, string $stats, int $age = 0 ): void {
		global $wpdb;
		$this->insert( 'workers', array( 'id' => $id, 'host' => 'host' . $id, 'pid' => 4711, 'version' => '0.1.0', 'state' => 'running', 'stats' => $stats ) );
		$wpdb->query( 'UPDATE ' . Schema::table( 'workers' ) . " SET heartbeat_at = UTC_TIMESTAMP(3) - INTERVAL {$age} SECOND, started_at = UTC_TIMESTAMP(3) - INTERVAL {$age} SECOND WHERE id = {$id}" );
	}

	/**
	 * A row of usermeta exactly as given.
	 */
	protected function raw_meta( int $user, string $value, string $key = 'mam_ios_device_token' ): int {
		global $wpdb;
		$wpdb->query( $wpdb->prepare( "INSERT INTO {$wpdb->usermeta} (user_id, meta_key, meta_value) VALUES (%d, %s, %s)", $user, $key, $value ) );
		return (int) $wpdb->insert_id;
	}

	protected function publish( string $pair ): Public_Key {
		Settings::set( 'public_key', base64_encode( sodium_crypto_box_publickey( $pair ) ) );
		return Public_Key::current();
	}

	protected function token_credential( string $p8 ): Credential {
		return Credential::from(
			array(
				'app'       => 'default',
				'channel'   => 'voip',
				'bundle_id' => 'com.example.app',
				'key_id'    => 'ABCDEFGHIJ',
				'team_id'   => '0123456789',
				'p8'        => $p8,
			)
		);
	}
}
