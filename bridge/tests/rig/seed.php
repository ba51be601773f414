<?php
/**
 * Fills the throw-away site's tables with something to look at: seed.php [NUMBER] makes so many users with tokens and as
 * many actions; with a second argument the base64 of a public key is published.
 *
 * @package PushBridge
 */

require __DIR__ . '/server-variables.php';
require getenv( 'WP_ROOT' ) . '/wp-load.php';

use PushBridge\Schema;
use PushBridge\Store\Settings;

$rig_number = (int) ( $argv[1] ?? 40 );
$rig_admin  = get_user_by( 'login', getenv( 'WP_ADMIN_USER' ) )->ID;

/**
 * Inserts rows in batches.
 *
 * @param string   $table   The table.
 * @param string   $columns Its columns.
 * @param string[] $rows    Rows as SQL.
 */
function rig_insert( string $table, string $columns, array $rows ): void {
	global $wpdb;
	foreach ( array_chunk( $rows, 1000 ) as $chunk ) {
		if ( false === $wpdb->query( "INSERT INTO {$table} ({$columns}) VALUES " . implode( ', ', $chunk ) ) ) {
			fwrite( STDERR, $wpdb->last_error . "\n" );
			exit( 1 );
		}
	}
}

$rig_users      = array();
$rig_meta       = array();
$rig_actions    = array();
$rig_deliveries = array();
$rig_prunes     = array();
$rig_base       = 1 + (int) $wpdb->get_var( "SELECT MAX(ID) FROM {$wpdb->users}" );
$rig_meta_base  = 1 + (int) $wpdb->get_var( "SELECT MAX(umeta_id) FROM {$wpdb->usermeta}" );
$rig_next       = 1 + (int) $wpdb->get_var( 'SELECT MAX(id) FROM ' . Schema::table( 'actions' ) );
$rig_kinds      = array(
	array( 'sent', 'NULL', 'delivered', 'NULL', 200 ),
	array( 'sent', 'NULL', 'delivered', 'NULL', 200 ),
	array( 'sent', 'NULL', 'delivered', 'NULL', 200 ),
	array( 'failed', "'Unregistered'", 'unregistered', "'Unregistered'", 410 ),
	array( 'failed', "'ServiceUnavailable'", 'exhausted', "'ServiceUnavailable'", 503 ),
	array( 'sending', 'NULL', 'retry', "'TooManyRequests'", 429 ),
	array( 'failed', "'DeviceTokenNotForTopic'", 'rejected', "'DeviceTokenNotForTopic'", 400 ),
);
for ( $rig_i = 0; $rig_i < $rig_number; $rig_i++ ) {
	$rig_id           = $rig_base + $rig_i;
	$rig_token        = hash( 'sha256', 'token' . $rig_i );
	$rig_kind         = $rig_kinds[ $rig_i % count( $rig_kinds ) ];
	$rig_users[]      = "({$rig_id}, 'person{$rig_i}', 'x', 'person{$rig_i}', 'person{$rig_i}@example.test', 'Person {$rig_i}')";
	$rig_value        = 9 === $rig_i % 10 ? 'no token ' . $rig_i : '{"token":"' . $rig_token . '","environment":"production","device":"iPhone","registered_at":1700000000}';
	$rig_meta[]       = '(' . ( $rig_meta_base + $rig_i ) . ", {$rig_id}, 'mam_ios_device_token', '{$rig_value}')";
	$rig_action       = $rig_next + $rig_i;
	$rig_minutes      = ( $rig_i * 37 ) % 1400;
	$rig_time         = "UTC_TIMESTAMP(3) - INTERVAL {$rig_minutes} MINUTE";
	$rig_text         = 0 === $rig_i % 25 ? '<script>alert(1)</script>' : 'Your order ' . $rig_i . ' is on its way';
	$rig_json         = esc_sql( wp_json_encode( array( 'title' => $rig_text, 'body' => 'It arrives on Friday.' ) ) );
	$rig_actions[]    = "({$rig_action}, {$rig_id}, '{$rig_json}', '{$rig_kind[0]}', {$rig_kind[1]}, " . ( 'delivered' === $rig_kind[2] ? '1, 0' : '0, 1' ) . ", {$rig_time})";
	$rig_next_try     = 'retry' === $rig_kind[2] ? 'UTC_TIMESTAMP(3) + INTERVAL 5 MINUTE' : 'NULL';
	$rig_class        = 200 === $rig_kind[4] ? 'NULL' : "'provider_unavailable'";
	$rig_deliveries[] = "({$rig_action}, {$rig_id}, '{$rig_token}', 'standard', 'production', '{$rig_kind[2]}', {$rig_kind[3]}, {$rig_kind[4]}, UUID(), {$rig_class}, 1, {$rig_next_try}, {$rig_time}, {$rig_time})";
	if ( 'unregistered' === $rig_kind[2] && 9 !== $rig_i % 10 ) {
		$rig_prunes[] = "({$rig_id}, " . ( $rig_meta_base + $rig_i ) . ", 'mam_ios_device_token', '{$rig_token}', 'production', 'Unregistered', UTC_TIMESTAMP(3), {$rig_action}, 'verdict', {$rig_time})";
	}
}
rig_insert( $wpdb->users, 'ID, user_login, user_pass, user_nicename, user_email, display_name', $rig_users );
rig_insert( $wpdb->usermeta, 'umeta_id, user_id, meta_key, meta_value', $rig_meta );
rig_insert( Schema::table( 'actions' ), 'id, user_id, message, state, reason, delivered, failed, created_at', $rig_actions );
rig_insert( Schema::table( 'deliveries' ), 'action_id, user_id, token, channel, environment, status, reason, http_status, apns_id, error_class, attempts, next_attempt_at, created_at, updated_at', $rig_deliveries );
rig_insert( Schema::table( 'prunes' ), 'user_id, umeta_id, meta_key, token, environment, reason, apns_timestamp, action_id, state, created_at', $rig_prunes );

// The administrator's own telephone, and a daemon that has just been heard of.
add_user_meta( $rig_admin, 'mam_ios_device_token', wp_slash( wp_json_encode( array( 'token' => hash( 'sha256', 'admin' ), 'device' => "Admin's <b>iPhone</b>", 'registered_at' => time() - 3600 ) ) ) );
$wpdb->replace(
	Schema::table( 'workers' ),
	array(
		'id'           => 1,
		'host'         => 'web1',
		'pid'          => 4711,
		'version'      => '0.1.0',
		'state'        => 'running',
		'heartbeat_at' => gmdate( 'Y-m-d H:i:s', time() + 3600 ),
		'stats'        => '{"lanes":{"voip":{"delivered":3},"standard":{"delivered":120}},"held_back":[]}',
	)
);
if ( isset( $argv[2] ) ) {
	Settings::set( 'public_key', $argv[2] );
}
echo "seeded\n";
