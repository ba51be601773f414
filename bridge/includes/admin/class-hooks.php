<?php
/**
 * Where the screens meet WordPress.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

/**
 * Adds every hook of the screens.
 */
final class Hooks {

	/**
	 * Adds the hooks; called in wp-admin only.
	 */
	public static function add(): void {
		Menu::add_hooks();
		Live::add_hooks();
		Test_Push::add_hooks();
		Row_Actions::add_hooks();
		Cleanup_Handlers::add_hooks();
		Tokens_Screen::add_hooks();
		Credential_Handlers::add_hooks();
		Legacy_Import::add_hooks();
		Settings_Screen::add_hooks();
		Profile_Devices::add_hooks();
	}
}
