<?php
/**
 * What the daemon must know of the site's object cache.
 *
 * @package PushBridge
 */

namespace PushBridge\Pruning;

use PushBridge\Schema;

/**
 * The setting `object_cache`: `1` while values outlive a request. Then the daemon leaves usermeta alone and writes
 * verdicts, because a cached copy would not show its changes.
 */
final class Object_Cache_Report {

	const SETTING = 'object_cache';

	/**
	 * Tells the daemon what this request sees, if it is news.
	 */
	public static function update(): void {
		self::write( (bool) wp_using_ext_object_cache() );
	}

	/**
	 * Tells the daemon to remove tokens itself: nobody will apply its verdicts once the plugin is gone.
	 */
	public static function withdraw(): void {
		self::write( false );
	}

	/**
	 * What the daemon was told last; null when it was told nothing.
	 */
	public static function reported(): ?bool {
		global $wpdb;
		$suppressed = $wpdb->suppress_errors( true );
		// phpcs:ignore WordPress.DB -- The daemon's table.
		$row = $wpdb->get_row( $wpdb->prepare( 'SELECT value FROM ' . Schema::table( 'settings' ) . ' WHERE name = %s', self::SETTING ) );
		$wpdb->suppress_errors( $suppressed );
		return $row ? '1' === $row->value : null;
	}

	/**
	 * Writes the setting when it differs.
	 *
	 * @param bool $is_persistent Whether the cache outlives a request.
	 */
	private static function write( bool $is_persistent ): void {
		global $wpdb;
		if ( self::reported() === $is_persistent || Schema::problem() ) {
			return;
		}
		$sql = 'INSERT INTO ' . Schema::table( 'settings' ) . ' (name, value) VALUES (%s, %s)'
			. ' ON DUPLICATE KEY UPDATE value = VALUES(value), updated_at = UTC_TIMESTAMP(3)';
		// phpcs:ignore WordPress.DB -- The daemon's table.
		$wpdb->query( $wpdb->prepare( $sql, self::SETTING, $is_persistent ? '1' : '0' ) );
	}
}
