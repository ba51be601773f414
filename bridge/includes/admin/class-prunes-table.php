<?php
/**
 * The list of removed tokens.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Store\Page;
use PushBridge\Store\Prunes;

/**
 * Removals and verdicts, each with an undo.
 */
final class Prunes_Table extends List_Table {

	/**
	 * Makes the list.
	 */
	public function __construct() {
		parent::__construct( 'tokens', 'prune', 'prunes' );
	}

	/**
	 * The columns.
	 */
	public function get_columns(): array {
		return array(
			'cb'         => '<input type="checkbox">',
			'token'      => __( 'Device token', 'push-bridge' ),
			'state'      => __( 'State', 'push-bridge' ),
			'user_id'    => __( 'User', 'push-bridge' ),
			'reason'     => __( 'Reason', 'push-bridge' ),
			'meta_key'   => __( 'Stored under', 'push-bridge' ),
			'created_at' => __( 'When', 'push-bridge' ),
		);
	}

	/**
	 * What it can be sorted by.
	 */
	protected function get_sortable_columns(): array {
		return array( 'created_at' => array( 'id', true ) );
	}

	/**
	 * What can be done to ticked rows.
	 */
	protected function get_bulk_actions(): array {
		return Access::can_change() ? array( 'undo' => __( 'Put back', 'push-bridge' ) ) : array();
	}

	/**
	 * The column with the links of a row.
	 */
	protected function get_primary_column_name(): string {
		return 'token';
	}

	/**
	 * The text of an empty list.
	 */
	public function no_items(): void {
		esc_html_e( 'No device token was removed.', 'push-bridge' );
	}

	/**
	 * The views above the list.
	 */
	protected function get_views(): array {
		return $this->view_links( Prunes::counts() );
	}

	/**
	 * The filter that the views set.
	 */
	protected function view_filter(): string {
		return 'state';
	}

	/**
	 * The filters that are set.
	 */
	protected function filters(): array {
		// phpcs:disable WordPress.Security.NonceVerification -- Only says what to show.
		return array(
			'state'  => Input::choice( $_GET, 'state', Prunes::STATES ),
			'reason' => Input::text( $_GET, 'reason' ),
		);
		// phpcs:enable
	}

	/**
	 * Reads a page.
	 *
	 * @param array $args See Prunes::query().
	 */
	protected function read( array $args ): Page {
		return Prunes::query( $args );
	}

	/**
	 * Prints the filters.
	 *
	 * @param string $which Above (top) or below the list.
	 */
	protected function extra_tablenav( $which ): void {
		if ( 'top' === $which ) {
			echo '<div class="alignleft actions">';
			$this->reason_field();
			submit_button( __( 'Filter', 'push-bridge' ), '', 'filter_action', false );
			echo '</div>';
		}
	}

	/**
	 * The token, and links.
	 *
	 * @param object $item The row.
	 */
	protected function column_token( $item ): string {
		$links = array();
		if ( in_array( $item->state, array( 'removed', 'verdict' ), true ) && Access::can_change() ) {
			$id            = (int) $item->id;
			$url           = wp_nonce_url( admin_url( 'admin-post.php?action=pushbridge_undo&id=' . $id ), 'pushbridge_undo_' . $id );
			$text          = 'verdict' === $item->state ? __( 'Keep this token', 'push-bridge' ) : __( 'Put back', 'push-bridge' );
			$links['undo'] = sprintf( '<a href="%s">%s</a>', esc_url( $url ), esc_html( $text ) );
		}
		if ( null !== $item->action_id ) {
			$links['view'] = sprintf( '<a href="%s">%s</a>', esc_url( Menu::url( 'action', array( 'id' => $item->action_id ) ) ), esc_html__( 'Its notification', 'push-bridge' ) );
		}
		return Format::token( $item->token ) . ' <span class="description">' . esc_html( (string) $item->environment ) . '</span>' . $this->row_actions( $links );
	}

	/**
	 * The state, and who undid it.
	 *
	 * @param object $item The row.
	 */
	protected function column_state( $item ): string {
		/* translators: %s: who undid a removal. */
		return Format::badge( $item->state ) . ( null === $item->undone_by ? '' : '<br><span class="description">' . esc_html( sprintf( __( 'by %s', 'push-bridge' ), $item->undone_by ) ) . '</span>' );
	}

	/**
	 * The meta key.
	 *
	 * @param object $item The row.
	 */
	protected function column_meta_key( $item ): string {
		return '<code>' . esc_html( $item->meta_key ) . '</code>';
	}
}
