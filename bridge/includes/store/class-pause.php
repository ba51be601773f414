<?php
/**
 * What of the queue rests.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

/**
 * The setting `paused`, as `push-bridge queue pause` writes it.
 */
final class Pause {

	const SETTING = 'paused';

	/**
	 * The decoded setting.
	 *
	 * @var array
	 */
	private $parts;

	/**
	 * Takes the settings. Text that cannot be read means that somebody wanted something to rest: everything does.
	 *
	 * @param array<string,string> $settings What Settings::all() answers.
	 */
	public function __construct( array $settings ) {
		$text        = $settings[ self::SETTING ] ?? '';
		$parts       = json_decode( $text, true );
		$this->parts = is_array( $parts ) ? $parts : array( 'all' => '' !== $text );
	}

	/**
	 * What rests, for people: names of lanes and apps, numbers of actions, or everything; empty: nothing.
	 *
	 * @return string[]
	 */
	public function names(): array {
		if ( true === ( $this->parts['all'] ?? false ) ) {
			return array( __( 'everything', 'push-bridge' ) );
		}
		$names = array();
		foreach ( $this->listed( 'lanes' ) as $lane ) {
			/* translators: %s: name of a lane, voip or standard. */
			$names[] = sprintf( __( 'lane %s', 'push-bridge' ), $lane );
		}
		foreach ( $this->listed( 'apps' ) as $app ) {
			/* translators: %s: name of an app. */
			$names[] = sprintf( __( 'app %s', 'push-bridge' ), $app );
		}
		foreach ( array_slice( $this->listed( 'actions' ), 0, 20 ) as $id ) {
			/* translators: %s: number of a notification. */
			$names[] = sprintf( __( 'notification #%s', 'push-bridge' ), $id );
		}
		return $names;
	}

	/**
	 * Whether an action rests.
	 *
	 * @param object $action With id, app and type.
	 */
	public function covers( object $action ): bool {
		return true === ( $this->parts['all'] ?? false )
			|| in_array( 'voip' === $action->type ? 'voip' : 'standard', $this->listed( 'lanes' ), true )
			|| in_array( $action->app, $this->listed( 'apps' ), true )
			|| in_array( (string) $action->id, $this->listed( 'actions' ), true );
	}

	/**
	 * One of the lists.
	 *
	 * @param string $name Its name.
	 * @return string[]
	 */
	private function listed( string $name ): array {
		$list = $this->parts[ $name ] ?? array();
		return is_array( $list ) ? array_map( 'strval', array_filter( $list, 'is_scalar' ) ) : array();
	}
}
