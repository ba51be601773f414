<?php
/**
 * Tools → Site Health.
 *
 * @package PushBridge
 */

namespace PushBridge\Health;

use PushBridge\Admin\Menu;
use PushBridge\Pruning\Object_Cache_Report;
use PushBridge\Schema;
use PushBridge\Store\Credentials;
use PushBridge\Store\Public_Key;
use PushBridge\Store\Queue;
use PushBridge\Store\Settings;
use PushBridge\Store\Workers;

/**
 * Adds the checks and the information for support requests.
 */
final class Site_Health {

	/**
	 * Adds the hooks.
	 */
	public static function add_hooks(): void {
		add_filter( 'site_status_tests', array( self::class, 'add_tests' ) );
		add_filter( 'debug_information', array( self::class, 'add_information' ) );
	}

	/**
	 * The filter site_status_tests.
	 *
	 * @param array $tests The tests.
	 */
	public static function add_tests( $tests ): array {
		$tests = (array) $tests;
		foreach ( Checks::names() as $name ) {
			$tests['direct'][ 'pushbridge_' . $name ] = array(
				'label' => 'Push Bridge: ' . $name,
				'test'  => static function () use ( $name ) {
					return self::result( $name, call_user_func( array( Checks::class, $name ) ) );
				},
			);
		}
		return $tests;
	}

	/**
	 * The filter debug_information.
	 *
	 * @param array $information The sections.
	 */
	public static function add_information( $information ): array {
		$plugin = get_file_data( dirname( __DIR__, 2 ) . '/push-bridge.php', array( 'version' => 'Version' ) );
		$fields = array(
			'version'     => self::field( __( 'Plugin', 'push-bridge' ), $plugin['version'] ),
			'cache'       => self::field( __( 'Persistent object cache', 'push-bridge' ), wp_using_ext_object_cache() ? 'yes' : 'no' ),
			'sodium'      => self::field( __( 'PHP extension sodium', 'push-bridge' ), extension_loaded( 'sodium' ) ? 'yes' : 'no' ),
			'wake'        => self::field( 'PUSHBRIDGE_WAKE', defined( 'PUSHBRIDGE_WAKE' ) ? (string) constant( 'PUSHBRIDGE_WAKE' ) : 'not set', true ),
			'remove_data' => self::field( 'PUSHBRIDGE_REMOVE_DATA', defined( 'PUSHBRIDGE_REMOVE_DATA' ) && true === constant( 'PUSHBRIDGE_REMOVE_DATA' ) ? 'true' : 'not set' ),
		);
		$fields = $fields + ( Schema::problem() ? array( 'tables' => self::field( __( 'Tables', 'push-bridge' ), Schema::problem()->get_error_code() ) ) : self::from_tables() );
		return (array) $information + array(
			'push-bridge' => array(
				'label'  => 'Push Bridge',
				'fields' => $fields,
			),
		);
	}

	/**
	 * What the tables say.
	 */
	private static function from_tables(): array {
		$settings = Settings::all();
		$fields   = array(
			'schema'       => self::field( __( 'Schema version', 'push-bridge' ), $settings['schema_version'] ?? '' ),
			'installation' => self::field( __( 'Installation id', 'push-bridge' ), $settings['installation_id'] ?? '', true ),
			'told'         => self::field( __( 'Object cache as told to the daemon', 'push-bridge' ), Object_Cache_Report::reported() ? 'persistent' : 'not persistent' ),
			'key'          => self::field( __( 'Public key', 'push-bridge' ), Public_Key::current()->fingerprint() . ' (' . Public_Key::current()->state() . ')' ),
		);
		foreach ( Workers::all() as $worker ) {
			/* translators: %s: a process id. */
			$label = sprintf( __( 'Daemon %s', 'push-bridge' ), $worker->pid );
			/* translators: 1: version, 2: state, 3: seconds. */
			$fields[ 'worker-' . $worker->id ]           = self::field( $label, sprintf( __( '%1$s, %2$s, last heard of %3$d seconds ago', 'push-bridge' ), $worker->version, $worker->state, $worker->heartbeat_seconds ) );
			$fields[ 'worker-' . $worker->id . '-host' ] = self::field( $label . ' (host)', $worker->host . ' ' . $worker->wake_address, true );
		}
		foreach ( Queue::lanes() as $lane => $figures ) {
			$fields[ 'lane-' . $lane ] = self::field( 'voip' === $lane ? __( 'Calls', 'push-bridge' ) : __( 'Notifications', 'push-bridge' ), (string) wp_json_encode( $figures ) );
		}
		foreach ( Credentials::all() as $credential ) {
			$name  = $credential->app . '/' . $credential->channel;
			$state = null === $credential->error || '' === $credential->error ? ( $credential->is_checked ? 'ok' : 'not checked' ) : $credential->error;
			/* translators: %s: the name of a credential. */
			$label                                   = sprintf( __( 'Credential %s', 'push-bridge' ), $name );
			$fields[ 'credential-' . $name ]         = self::field( $label, $credential->kind . ', ' . ( $credential->not_after ?? 'no end' ) . ', ' . $state );
			$fields[ 'credential-' . $name . '-id' ] = self::field( $label . ' (id)', implode( ' ', array_filter( array( $credential->bundle_id, $credential->team_id, $credential->key_id ) ) ), true );
		}
		return $fields;
	}

	/**
	 * A finding in the form of Site Health.
	 *
	 * @param string  $name    The check.
	 * @param Finding $finding What it found.
	 */
	private static function result( string $name, Finding $finding ): array {
		return array(
			'label'       => $finding->label,
			'status'      => $finding->status,
			'badge'       => array(
				'label' => 'Push Bridge',
				'color' => Finding::CRITICAL === $finding->status ? 'red' : 'blue',
			),
			'description' => '<p>' . esc_html( $finding->advice ) . '</p>',
			'actions'     => Finding::GOOD === $finding->status ? '' : sprintf( '<p><a href="%s">%s</a></p>', esc_url( Menu::url() ), esc_html__( 'Open Push Bridge', 'push-bridge' ) ),
			'test'        => 'pushbridge_' . $name,
		);
	}

	/**
	 * A field of the information.
	 *
	 * @param string $label      Its name.
	 * @param string $value      Its value.
	 * @param bool   $is_private Whether it stays out of what is copied for a support request.
	 */
	private static function field( string $label, string $value, bool $is_private = false ): array {
		return array(
			'label'   => $label,
			'value'   => $value,
			'private' => $is_private,
		);
	}
}
