<?php
/**
 * Removes what the plugin has made. Device tokens belong to the app and stay; the tables belong to the daemon and go only
 * if wp-config.php defines PUSHBRIDGE_REMOVE_DATA as true.
 *
 * @package PushBridge
 */

namespace PushBridge;

if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
	exit;
}

require_once __DIR__ . '/includes/class-autoloader.php';

Autoloader::register( __NAMESPACE__, __DIR__ . '/includes' );
Uninstaller::run();
