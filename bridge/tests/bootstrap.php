<?php
/**
 * PHPUnit in the WordPress that `site up` made; its env file must be loaded.
 *
 * @package PushBridge
 */

if ( ! getenv( 'WP_ROOT' ) ) {
	fwrite( STDERR, "No WordPress: use bridge/tests/run, or load the env file that bridge/tests/site up prints.\n" );
	exit( 2 );
}
require __DIR__ . '/rig/server-variables.php';
require getenv( 'WP_ROOT' ) . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';
require_once __DIR__ . '/support/class-died.php';
require_once __DIR__ . '/support/class-wordpress-case.php';
