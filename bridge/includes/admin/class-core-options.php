<?php
/**
 * Options that are WordPress' own.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

/**
 * Without them a site does not run; no plugin ever kept a key from Apple there.
 */
final class Core_Options {

	// phpcs:disable WordPress.Arrays.ArrayDeclarationSpacing -- A list of words.
	const NAMES = array(
		'WPLANG', 'active_plugins', 'admin_email', 'admin_email_lifespan', 'adminhash', 'auth_key', 'auth_salt',
		'auto_core_update_notified', 'auto_plugin_theme_update_emails', 'auto_update_core_dev', 'auto_update_core_major',
		'auto_update_core_minor', 'avatar_default', 'avatar_rating', 'blog_charset', 'blog_public', 'blogdescription',
		'blogname', 'can_compress_scripts', 'category_base', 'category_children', 'close_comments_days_old',
		'close_comments_for_old_posts', 'comment_max_links', 'comment_moderation', 'comment_order',
		'comment_previously_approved', 'comment_registration', 'comments_notify', 'comments_per_page', 'cron',
		'current_theme', 'date_format', 'db_upgraded', 'db_version', 'default_category', 'default_comment_status',
		'default_comments_page', 'default_email_category', 'default_link_category', 'default_ping_status',
		'default_pingback_flag', 'default_post_format', 'default_role', 'disallowed_keys',
		'finished_splitting_shared_terms', 'fresh_site', 'gmt_offset', 'hack_file', 'home', 'html_type',
		'https_detection_errors', 'image_default_align', 'image_default_link_type', 'image_default_size', 'large_size_h',
		'large_size_w', 'link_manager_enabled', 'links_updated_date_format', 'logged_in_key', 'logged_in_salt',
		'mailserver_login', 'mailserver_pass', 'mailserver_port', 'mailserver_url', 'medium_large_size_h',
		'medium_large_size_w', 'medium_size_h', 'medium_size_w', 'moderation_keys', 'moderation_notify', 'new_admin_email',
		'nonce_key', 'nonce_salt', 'page_comments', 'page_for_posts', 'page_on_front', 'permalink_structure', 'ping_sites',
		'posts_per_page', 'posts_per_rss', 'recently_activated', 'recently_edited', 'recovery_keys', 'require_name_email',
		'rewrite_rules', 'rss_use_excerpt', 'secure_auth_key', 'secure_auth_salt', 'show_avatars',
		'show_comments_cookies_opt_in', 'show_on_front', 'sidebars_widgets', 'site_icon', 'site_logo', 'siteurl',
		'start_of_week', 'sticky_posts', 'stylesheet', 'stylesheet_root', 'tag_base', 'template', 'template_root',
		'theme_switched', 'thread_comments', 'thread_comments_depth', 'thumbnail_crop', 'thumbnail_size_h',
		'thumbnail_size_w', 'time_format', 'timezone_string', 'uninstall_plugins', 'upload_path', 'upload_url_path',
		'uploads_use_yearmonth_folders', 'use_smilies', 'use_trackback', 'user_count', 'users_can_register',
		'widget_categories', 'widget_rss', 'widget_text', 'wp_force_deactivated_plugins', 'wp_page_for_privacy_policy',
		'wp_user_roles',
	);
	// phpcs:enable

	/** Beginnings of names that are made up. */
	const BEGINNINGS = array( '_transient_', '_site_transient_', 'theme_mods_', 'widget_', 'pushbridge_' );

	/**
	 * Whether an option is WordPress' or this plugin's.
	 *
	 * @param string $name The option; the database does not tell upper case from lower.
	 */
	public static function has( string $name ): bool {
		$name = strtolower( trim( $name ) );
		foreach ( self::BEGINNINGS as $beginning ) {
			if ( 0 === strpos( $name, $beginning ) ) {
				return true;
			}
		}
		return in_array( $name, array_map( 'strtolower', self::NAMES ), true ) || 1 === preg_match( '/user_roles$/D', $name );
	}
}
