<?php
/**
 * Runs a command of the plugin in a process of its own, as `wp` would: wp.php push-bridge queue list --state=failed.
 *
 * @package PushBridge
 */

define( 'WP_CLI', true );
require dirname( __DIR__ ) . '/rig/server-variables.php';
require __DIR__ . '/wp-cli-double.php';
require __DIR__ . '/class-cli-runner.php';
require getenv( 'WP_ROOT' ) . '/wp-load.php';

list( $rig_status, $rig_output, $rig_errors ) = PushBridge\Tests\Cli_Runner::run( array_slice( $argv, 1 ) );
fwrite( STDOUT, $rig_output . "\n" );
fwrite( STDERR, $rig_errors . "\n" );
exit( $rig_status );
