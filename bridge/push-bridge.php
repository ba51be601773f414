<?php
/**
 * Plugin Name:       Push Bridge
 * Description:       Queues push notifications for iOS apps and keeps the device tokens; the push-bridge daemon sends them to Apple.
 * Version:           0.1.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * Author:            The PushBridge authors
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       push-bridge
 *
 * @package PushBridge
 */

namespace PushBridge;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

require_once __DIR__ . '/includes/class-autoloader.php';
require_once __DIR__ . '/includes/functions.php';

Autoloader::register( __NAMESPACE__, __DIR__ . '/includes' );
Plugin::init( __FILE__ );
