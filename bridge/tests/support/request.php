<?php
/**
 * One request to the site in a process of its own: request.php CODE runs PHP code in WordPress and prints the JSON of what it
 * returns.
 *
 * @package PushBridge
 */

require dirname( __DIR__ ) . '/rig/server-variables.php';
require getenv( 'WP_ROOT' ) . '/wp-load.php';

echo wp_json_encode( eval( $argv[1] ) ); // phpcs:ignore Squiz.PHP.Eval -- The tests' own code.
