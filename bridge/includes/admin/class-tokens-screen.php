<?php
/**
 * The tab about device tokens.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Store\Prunes;

/**
 * The token check, and the list of removals.
 */
final class Tokens_Screen extends Screen {

	/**
	 * The list.
	 *
	 * @var Prunes_Table
	 */
	private $table;

	/**
	 * Adds the hooks of its buttons.
	 */
	public static function add_hooks(): void {
		add_action( 'admin_post_pushbridge_undo', array( self::class, 'undo' ) );
	}

	/**
	 * The name on the tab.
	 */
	public static function label(): string {
		return __( 'Tokens', 'push-bridge' );
	}

	/**
	 * Makes the list and does what was asked of ticked rows.
	 */
	public function load(): void {
		$this->table = new Prunes_Table();
		add_screen_option( 'per_page', array( 'option' => $this->table->per_page_option() ) );
		if ( 'undo' === $this->table->current_action() ) {
			Access::require_change( 'bulk-prunes' );
			$ids = Input::ids( $_REQUEST, 'ids' );
			if ( ! $ids ) {
				Notices::redirect( Menu::url( 'tokens' ), 'none_chosen' );
			}
			$count = self::undo_all( $ids );
			Notices::redirect( Menu::url( 'tokens' ), $count > 0 ? 'undone' : 'nothing_undone', $count );
		}
		$this->table->tidy_address();
		$this->table->prepare_items();
	}

	/**
	 * Prints the content.
	 */
	public function render(): void {
		Cleanup_Panel::render();
		printf( '<h2>%s</h2>', esc_html__( 'Removed tokens', 'push-bridge' ) );
		$this->table->render( __( 'Search by user', 'push-bridge' ) );
	}

	/**
	 * Puts one token back.
	 */
	public static function undo(): void {
		// phpcs:ignore WordPress.Security.NonceVerification -- The nonce names the row, so its number comes first.
		$id = Input::id( $_REQUEST, 'id' );
		Access::require_change( 'pushbridge_undo_' . $id );
		$count = self::undo_all( array( $id ) );
		Notices::redirect( Menu::url( 'tokens' ), $count > 0 ? 'undone' : 'nothing_undone', $count );
	}

	/**
	 * Puts tokens back, the last removed first.
	 *
	 * @param int[] $ids Prunes.
	 * @return int How many.
	 */
	private static function undo_all( array $ids ): int {
		rsort( $ids );
		$count = 0;
		foreach ( array_slice( $ids, 0, 500 ) as $id ) {
			$count += is_wp_error( Prunes::undo( $id, wp_get_current_user()->user_login ) ) ? 0 : 1;
		}
		return $count;
	}
}
