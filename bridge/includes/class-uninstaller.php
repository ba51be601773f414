<?php
/**
 * Removes what the plugin has made.
 *
 * @package PushBridge
 */

namespace PushBridge;

/**
 * Runs when an administrator deletes the plugin.
 */
final class Uninstaller {

	/** Every option, transient and cron hook of the plugin begins with it. */
	const PREFIX = 'pushbridge_';

	/**
	 * Cleans every site, and the network.
	 */
	public static function run(): void {
		if ( is_multisite() ) {
			Capability::on_every_site( array( self::class, 'clean_site' ) );
			self::delete_network_options();
		} else {
			self::clean_site();
		}
		self::delete_screen_options();
		if ( defined( 'PUSHBRIDGE_REMOVE_DATA' ) && true === constant( 'PUSHBRIDGE_REMOVE_DATA' ) ) {
			self::drop_tables();
		}
	}

	/**
	 * Removes options, transients, cron events and the capability of the current site.
	 */
	public static function clean_site(): void {
		global $wpdb;
		foreach ( self::names( $wpdb->options, 'option_name', array( '', '_transient_', '_transient_timeout_', '_site_transient_', '_site_transient_timeout_' ) ) as $name ) {
			delete_option( $name );
		}
		foreach ( (array) _get_cron_array() as $events ) {
			foreach ( array_keys( (array) $events ) as $hook ) {
				if ( 0 === strpos( (string) $hook, self::PREFIX ) ) {
					wp_unschedule_hook( $hook );
				}
			}
		}
		Capability::revoke();
	}

	/**
	 * Removes what users chose under Screen Options. Device tokens, which usermeta holds as well, stay.
	 */
	private static function delete_screen_options(): void {
		foreach ( Admin\Menu::PER_PAGE as $key ) {
			delete_metadata( 'user', 0, $key, '', true );
		}
	}

	/**
	 * Removes the options and transients of the network.
	 */
	private static function delete_network_options(): void {
		global $wpdb;
		foreach ( self::names( $wpdb->sitemeta, 'meta_key', array( '', '_site_transient_', '_site_transient_timeout_' ) ) as $name ) {
			delete_site_option( $name );
		}
	}

	/**
	 * The stored names that begin with one of some beginnings and the plugin's prefix.
	 *
	 * @param string   $table      The table.
	 * @param string   $column     Its column of names.
	 * @param string[] $beginnings The beginnings.
	 * @return string[]
	 */
	private static function names( string $table, string $column, array $beginnings ): array {
		global $wpdb;
		$names = array();
		foreach ( $beginnings as $beginning ) {
			// phpcs:ignore WordPress.DB -- WordPress has no function that lists options.
			$found = $wpdb->get_col( $wpdb->prepare( "SELECT {$column} FROM {$table} WHERE {$column} LIKE %s", $wpdb->esc_like( $beginning . self::PREFIX ) . '%' ) );
			$names = array_merge( $names, $found );
		}
		return $names;
	}

	/**
	 * Drops the daemon's tables.
	 */
	private static function drop_tables(): void {
		global $wpdb;
		foreach ( Schema::TABLES as $name ) {
			// phpcs:ignore WordPress.DB -- The administrator has asked for it by a constant.
			$wpdb->query( 'DROP TABLE IF EXISTS ' . Schema::table( $name ) );
		}
	}
}
