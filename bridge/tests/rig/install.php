<?php
/**
 * Installs WordPress: its tables, one administrator, the default content.
 *
 * @package PushBridge
 */

define( 'WP_INSTALLING', true );
define( 'RIG_NO_NETWORK', true );
require __DIR__ . '/server-variables.php';

/**
 * In place of WordPress' own, which mails the administrator.
 */
function wp_new_blog_notification() {
}

require getenv( 'WP_ROOT' ) . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

// Otherwise wp_install() would probe the web server for permalinks.
add_filter(
	'pre_option_permalink_structure',
	static function () {
		return '/%postname%/';
	}
);
wp_install( 'Push Bridge', getenv( 'WP_ADMIN_USER' ), getenv( 'WP_ADMIN_EMAIL' ), true, '', getenv( 'WP_ADMIN_PASSWORD' ) );
remove_all_filters( 'pre_option_permalink_structure' );
update_option( 'permalink_structure', '/%postname%/' );
// No pictures from gravatar.com, no "confirm your e-mail" page at the first login.
update_option( 'show_avatars', 0 );
update_option( 'admin_email_lifespan', PHP_INT_MAX );
