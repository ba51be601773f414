<?php
/**
 * The daemon's tables, as the plugin sees them.
 *
 * @package PushBridge
 */

namespace PushBridge;

/**
 * Names of the tables, and whether they are there. Only `push-bridge migrate` makes or changes them.
 */
final class Schema {

	/** The oldest schema version that this plugin can work with. */
	const REQUIRED_VERSION = 1;

	const MIGRATE_COMMAND = 'push-bridge migrate --config /etc/push-bridge/push-bridge.ini';

	/** Every table, for uninstalling. */
	const TABLES = array( 'actions', 'deliveries', 'credentials', 'prunes', 'token_environments', 'answers', 'workers', 'settings' );

	/**
	 * Whether this request has seen a schema that is new enough; a lack is looked up again each time.
	 *
	 * @var bool
	 */
	private static $seen_ready = false;

	/**
	 * The full name of a table: one set of tables serves a whole network.
	 *
	 * @param string $name One of TABLES.
	 */
	public static function table( string $name ): string {
		global $wpdb;
		return $wpdb->base_prefix . 'pushbridge_' . $name;
	}

	/**
	 * Says what is wrong with the tables, if anything is.
	 *
	 * @return \WP_Error|null TablesMissing or TablesOutdated with what to do, null when all is well.
	 */
	public static function problem(): ?\WP_Error {
		if ( self::$seen_ready ) {
			return null;
		}
		$version = self::version();
		if ( null === $version ) {
			return new \WP_Error(
				'TablesMissing',
				/* translators: %s: a shell command. */
				sprintf( __( 'The tables of Push Bridge are missing. Create them on the server with: %s', 'push-bridge' ), self::MIGRATE_COMMAND )
			);
		}
		if ( $version < self::REQUIRED_VERSION ) {
			return new \WP_Error(
				'TablesOutdated',
				/* translators: %s: a shell command. */
				sprintf( __( 'The tables of Push Bridge are older than this plugin needs. Update them on the server with: %s', 'push-bridge' ), self::MIGRATE_COMMAND )
			);
		}
		self::$seen_ready = true;
		return null;
	}

	/**
	 * Forgets what this request knows about the tables.
	 */
	public static function forget(): void {
		self::$seen_ready = false;
	}

	/**
	 * The schema's version number; null when the tables do not exist.
	 */
	private static function version(): ?int {
		global $wpdb;
		$suppressed = $wpdb->suppress_errors( true );
		// phpcs:ignore WordPress.DB -- Our own table; the answer changes behind WordPress' back, so it is not cached.
		$row    = $wpdb->get_row( 'SELECT value FROM ' . self::table( 'settings' ) . " WHERE name = 'schema_version'" );
		$failed = '' !== $wpdb->last_error;
		$wpdb->suppress_errors( $suppressed );
		if ( $failed ) {
			return null;
		}
		return $row ? (int) $row->value : 0;
	}
}
