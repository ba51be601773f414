<?php
/**
 * What the daemon must know of the site's object cache.
 *
 * @package PushBridge
 */

namespace PushBridge\Pruning;

use PushBridge\Schema;
use PushBridge\Store\Settings;

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
		$value = Settings::get( self::SETTING );
		return null === $value ? null : '1' === $value;
	}

	/**
	 * Writes the setting when it differs.
	 *
	 * @param bool $is_persistent Whether the cache outlives a request.
	 */
	private static function write( bool $is_persistent ): void {
		if ( ! Schema::problem() && self::reported() !== $is_persistent ) {
			Settings::set( self::SETTING, $is_persistent ? '1' : '0' );
		}
	}
}
