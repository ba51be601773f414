<?php
/**
 * The configuration of the throw-away site. All that differs comes from the environment, so that one file serves the web
 * servers, scripts and PHPUnit.
 *
 * @package PushBridge
 */

define( 'DB_NAME', getenv( 'DB_NAME' ) );
define( 'DB_USER', getenv( 'DB_USER' ) );
define( 'DB_PASSWORD', getenv( 'DB_PASSWORD' ) );
define( 'DB_HOST', getenv( 'DB_HOST' ) );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
$table_prefix = getenv( 'WP_TABLE_PREFIX' );

define( 'WP_HOME', getenv( 'WP_HOME' ) );
define( 'WP_SITEURL', getenv( 'WP_HOME' ) );

foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $rig_name ) {
	define( $rig_name . '_KEY', 'test only: key ' . $rig_name );
	define( $rig_name . '_SALT', 'test only: salt ' . $rig_name );
}
unset( $rig_name );

define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', getenv( 'SITE_HOME' ) . '/log/debug.log' );
define( 'SCRIPT_DEBUG', true );
define( 'WP_ENVIRONMENT_TYPE', 'local' );

// Nothing outside this machine is asked, and nothing runs unless a test asks for it.
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
// The plugin may be a link to the checkout: WordPress must never delete through it.
define( 'DISALLOW_FILE_MODS', true );

if ( '1' === getenv( 'WP_MULTISITE' ) ) {
	define( 'WP_ALLOW_MULTISITE', true );
	// The installing scripts run before there is a network.
	if ( ! defined( 'RIG_NO_NETWORK' ) ) {
		define( 'MULTISITE', true );
		define( 'SUBDOMAIN_INSTALL', false );
		define( 'DOMAIN_CURRENT_SITE', preg_replace( '#^https?://#', '', getenv( 'WP_HOME' ) ) );
		define( 'PATH_CURRENT_SITE', '/' );
		define( 'SITE_ID_CURRENT_SITE', 1 );
		define( 'BLOG_ID_CURRENT_SITE', 1 );
	}
}

if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
