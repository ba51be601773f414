<?php
/**
 * The list of actions.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Actions\Message_Rules;
use PushBridge\Store\Actions;
use PushBridge\Store\Message_Text;
use PushBridge\Store\Page;

/**
 * Queued and finished notifications.
 */
final class Actions_Table extends List_Table {

	/**
	 * Makes the list.
	 */
	public function __construct() {
		parent::__construct( 'actions', 'action', 'actions' );
	}

	/**
	 * The columns.
	 */
	public function get_columns(): array {
		return array(
			'cb'         => '<input type="checkbox">',
			'id'         => __( 'Notification', 'push-bridge' ),
			'state'      => __( 'State', 'push-bridge' ),
			'user_id'    => __( 'Recipient', 'push-bridge' ),
			'reason'     => __( 'Reason', 'push-bridge' ),
			'delivered'  => __( 'Delivered', 'push-bridge' ),
			'app'        => __( 'App', 'push-bridge' ),
			'created_at' => __( 'Queued at', 'push-bridge' ),
		);
	}

	/**
	 * What it can be sorted by.
	 */
	protected function get_sortable_columns(): array {
		return array(
			'id'         => array( 'id', true ),
			'user_id'    => 'user_id',
			'created_at' => array( 'id', true ),
		);
	}

	/**
	 * What can be done to ticked rows.
	 */
	protected function get_bulk_actions(): array {
		return array(
			'retry'  => __( 'Send again', 'push-bridge' ),
			'cancel' => __( 'Cancel', 'push-bridge' ),
		);
	}

	/**
	 * The column with the links of a row.
	 */
	protected function get_primary_column_name(): string {
		return 'id';
	}

	/**
	 * The text of an empty list.
	 */
	public function no_items(): void {
		esc_html_e( 'No notifications here.', 'push-bridge' );
	}

	/**
	 * The views above the list.
	 */
	protected function get_views(): array {
		return $this->view_links( Actions::counts() );
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
			'state'  => Input::choice( $_GET, 'state', Actions::STATES ),
			'type'   => Input::choice( $_GET, 'type', array_merge( array( 'standard' ), Message_Rules::PUSH_TYPES ) ),
			'app'    => Input::text( $_GET, 'app' ),
			'reason' => Input::text( $_GET, 'reason' ),
		);
		// phpcs:enable
	}

	/**
	 * Reads a page.
	 *
	 * @param array $args See Actions::query().
	 */
	protected function read( array $args ): Page {
		return Actions::query( $args );
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
		$types = array_merge( array( 'standard' ), Message_Rules::PUSH_TYPES );
		$apps  = Actions::apps();
		$this->select( 'type', __( 'All types', 'push-bridge' ), array_combine( $types, $types ) );
		$this->select( 'app', __( 'All apps', 'push-bridge' ), array_combine( $apps, $apps ) );
		$this->reason_field();
		submit_button( __( 'Filter', 'push-bridge' ), '', 'filter_action', false );
		echo '</div>';
	}

	/**
	 * Number, first words, links.
	 *
	 * @param object $item The row.
	 */
	protected function column_id( $item ): string {
		$id    = (int) $item->id;
		$title = Message_Text::headline( $item->message );
		$url   = Menu::url( 'action', array( 'id' => $id ) );
		$links = array( 'view' => sprintf( '<a href="%s">%s</a>', esc_url( $url ), esc_html__( 'Explain', 'push-bridge' ) ) );
		if ( in_array( $item->state, array( 'queued', 'sending' ), true ) ) {
			$links['cancel'] = sprintf( '<a href="%s">%s</a>', esc_url( Row_Actions::url( 'cancel', $id ) ), esc_html__( 'Cancel', 'push-bridge' ) );
		} elseif ( 'sent' !== $item->state ) {
			$links['retry'] = sprintf( '<a href="%s">%s</a>', esc_url( Row_Actions::url( 'retry', $id ) ), esc_html__( 'Send again', 'push-bridge' ) );
		}
		return sprintf(
			'<strong><a class="row-title" href="%s">#%d %s</a></strong><br><span class="description">%s</span>%s',
			esc_url( $url ),
			$id,
			esc_html( $title ),
			esc_html( $item->type ),
			$this->row_actions( $links )
		);
	}

	/**
	 * The state.
	 *
	 * @param object $item The row.
	 */
	protected function column_state( $item ): string {
		return Format::badge( $item->state );
	}

	/**
	 * The recipient: a user or an audience.
	 *
	 * @param object $item The row.
	 */
	protected function column_user_id( $item ): string {
		return null === $item->user_id && null !== $item->audience ? '<code>' . esc_html( Message_Text::excerpt( $item->audience, 80 ) ) . '</code>' : parent::column_user_id( $item );
	}

	/**
	 * How many devices got it.
	 *
	 * @param object $item The row.
	 */
	protected function column_delivered( $item ): string {
		$total = (int) $item->delivered + (int) $item->failed;
		/* translators: 1: number of devices that got it, 2: number of all devices. */
		return $total ? esc_html( sprintf( __( '%1$s of %2$s', 'push-bridge' ), number_format_i18n( $item->delivered ), number_format_i18n( $total ) ) ) : '—';
	}
}
