<?php
/**
 * The only place where the plugin's parts meet WordPress.
 *
 * @package PushBridge
 */

namespace PushBridge;

/**
 * Adds every hook of the plugin.
 */
final class Plugin {

	/**
	 * Adds the hooks; nothing else happens when the plugin is loaded.
	 *
	 * @param string $file The plugin's main file.
	 */
	public static function init( string $file ): void {
		register_activation_hook( $file, array( Capability::class, 'grant_on_activation' ) );
		add_action( 'wp_initialize_site', array( Capability::class, 'grant_on_new_site' ), 200 );
		add_action( 'mam_notification_send_pn', array( Actions\Sender::class, 'on_send_hook' ) );
		add_filter( 'is_protected_meta', array( Tokens\Meta_Protection::class, 'protect' ), 10, 3 );
		add_action( 'rest_api_init', array( Rest\Token_Routes::class, 'register' ) );
		Tokens\Token_Ajax::add_hooks();
		Background::add_hooks( $file );
		Health\Site_Health::add_hooks();
		Privacy\Privacy::add_hooks();
		if ( defined( 'WP_CLI' ) && WP_CLI ) {
			Cli\Root_Command::register();
		}
		if ( is_admin() ) {
			Admin\Tables_Notice::add_hooks();
			Admin\Hooks::add();
		}
	}
}
