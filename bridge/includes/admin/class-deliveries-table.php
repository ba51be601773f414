<?php
/**
 * The list of deliveries.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Store\Deliveries;
use PushBridge\Store\Page;

/**
 * Each device's share of the notifications. A tick on a row means the whole notification: it is what is sent again.
 */
final class Deliveries_Table extends List_Table {

	/**
	 * Makes the list.
	 */
	public function __construct() {
		parent::__construct( 'deliveries', 'delivery', 'deliveries' );
	}

	/**
	 * The columns.
	 */
	public function get_columns(): array {
		return array(
			'cb'         => '<input type="checkbox">',
			'action_id'  => __( 'Notification', 'push-bridge' ),
			'status'     => __( 'Status', 'push-bridge' ),
			'user_id'    => __( 'User', 'push-bridge' ),
			'token'      => __( 'Device token', 'push-bridge' ),
			'reason'     => __( 'Reason', 'push-bridge' ),
			'attempts'   => __( 'Tries', 'push-bridge' ),
			'updated_at' => __( 'Last change', 'push-bridge' ),
		);
	}

	/**
	 * What it can be sorted by.
	 */
	protected function get_sortable_columns(): array {
		return array(
			'action_id'  => array( 'id', true ),
			'updated_at' => array( 'updated_at', true ),
		);
	}

	/**
	 * What can be done to ticked rows.
	 */
	protected function get_bulk_actions(): array {
		return array( 'retry' => __( 'Send their notifications again', 'push-bridge' ) );
	}

	/**
	 * The column with the links of a row.
	 */
	protected function get_primary_column_name(): string {
		return 'action_id';
	}

	/**
	 * The text of an empty list.
	 */
	public function no_items(): void {
		esc_html_e( 'No deliveries here.', 'push-bridge' );
	}

	/**
	 * The views above the list.
	 */
	protected function get_views(): array {
		return $this->view_links( Deliveries::counts() );
	}

	/**
	 * The filter that the views set.
	 */
	protected function view_filter(): string {
		return 'status';
	}

	/**
	 * The filters that are set.
	 */
	protected function filters(): array {
		// phpcs:disable WordPress.Security.NonceVerification -- Only says what to show.
		return array(
			'status'    => Input::choice( $_GET, 'status', Deliveries::STATUSES ),
			'channel'   => Input::choice( $_GET, 'channel', array( 'standard', 'voip' ) ),
			'reason'    => Input::text( $_GET, 'reason' ),
			'action_id' => Input::id( $_GET, 'action_id' ) ? (string) Input::id( $_GET, 'action_id' ) : '',
		);
		// phpcs:enable
	}

	/**
	 * Reads a page.
	 *
	 * @param array $args See Deliveries::query().
	 */
	protected function read( array $args ): Page {
		return Deliveries::query( $args );
	}

	/**
	 * Prints the filters.
	 *
	 * @param string $which Above (top) or below the list.
	 */
	protected function extra_tablenav( $which ): void {
		if ( 'top' !== $which ) {
			return;
		}
		echo '<div class="alignleft actions">';
		$this->select(
			'channel',
			__( 'All channels', 'push-bridge' ),
			array(
				'standard' => Format::label( 'standard' ),
				'voip'     => Format::label( 'voip' ),
			)
		);
		$this->reason_field();
		submit_button( __( 'Filter', 'push-bridge' ), '', 'filter_action', false );
		echo '</div>';
	}

	/**
	 * The box before a row: the notification's number.
	 *
	 * @param object $item The row.
	 */
	protected function column_cb( $item ): string {
		/* translators: 1: number of a notification, 2: beginning of a device token. */
		$label = sprintf( __( 'Select notification %1$d to device %2$s', 'push-bridge' ), $item->action_id, substr( $item->token, 0, 8 ) );
		return sprintf( '<label class="screen-reader-text" for="cb-%1$d">%2$s</label><input type="checkbox" id="cb-%1$d" name="ids[]" value="%3$d">', (int) $item->id, esc_html( $label ), (int) $item->action_id );
	}

	/**
	 * The notification, and links.
	 *
	 * @param object $item The row.
	 */
	protected function column_action_id( $item ): string {
		$id    = (int) $item->action_id;
		$url   = Menu::url( 'action', array( 'id' => $id ) );
		$links = array( 'view' => sprintf( '<a href="%s">%s</a>', esc_url( $url ), esc_html__( 'Explain', 'push-bridge' ) ) );
		if ( in_array( $item->status, array( 'exhausted', 'rejected', 'not_configured', 'unknown' ), true ) ) {
			$links['retry'] = sprintf( '<a href="%s">%s</a>', esc_url( Row_Actions::url( 'retry', $id ) ), esc_html__( 'Send again', 'push-bridge' ) );
		}
		return sprintf( '<strong><a class="row-title" href="%s">#%d</a></strong> <span class="description">%s</span>%s', esc_url( $url ), $id, esc_html( Format::label( $item->channel ) ), $this->row_actions( $links ) );
	}

	/**
	 * The status.
	 *
	 * @param object $item The row.
	 */
	protected function column_status( $item ): string {
		return Format::badge( $item->status );
	}

	/**
	 * The token, shortened.
	 *
	 * @param object $item The row.
	 */
	protected function column_token( $item ): string {
		return Format::token( $item->token ) . ( null === $item->environment ? '' : '<br><span class="description">' . esc_html( $item->environment ) . '</span>' );
	}
}
