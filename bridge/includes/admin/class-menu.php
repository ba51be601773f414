<?php
/**
 * Tools → Push Bridge.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Capability;
use PushBridge\Schema;

/**
 * The page and its tabs.
 */
final class Menu {

	const SLUG = 'push-bridge';

	/** Tab => its screen. The first is shown when none is named; those without a label are reached by links. */
	const SCREENS = array(
		'dashboard'   => Dashboard_Screen::class,
		'actions'     => Actions_Screen::class,
		'deliveries'  => Deliveries_Screen::class,
		'tokens'      => Tokens_Screen::class,
		'credentials' => Credentials_Screen::class,
		'settings'    => Settings_Screen::class,
		'action'      => Action_Screen::class,
	);

	/** Options of the screens: rows per page. */
	const PER_PAGE = array( 'pushbridge_actions_per_page', 'pushbridge_deliveries_per_page', 'pushbridge_prunes_per_page' );

	/**
	 * The screen of this request.
	 *
	 * @var Screen|null
	 */
	private static $screen = null;

	/**
	 * Adds the hooks.
	 */
	public static function add_hooks(): void {
		add_action( 'admin_menu', array( self::class, 'add_page' ) );
		add_action( 'admin_enqueue_scripts', array( self::class, 'enqueue' ) );
		add_filter( 'removable_query_args', array( Notices::class, 'removable' ) );
		add_filter( 'plugin_action_links_push-bridge/push-bridge.php', array( self::class, 'plugin_links' ) );
		foreach ( self::PER_PAGE as $option ) {
			add_filter( 'set_screen_option_' . $option, array( self::class, 'per_page' ), 10, 3 );
		}
	}

	/**
	 * Adds the page.
	 */
	public static function add_page(): void {
		if ( ! Access::can_see() ) {
			return;
		}
		$hook = add_management_page( __( 'Push Bridge', 'push-bridge' ), __( 'Push Bridge', 'push-bridge' ), Capability::NAME, self::SLUG, array( self::class, 'render' ) );
		if ( $hook ) {
			add_action( 'load-' . $hook, array( self::class, 'load' ) );
		}
	}

	/**
	 * A link to Push Bridge beside the plugin's name.
	 *
	 * @param string[] $links The links that are there.
	 */
	public static function plugin_links( $links ): array {
		$own = sprintf( '<a href="%s">%s</a>', esc_url( self::url() ), esc_html__( 'Open', 'push-bridge' ) );
		return Access::can_see() ? array_merge( array( $own ), (array) $links ) : (array) $links;
	}

	/**
	 * The address of a tab.
	 *
	 * @param string $tab  The tab.
	 * @param array  $args More arguments.
	 */
	public static function url( string $tab = 'dashboard', array $args = array() ): string {
		return add_query_arg(
			array_map( 'rawurlencode', array_map( 'strval', $args ) ),
			admin_url( 'tools.php?page=' . self::SLUG . '&tab=' . $tab )
		);
	}

	/**
	 * The value of a screen option that is to be saved.
	 *
	 * @param mixed  $kept   What would be saved otherwise.
	 * @param string $option Its name.
	 * @param mixed  $value  What was entered.
	 */
	public static function per_page( $kept, $option, $value ): int {
		return max( 1, min( 200, (int) $value ) );
	}

	/**
	 * Before anything is printed: prepares the screen and does what its lists were asked to do.
	 */
	public static function load(): void {
		$class        = self::SCREENS[ self::current() ];
		self::$screen = new $class();
		// Without tables there is nothing to show but how to make them.
		if ( ! Schema::problem() ) {
			self::$screen->load();
		}
		Help::add( get_current_screen() );
	}

	/**
	 * Prints the page.
	 */
	public static function render(): void {
		echo '<div class="wrap pushbridge">';
		printf( '<h1 class="wp-heading-inline">%s</h1><hr class="wp-header-end">', esc_html__( 'Push Bridge', 'push-bridge' ) );
		Notices::show();
		if ( Schema::problem() ) {
			Getting_Started::render();
		} elseif ( self::$screen ) {
			self::render_tabs();
			self::$screen->render();
		}
		echo '</div>';
	}

	/**
	 * Adds style and script to our page, and the style to profiles.
	 *
	 * @param string $hook The page.
	 */
	public static function enqueue( $hook ): void {
		$base = plugins_url( 'assets/', dirname( __DIR__, 2 ) . '/push-bridge.php' );
		if ( in_array( $hook, array( 'tools_page_' . self::SLUG, 'profile.php', 'user-edit.php' ), true ) ) {
			wp_enqueue_style( 'pushbridge-admin', $base . 'admin.css', array(), '0.1.0' );
		}
		if ( 'tools_page_' . self::SLUG !== $hook ) {
			return;
		}
		wp_enqueue_script( 'pushbridge-admin', $base . 'admin.js', array( 'wp-a11y', 'wp-i18n' ), '0.1.0', true );
		wp_set_script_translations( 'pushbridge-admin', 'push-bridge' );
		$settings = array(
			'url'     => admin_url( 'admin-ajax.php' ),
			'live'    => wp_create_nonce( Live::NONCE ),
			'cleanup' => wp_create_nonce( Cleanup_Handlers::NONCE_STEP ),
			'refresh' => Settings_Screen::refresh_seconds(),
		);
		wp_add_inline_script( 'pushbridge-admin', 'window.pushBridge = ' . wp_json_encode( $settings ) . ';', 'before' );
	}

	/**
	 * The tab of this request.
	 */
	private static function current(): string {
		// phpcs:ignore WordPress.Security.NonceVerification -- Only says what to show.
		$tab = Input::choice( $_GET, 'tab', array_keys( self::SCREENS ) );
		return '' === $tab ? 'dashboard' : $tab;
	}

	/**
	 * Prints the tabs.
	 */
	private static function render_tabs(): void {
		printf( '<nav class="nav-tab-wrapper" aria-label="%s">', esc_attr__( 'Push Bridge', 'push-bridge' ) );
		$current = 'action' === self::current() ? 'actions' : self::current();
		foreach ( self::SCREENS as $tab => $class ) {
			if ( '' !== $class::label() ) {
				$is_current = $tab === $current;
				printf(
					'<a class="nav-tab%s" href="%s"%s>%s</a>',
					$is_current ? ' nav-tab-active' : '',
					esc_url( self::url( $tab ) ),
					$is_current ? ' aria-current="page"' : '',
					esc_html( $class::label() )
				);
			}
		}
		echo '</nav>';
	}
}
