<?php
/**
 * What must be right for notifications to arrive.
 *
 * @package PushBridge
 */

namespace PushBridge\Health;

use PushBridge\Background;
use PushBridge\Pruning\Object_Cache_Report;
use PushBridge\Schema;
use PushBridge\Store\Credentials;
use PushBridge\Store\Held_Back;
use PushBridge\Store\Prunes;
use PushBridge\Store\Public_Key;
use PushBridge\Store\Queue;
use PushBridge\Store\Workers;

/**
 * Every check by itself; each reads what it needs anew.
 */
final class Checks {

	/** Checks that need the tables; without these the first check says all. */
	const OF_TABLES = array( 'daemon', 'queue', 'public_key', 'credentials', 'held_back', 'object_cache', 'pruning' );

	/** Seconds that an action may be due before something is wrong. */
	const LATEST = array(
		'voip'     => 30,
		'standard' => 600,
	);

	/**
	 * The names of all checks, each a method of this class.
	 *
	 * @return string[]
	 */
	public static function names(): array {
		return array_merge( array( 'tables', 'sodium' ), Schema::problem() ? array() : self::OF_TABLES );
	}

	/**
	 * Whether the daemon's tables are there.
	 */
	public static function tables(): Finding {
		$problem = Schema::problem();
		if ( $problem ) {
			return new Finding( Finding::CRITICAL, __( 'The tables of Push Bridge are missing or outdated', 'push-bridge' ), $problem->get_error_message() );
		}
		return new Finding( Finding::GOOD, __( 'The tables of Push Bridge are up to date', 'push-bridge' ), __( 'Notifications can be queued.', 'push-bridge' ) );
	}

	/**
	 * Whether credentials can be sealed quickly.
	 */
	public static function sodium(): Finding {
		if ( extension_loaded( 'sodium' ) ) {
			return new Finding( Finding::GOOD, __( 'PHP can seal credentials', 'push-bridge' ), __( 'The PHP extension sodium is present.', 'push-bridge' ) );
		}
		return new Finding(
			Finding::RECOMMENDED,
			__( 'The PHP extension sodium is missing', 'push-bridge' ),
			__( 'WordPress seals credentials with a slower replacement. Install the PHP extension sodium.', 'push-bridge' )
		);
	}

	/**
	 * Whether a daemon runs.
	 */
	public static function daemon(): Finding {
		$alive = Workers::alive( Workers::all() );
		if ( ! $alive ) {
			return new Finding(
				Finding::CRITICAL,
				__( 'No push-bridge daemon is running', 'push-bridge' ),
				__( 'Notifications are queued and not sent. Start the daemon on the server: systemctl start push-bridge. What is wrong is in its log: journalctl -u push-bridge.', 'push-bridge' )
			);
		}
		return new Finding(
			Finding::GOOD,
			__( 'The push-bridge daemon is running', 'push-bridge' ),
			/* translators: 1: a number of daemons, 2: seconds. */
			sprintf( __( 'Running daemons: %1$s. The last sign of life came %2$s seconds ago.', 'push-bridge' ), number_format_i18n( count( $alive ) ), number_format_i18n( max( 0, min( array_column( $alive, 'heartbeat_seconds' ) ) ) ) )
		);
	}

	/**
	 * Whether notifications leave in time.
	 */
	public static function queue(): Finding {
		foreach ( Queue::lanes() as $lane => $figures ) {
			$seconds = (int) $figures['oldest_seconds'];
			if ( $seconds > self::LATEST[ $lane ] ) {
				return new Finding(
					Finding::CRITICAL,
					'voip' === $lane ? __( 'Calls are waiting to be sent', 'push-bridge' ) : __( 'Notifications are waiting to be sent', 'push-bridge' ),
					/* translators: %s: a time span. */
					sprintf( __( 'The oldest one has been due for %s. Look whether the daemon runs, whether its queue is paused, and at its log: journalctl -u push-bridge.', 'push-bridge' ), human_time_diff( time() - $seconds ) )
				);
			}
		}
		return new Finding( Finding::GOOD, __( 'Notifications leave in time', 'push-bridge' ), __( 'Nothing has been due for long.', 'push-bridge' ) );
	}

	/**
	 * Whether credentials can be sealed to the daemon's key.
	 */
	public static function public_key(): Finding {
		$key = Public_Key::current();
		if ( '' !== $key->alarm() ) {
			return new Finding(
				Finding::CRITICAL,
				__( 'Somebody has put another public key in place of the daemon\'s', 'push-bridge' ),
				__( 'The daemon has put it right and takes no new credentials until you have looked at it. Run on the server: push-bridge doctor --accept', 'push-bridge' )
			);
		}
		switch ( $key->state() ) {
			case Public_Key::MISSING:
				return new Finding( Finding::CRITICAL, __( 'The daemon has not published its public key', 'push-bridge' ), __( 'Credentials cannot be sealed. Run on the server: push-bridge init', 'push-bridge' ) );
			case Public_Key::CHANGED:
				return new Finding(
					Finding::CRITICAL,
					__( 'The daemon\'s public key is not the confirmed one', 'push-bridge' ),
					/* translators: %s: a fingerprint. */
					sprintf( __( 'Somebody may want to read your next credential. Compare the fingerprint %s with the one that "push-bridge doctor" shows on the server, and confirm it on the Credentials page only when they are equal.', 'push-bridge' ), $key->fingerprint() )
				);
			case Public_Key::UNCONFIRMED:
				return new Finding(
					Finding::RECOMMENDED,
					__( 'The daemon\'s public key is not confirmed', 'push-bridge' ),
					/* translators: %s: a fingerprint. */
					sprintf( __( 'Credentials can be entered here once you have confirmed its fingerprint on the Credentials page: %s', 'push-bridge' ), $key->fingerprint() )
				);
		}
		/* translators: %s: a fingerprint. */
		return new Finding( Finding::GOOD, __( 'The daemon\'s public key is confirmed', 'push-bridge' ), sprintf( __( 'Its fingerprint: %s', 'push-bridge' ), $key->fingerprint() ) );
	}

	/**
	 * Whether Apple will take the site's credentials.
	 */
	public static function credentials(): Finding {
		$all = Credentials::all();
		if ( ! $all ) {
			return new Finding( Finding::CRITICAL, __( 'There are no credentials for Apple', 'push-bridge' ), __( 'Enter a key on the Credentials page, or run on the server: push-bridge credentials set', 'push-bridge' ) );
		}
		$worst = null;
		foreach ( $all as $credential ) {
			$name = $credential->app . '/' . $credential->channel;
			if ( null !== $credential->error && '' !== $credential->error ) {
				/* translators: %s: the name of a credential. */
				return new Finding( Finding::CRITICAL, sprintf( __( 'The credential %s does not work', 'push-bridge' ), $name ), $credential->error );
			}
			if ( null !== $credential->days_left && $credential->days_left < Credentials::SOON ) {
				$has_ended = $credential->days_left < 0;
				$finding   = new Finding(
					$has_ended ? Finding::CRITICAL : Finding::RECOMMENDED,
					/* translators: %s: the name of a credential. */
					sprintf( $has_ended ? __( 'The certificate %s has expired', 'push-bridge' ) : __( 'The certificate %s expires soon', 'push-bridge' ), $name ),
					/* translators: %s: a date. */
					sprintf( __( 'It is valid until %s (UTC). Make a new one at Apple, or better a key, which does not expire.', 'push-bridge' ), $credential->not_after )
				);
				if ( $has_ended ) {
					return $finding;
				}
				$worst = $worst ?? $finding;
			}
		}
		return $worst ?? new Finding( Finding::GOOD, __( 'The credentials for Apple are in order', 'push-bridge' ), implode( ', ', array_map( array( self::class, 'credential_name' ), $all ) ) );
	}

	/**
	 * Whether dead tokens are removed where a persistent object cache holds copies of them.
	 */
	public static function object_cache(): Finding {
		$is_persistent = (bool) wp_using_ext_object_cache();
		if ( Object_Cache_Report::reported() !== $is_persistent && ( $is_persistent || Object_Cache_Report::reported() ) ) {
			return new Finding(
				Finding::RECOMMENDED,
				__( 'The daemon has not heard of the object cache yet', 'push-bridge' ),
				__( 'WordPress\' cron tells it within a minute. If this stays, cron does not run.', 'push-bridge' )
			);
		}
		return new Finding(
			Finding::GOOD,
			$is_persistent ? __( 'The plugin removes dead device tokens', 'push-bridge' ) : __( 'The daemon removes dead device tokens', 'push-bridge' ),
			$is_persistent ? __( 'The site has a persistent object cache, so the daemon leaves the removal to WordPress.', 'push-bridge' ) : __( 'The site has no persistent object cache.', 'push-bridge' )
		);
	}

	/**
	 * Whether verdicts on tokens are carried out.
	 */
	public static function pruning(): Finding {
		$stopped = self::held_back_texts( true );
		if ( $stopped ) {
			return new Finding(
				Finding::RECOMMENDED,
				__( 'The removal of dead device tokens is stopped', 'push-bridge' ),
				implode( ' ', $stopped ) . ' ' . __( 'Check bundle id, environment and credentials.', 'push-bridge' )
			);
		}
		$next   = wp_next_scheduled( Background::EVENT );
		$oldest = Prunes::open( 0, 1, array( 'verdict' ) );
		if ( $oldest && time() - (int) strtotime( $oldest[0]->created_at . ' UTC' ) > HOUR_IN_SECONDS && ( ! $next || $next < time() - HOUR_IN_SECONDS ) ) {
			return new Finding(
				Finding::RECOMMENDED,
				__( 'Dead device tokens wait to be removed', 'push-bridge' ),
				__( 'WordPress\' cron has not run for an hour. Call wp-cron.php each minute, or run: wp cron event run --due-now', 'push-bridge' )
			);
		}
		return new Finding( Finding::GOOD, __( 'Dead device tokens are removed in time', 'push-bridge' ), __( 'Nothing has waited for long.', 'push-bridge' ) );
	}

	/**
	 * Whether Apple takes what is sent.
	 */
	public static function held_back(): Finding {
		$texts = self::held_back_texts( false );
		if ( $texts ) {
			return new Finding(
				Finding::CRITICAL,
				__( 'Pushes are held back, because Apple does not take them', 'push-bridge' ),
				implode( ' ', $texts ) . ' ' . __( 'They wait and go out by themselves once Apple takes them again.', 'push-bridge' )
			);
		}
		return new Finding( Finding::GOOD, __( 'Apple takes what is sent', 'push-bridge' ), __( 'The daemons hold nothing back.', 'push-bridge' ) );
	}

	/**
	 * What the daemons hold back, in words; single devices that got too much are nobody's fault.
	 *
	 * @param bool $is_pruning Whether the removal of tokens is asked for, or pushes.
	 * @return string[]
	 */
	private static function held_back_texts( bool $is_pruning ): array {
		return array_keys(
			array_filter(
				Held_Back::by( Workers::all() ),
				static function ( $stop ) use ( $is_pruning ) {
					return $is_pruning ? Held_Back::PRUNING === $stop['scope'] : ! in_array( $stop['scope'], array( Held_Back::PRUNING, Held_Back::DEVICE ), true );
				}
			)
		);
	}

	/**
	 * A credential in a list.
	 *
	 * @param object $credential The credential.
	 */
	private static function credential_name( object $credential ): string {
		return $credential->app . '/' . $credential->channel . ' (' . $credential->bundle_id . ')';
	}
}
