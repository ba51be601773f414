<?php
/**
 * In the throw-away site only: nothing is mailed, and nothing is asked of a host outside this machine.
 *
 * @package PushBridge
 */

add_filter( 'pre_wp_mail', '__return_true' );

// Otherwise each admin page logs a warning for a failed update check.
add_filter(
	'pre_http_request',
	static function ( $answer, $args, $url ) {
		if ( 'api.wordpress.org' !== wp_parse_url( $url, PHP_URL_HOST ) ) {
			return $answer;
		}
		return array(
			'headers'  => array(),
			'body'     => '{"offers":[],"plugins":[],"themes":[],"no_update":[],"translations":[],"events":[],"is_acceptable":true,"is_supported":true,"is_secure":true,"recommended_version":"","upgrade":false,"insecure":false}',
			'response' => array(
				'code'    => 200,
				'message' => 'OK',
			),
			'cookies'  => array(),
			'filename' => null,
		);
	},
	10,
	3
);

// The emoji script would load pictures from s.w.org; wp-admin adds its hook after this file.
remove_action( 'wp_head', 'print_emoji_detection_script', 7 );
add_action(
	'admin_init',
	static function () {
		remove_action( 'admin_print_scripts', 'print_emoji_detection_script' );
	}
);
add_action(
	'wp_dashboard_setup',
	static function () {
		remove_meta_box( 'dashboard_primary', 'dashboard', 'side' );
	}
);

// A right-to-left language without its translations: ?rig_rtl=1.
add_action(
	'init',
	static function () {
		if ( isset( $_GET['rig_rtl'] ) ) {
			$GLOBALS['wp_locale']->text_direction = 'rtl';
		}
	}
);
