<?php
/**
 * Adds a site to the network: add-site.php NAME.
 *
 * @package PushBridge
 */

require __DIR__ . '/server-variables.php';
require getenv( 'WP_ROOT' ) . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

$rig_admin  = get_user_by( 'login', getenv( 'WP_ADMIN_USER' ) );
$rig_result = wpmu_create_blog( get_network()->domain, '/' . $argv[1] . '/', 'Site ' . $argv[1], $rig_admin->ID );
if ( is_wp_error( $rig_result ) ) {
	fwrite( STDERR, $rig_result->get_error_message() . "\n" );
	exit( 1 );
}
