<?php
/**
 * The site's part in `make demo`: a PHP process with WordPress loaded, as any plugin of the site is.
 *
 *   site.php people               three users and their device tokens, in the forms that sites have
 *   site.php enqueue MESSAGE      gives MESSAGE (JSON) to the hook; prints: action id, time before it in ms, refusal
 *   site.php tokens LOGIN         the user's tokens as they stand in usermeta
 *
 * @package PushBridge
 */

require getenv( 'RIG' ) . '/server-variables.php';
require getenv( 'WP_ROOT' ) . '/wp-load.php';

/**
 * A user who may log in to the site's app.
 *
 * @param string $name What the user is called.
 * @return int The user's id.
 */
function demo_user( $name ) {
	return wp_insert_user(
		array(
			'user_login'   => strtolower( $name ),
			'display_name' => $name,
			'user_email'   => strtolower( $name ) . '@example.test',
			'user_pass'    => wp_generate_password(),
		)
	);
}

switch ( $argv[1] ) {
	case 'people':
		$demo_anna = demo_user( 'Anna' );
		update_user_meta( $demo_anna, 'mam_ios_device_token', getenv( 'ANNA' ) );
		update_user_meta( $demo_anna, 'mam_ios_voip_token', getenv( 'ANNA_VOIP' ) );
		update_user_meta( demo_user( 'Ben' ), 'mam_ios_device_token', getenv( 'BEN' ) );
		update_user_meta( demo_user( 'Carla' ), 'mam_ios_device_token', array( getenv( 'CARLA_OLD' ), getenv( 'CARLA' ) ) );
		break;
	case 'enqueue':
		$demo_refusal = '';
		add_action(
			'pushbridge_send_failed',
			static function ( WP_Error $error ) use ( &$demo_refusal ) {
				$demo_refusal = $error->get_error_code() . ': ' . $error->get_error_message();
			}
		);
		$demo_message            = json_decode( $argv[2], true );
		$demo_message['user_id'] = get_user_by( 'login', $demo_message['user_id'] )->ID;
		$demo_before             = microtime( true );
		do_action( 'mam_notification_send_pn', $demo_message );
		printf( "%d\t%.1f\t%s\n", '' === $demo_refusal ? $wpdb->insert_id : 0, $demo_before * 1000, $demo_refusal );
		break;
	case 'tokens':
		$demo_user = get_user_by( 'login', $argv[2] )->ID;
		echo $wpdb->get_var( $wpdb->prepare( "SELECT meta_value FROM $wpdb->usermeta WHERE user_id = %d AND meta_key = 'mam_ios_device_token'", $demo_user ) ), "\n"; // phpcs:ignore
		break;
}
