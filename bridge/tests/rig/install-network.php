<?php
/**
 * Turns the installed site into a network with sub-folders.
 *
 * @package PushBridge
 */

define( 'WP_INSTALLING', true );
define( 'RIG_NO_NETWORK', true );
require __DIR__ . '/server-variables.php';
require getenv( 'WP_ROOT' ) . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/network.php';

foreach ( $wpdb->tables( 'ms_global' ) as $rig_table => $rig_prefixed ) {
	$wpdb->$rig_table = $rig_prefixed;
}
install_network();
$rig_result = populate_network( 1, $_SERVER['HTTP_HOST'], getenv( 'WP_ADMIN_EMAIL' ), 'Network', '/', false );
if ( is_wp_error( $rig_result ) && 'no_wildcard_dns' !== $rig_result->get_error_code() ) {
	fwrite( STDERR, $rig_result->get_error_message() . "\n" );
	exit( 1 );
}
