<?php
/**
 * Who may manage Push Bridge.
 *
 * @package PushBridge
 */

namespace PushBridge;

/**
 * The capability manage_push_bridge: administrators of every site get it.
 */
final class Capability {

	const NAME = 'manage_push_bridge';

	/**
	 * Gives the capability to administrators when the plugin is activated.
	 *
	 * @param bool $network_wide Whether it is activated for a whole network.
	 */
	public static function grant_on_activation( bool $network_wide ): void {
		if ( ! $network_wide ) {
			self::grant();
			return;
		}
		self::on_every_site( array( self::class, 'grant' ) );
	}

	/**
	 * Gives the capability to the administrators of a site made later.
	 *
	 * @param \WP_Site $site The new site.
	 */
	public static function grant_on_new_site( \WP_Site $site ): void {
		switch_to_blog( (int) $site->blog_id );
		self::grant();
		restore_current_blog();
	}

	/**
	 * Whether the current user may see and do what administrators of Push Bridge do.
	 */
	public static function is_current_user_allowed(): bool {
		// manage_options: whoever activated the plugin before the role knew the capability is told as well.
		return current_user_can( self::NAME ) || current_user_can( 'manage_options' );
	}

	/**
	 * Calls a function once in every site of a network.
	 *
	 * @param callable $work What to do.
	 */
	public static function on_every_site( callable $work ): void {
		$sites = get_sites(
			array(
				'fields' => 'ids',
				'number' => 0,
			)
		);
		foreach ( $sites as $site ) {
			switch_to_blog( (int) $site );
			$work();
			restore_current_blog();
		}
	}

	/**
	 * Gives the capability to the current site's administrators.
	 */
	public static function grant(): void {
		$role = get_role( 'administrator' );
		if ( $role ) {
			$role->add_cap( self::NAME );
		}
	}

	/**
	 * Takes the capability from every role of the current site, and from users who were given it themselves.
	 */
	public static function revoke(): void {
		foreach ( wp_roles()->role_objects as $role ) {
			$role->remove_cap( self::NAME );
		}
		global $wpdb;
		$users = get_users(
			array(
				'meta_key'     => $wpdb->get_blog_prefix() . 'capabilities', // phpcs:ignore WordPress.DB.SlowDBQuery -- Once, at the end.
				'meta_value'   => '"' . self::NAME . '"', // phpcs:ignore WordPress.DB.SlowDBQuery -- Once, at the end.
				'meta_compare' => 'LIKE',
			)
		);
		foreach ( $users as $user ) {
			$user->remove_cap( self::NAME );
		}
	}
}
