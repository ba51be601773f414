<?php
/**
 * The tab with the actions.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

/**
 * List of actions.
 */
final class Actions_Screen extends Screen {

	/**
	 * The list.
	 *
	 * @var Actions_Table
	 */
	private $table;

	/**
	 * The name on the tab.
	 */
	public static function label(): string {
		return __( 'Notifications', 'push-bridge' );
	}

	/**
	 * Makes the list and does what was asked of ticked rows.
	 */
	public function load(): void {
		$this->table = new Actions_Table();
		add_screen_option( 'per_page', array( 'option' => $this->table->per_page_option() ) );
		$doing = $this->table->current_action();
		if ( in_array( $doing, Row_Actions::DOINGS, true ) ) {
			Access::require_sight( 'bulk-actions' );
			$ids   = Input::ids( $_REQUEST, 'ids' );
			$back  = Menu::url( 'actions', array_filter( array( 'state' => Input::text( $_REQUEST, 'state' ) ) ) );
			$count = Row_Actions::to_many( $doing, $ids );
			if ( ! $ids ) {
				Notices::redirect( $back, 'none_chosen' );
			}
			$codes = 'retry' === $doing ? array( 'nothing_retried', 'retried' ) : array( 'nothing_cancelled', 'cancelled' );
			Notices::redirect( $back, $codes[ $count > 0 ? 1 : 0 ], $count );
		}
		$this->table->tidy_address();
		$this->table->prepare_items();
	}

	/**
	 * Prints the content.
	 */
	public function render(): void {
		printf( '<h2 class="screen-reader-text">%s</h2>', esc_html__( 'Notifications', 'push-bridge' ) );
		$this->table->render( __( 'Search by user or #number', 'push-bridge' ) );
	}
}
