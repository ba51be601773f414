<?php
/**
 * The settings that plugin, daemon and commands share.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

use PushBridge\Schema;

// phpcs:disable WordPress.DB -- Our own table, changed by the daemon behind WordPress' back: nothing may be cached.

/**
 * Names and values of the table of settings, e.g. public_key and object_cache.
 */
final class Settings {

	/**
	 * Every setting.
	 *
	 * @return array<string,string>
	 */
	public static function all(): array {
		global $wpdb;
		$rows = (array) $wpdb->get_results( 'SELECT name, value FROM ' . Schema::table( 'settings' ) );
		return array_map( 'strval', array_column( $rows, 'value', 'name' ) );
	}

	/**
	 * One setting; null when it is not set.
	 *
	 * @param string $name Its name.
	 */
	public static function get( string $name ): ?string {
		global $wpdb;
		$row = $wpdb->get_row( $wpdb->prepare( 'SELECT value FROM ' . Schema::table( 'settings' ) . ' WHERE name = %s', $name ) );
		return $row ? (string) $row->value : null;
	}

	/**
	 * Sets one.
	 *
	 * @param string $name  Its name, ASCII.
	 * @param string $value Its value.
	 * @return bool Whether the database took it.
	 */
	public static function set( string $name, string $value ): bool {
		global $wpdb;
		$sql = 'INSERT INTO ' . Schema::table( 'settings' ) . ' (name, value) VALUES (%s, %s)'
			. ' ON DUPLICATE KEY UPDATE value = VALUES(value), updated_at = UTC_TIMESTAMP(3)';
		return false !== $wpdb->query( $wpdb->prepare( $sql, $name, $value ) );
	}
}
