<?php
/**
 * What the plugin does without being asked.
 *
 * @package PushBridge
 */

namespace PushBridge;

use PushBridge\Actions\Results_Feed;
use PushBridge\Pruning\Cached_Copies;
use PushBridge\Pruning\Object_Cache_Report;
use PushBridge\Pruning\Verdicts;

/**
 * A cron event each minute: tells the daemon of the object cache, applies its verdicts on tokens, announces results. One
 * site of a network does it for all.
 */
final class Background {

	const EVENT    = 'pushbridge_tend';
	const SCHEDULE = 'pushbridge_every_minute';

	/** Seconds that one run may take for each of its duties. */
	const RUN_TIME = 10;

	/** Verdicts applied at a time by cron, and by a page. */
	const CRON_BATCH = 100;
	const PAGE_BATCH = 5;

	/** Seconds between two pages that look for verdicts. */
	const PAGE_PAUSE = 15;

	/**
	 * Adds the hooks.
	 *
	 * @param string $file The plugin's main file.
	 */
	public static function add_hooks( string $file ): void {
		register_activation_hook( $file, array( Object_Cache_Report::class, 'update' ) );
		register_deactivation_hook( $file, array( self::class, 'stop' ) );
		// phpcs:ignore WordPress.WP.CronInterval -- A dead token must not live for long beside a cache that holds it.
		add_filter( 'cron_schedules', array( self::class, 'add_schedule' ) );
		add_action( self::EVENT, array( self::class, 'run' ) );
		add_action( 'init', array( self::class, 'on_init' ) );
	}

	/**
	 * The filter cron_schedules.
	 *
	 * @param array $schedules The schedules.
	 */
	public static function add_schedule( $schedules ): array {
		return (array) $schedules + array(
			self::SCHEDULE => array(
				'interval' => MINUTE_IN_SECONDS,
				'display'  => __( 'Every minute (Push Bridge)', 'push-bridge' ),
			),
		);
	}

	/**
	 * Keeps the event scheduled, and helps out where cron runs seldom.
	 */
	public static function on_init(): void {
		if ( wp_installing() || ! self::is_responsible() ) {
			return;
		}
		if ( ! wp_next_scheduled( self::EVENT ) ) {
			wp_schedule_event( time(), self::SCHEDULE, self::EVENT );
		}
		// Without a persistent cache the daemon needs no help, and there is nothing that could tell how long ago the last look was.
		if ( wp_using_ext_object_cache() && wp_cache_add( 'looked_for_verdicts', 1, 'pushbridge', self::PAGE_PAUSE ) ) {
			Object_Cache_Report::update();
			Verdicts::apply( self::PAGE_BATCH );
		}
	}

	/**
	 * The cron event.
	 */
	public static function run(): void {
		if ( Schema::problem() ) {
			return;
		}
		Object_Cache_Report::update();
		$end = microtime( true ) + self::RUN_TIME;
		do {
			$counts = Verdicts::apply( self::CRON_BATCH );
			$done   = array_sum( $counts ) - $counts[ Verdicts::LATER ];
		} while ( $done > 0 && microtime( true ) < $end );
		Cached_Copies::drop();
		Results_Feed::run( self::RUN_TIME );
	}

	/**
	 * Ends the event when the plugin is deactivated.
	 *
	 * @param bool $network_wide Whether it is deactivated for a whole network.
	 */
	public static function stop( $network_wide = false ): void {
		$unschedule = static function () {
			wp_unschedule_hook( self::EVENT );
		};
		if ( $network_wide ) {
			Capability::on_every_site( $unschedule );
		} else {
			$unschedule();
		}
		Object_Cache_Report::withdraw();
	}

	/**
	 * Whether this site does it: on a network where the plugin is active everywhere, the main site alone.
	 */
	private static function is_responsible(): bool {
		if ( ! is_multisite() || is_main_site() ) {
			return true;
		}
		$active = (array) get_site_option( 'active_sitewide_plugins', array() );
		return ! isset( $active[ plugin_basename( dirname( __DIR__ ) . '/push-bridge.php' ) ] );
	}
}
