<?php
/**
 * Activates a plugin as the Plugins page does, on a network for all sites: activate.php FOLDER/FILE.
 *
 * @package PushBridge
 */

require __DIR__ . '/server-variables.php';
require getenv( 'WP_ROOT' ) . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';

wp_set_current_user( get_user_by( 'login', getenv( 'WP_ADMIN_USER' ) )->ID );
$rig_result = activate_plugin( $argv[1], '', is_multisite() );
if ( is_wp_error( $rig_result ) ) {
	fwrite( STDERR, $argv[1] . ': ' . $rig_result->get_error_message() . ' ' . wp_json_encode( $rig_result->get_error_data() ) . "\n" );
	exit( 1 );
}
