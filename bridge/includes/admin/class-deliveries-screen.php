<?php
/**
 * The tab with the deliveries.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

/**
 * List of deliveries; dead letters are one of its views.
 */
final class Deliveries_Screen extends Screen {

	/**
	 * The list.
	 *
	 * @var Deliveries_Table
	 */
	private $table;

	/**
	 * The name on the tab.
	 */
	public static function label(): string {
		return __( 'Deliveries', 'push-bridge' );
	}

	/**
	 * Makes the list and does what was asked of ticked rows.
	 */
	public function load(): void {
		$this->table = new Deliveries_Table();
		add_screen_option( 'per_page', array( 'option' => $this->table->per_page_option() ) );
		if ( 'retry' === $this->table->current_action() ) {
			Access::require_sight( 'bulk-deliveries' );
			$ids   = array_unique( Input::ids( $_REQUEST, 'ids' ) );
			$back  = Menu::url( 'deliveries', array_filter( array( 'status' => Input::text( $_REQUEST, 'status' ) ) ) );
			$count = Row_Actions::to_many( 'retry', $ids );
			if ( ! $ids ) {
				Notices::redirect( $back, 'none_chosen' );
			}
			Notices::redirect( $back, $count > 0 ? 'retried' : 'nothing_retried', $count );
		}
		$this->table->tidy_address();
		$this->table->prepare_items();
	}

	/**
	 * Prints the content.
	 */
	public function render(): void {
		printf( '<h2 class="screen-reader-text">%s</h2>', esc_html__( 'Deliveries', 'push-bridge' ) );
		$this->table->render( __( 'Search by user', 'push-bridge' ) );
	}
}
