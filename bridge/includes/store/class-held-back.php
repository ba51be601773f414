<?php
/**
 * What the daemons hold back.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

/**
 * One stop in words: what Apple refuses is not asked again and again.
 */
final class Held_Back {

	/** The scope that stops removing tokens and sends on. */
	const PRUNING = 'pruning';

	/** The scope that is about single devices and needs nobody. */
	const DEVICE = 'device';

	/**
	 * What the living of some daemons hold back, each stop once.
	 *
	 * @param object[] $workers What Workers::all() answered.
	 * @return array<string,string[]> By text(): scope, app, channel, what, reason, each empty when it is not told.
	 */
	public static function by( array $workers ): array {
		$list = array();
		foreach ( Workers::alive( $workers ) as $worker ) {
			foreach ( $worker->held_back as $given ) {
				$stop = array();
				foreach ( array( 'scope', 'app', 'channel', 'what', 'reason' ) as $name ) {
					$stop[ $name ] = is_scalar( $given[ $name ] ?? null ) ? (string) $given[ $name ] : '';
				}
				if ( '' !== $stop['app'] ) {
					$list[ self::text( $stop ) ] = $stop;
				}
			}
		}
		return $list;
	}

	/**
	 * A stop in words.
	 *
	 * @param string[] $stop See by().
	 */
	public static function text( array $stop ): string {
		$whose  = $stop['app'] . ( '' === $stop['channel'] ? '' : '/' . $stop['channel'] );
		$reason = '' === $stop['reason'] ? __( 'no reason given', 'push-bridge' ) : $stop['reason'];
		switch ( $stop['scope'] ) {
			case self::PRUNING:
				/* translators: %s: what it concerns, e.g. default/standard/production. */
				return sprintf( __( 'Removing tokens is stopped for %s: so many were refused that the configuration is the likelier cause.', 'push-bridge' ), $whose . '/' . $stop['what'] );
			case 'topic':
				/* translators: 1: app and channel, 2: topic, 3: machine word. */
				return sprintf( __( 'Pushes of %1$s to the topic %2$s are held back: %3$s.', 'push-bridge' ), $whose, $stop['what'], $reason );
			case 'environment':
				/* translators: 1: production or sandbox, 2: app and channel. */
				return sprintf( __( 'Apple\'s %1$s does not take the credential of %2$s.', 'push-bridge' ), $stop['what'], $whose );
			case 'apple':
				/* translators: 1: production or sandbox, 2: app and channel, 3: machine word. */
				return sprintf( __( 'Apple\'s %1$s is in trouble; pushes of %2$s wait: %3$s.', 'push-bridge' ), $stop['what'], $whose, $reason );
			case self::DEVICE:
				/* translators: 1: app and channel, 2: number of devices, in words. */
				return sprintf( __( 'Pushes of %1$s to some devices wait, because they got too many: %2$s.', 'push-bridge' ), $whose, $stop['what'] );
			default:
				/* translators: 1: app and channel, 2: machine word. */
				return sprintf( __( 'All pushes of %1$s are held back: %2$s.', 'push-bridge' ), $whose, $reason );
		}
	}
}
