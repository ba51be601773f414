<?php
/**
 * Kinds of device tokens.
 *
 * @package PushBridge
 */

namespace PushBridge\Tokens;

use PushBridge\Schema;
use PushBridge\Store\Actions;

/**
 * Which usermeta key holds the tokens of which kind.
 */
final class Token_Kinds {

	/** Kind => meta key, the defaults of the daemon's section [tokens]. */
	const META_KEYS = array(
		'standard'            => 'mam_ios_device_token',
		'voip'                => 'mam_ios_voip_token',
		'live_activity'       => 'mam_ios_live_activity_token',
		'live_activity_start' => 'mam_ios_live_activity_start_token',
		'widgets'             => 'mam_ios_widgets_token',
		'controls'            => 'mam_ios_controls_token',
		'location'            => 'mam_ios_location_token',
		'complication'        => 'mam_ios_complication_token',
		'fileprovider'        => 'mam_ios_fileprovider_token',
		'pushtotalk'          => 'mam_ios_pushtotalk_token',
		'mdm'                 => 'mam_ios_mdm_token',
	);

	/**
	 * The app for which a site sends and registers when none is named.
	 *
	 * @param string $purpose What it is for: send or register.
	 */
	public static function app( string $purpose ): string {
		/**
		 * Gives a site an app of its own, for example each site of a network.
		 *
		 * @param string $app     The app: "default".
		 * @param string $purpose What it is for: `send` a notification, or `register` a device token.
		 */
		return (string) apply_filters( 'pushbridge_app', 'default', $purpose );
	}

	/**
	 * The meta key of a kind; null when the kind is unknown.
	 *
	 * @param string $kind The kind.
	 * @param string $app  The app whose token it is.
	 */
	public static function meta_key( string $kind, string $app = 'default' ): ?string {
		if ( ! isset( self::META_KEYS[ $kind ] ) ) {
			return null;
		}
		/**
		 * Changes the usermeta key, for a daemon whose configuration names others ([tokens], [app.NAME]).
		 *
		 * @param string $meta_key The key.
		 * @param string $kind     The kind of token.
		 * @param string $app      The app.
		 */
		return (string) apply_filters( 'pushbridge_token_meta_key', self::META_KEYS[ $kind ], $kind, $app );
	}

	/**
	 * Every key of the default app.
	 *
	 * @return string[]
	 */
	public static function all_meta_keys(): array {
		return array_map( array( self::class, 'meta_key' ), array_keys( self::META_KEYS ) );
	}

	/**
	 * Every key of every app that has credentials, those of the app "default" first.
	 *
	 * @return array<string,string> Meta key => kind.
	 */
	public static function of_all_apps(): array {
		$kinds = array();
		foreach ( Schema::problem() ? array( 'default' ) : array_merge( array( 'default' ), Actions::apps() ) as $app ) {
			foreach ( array_keys( self::META_KEYS ) as $kind ) {
				$kinds += array( self::meta_key( $kind, $app ) => $kind );
			}
		}
		return $kinds;
	}

	/**
	 * Every key of every app that has credentials.
	 *
	 * @return string[]
	 */
	public static function meta_keys_of_all_apps(): array {
		return array_map( 'strval', array_keys( self::of_all_apps() ) );
	}
}
