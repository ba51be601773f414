<?php
/**
 * What our lists have in common.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Store\Page;
use PushBridge\Store\Users;

require_once ABSPATH . 'wp-admin/includes/class-wp-list-table.php';

/**
 * A list of rows with an id. It must be made in the page's load hook: the header of the page asks for the columns first.
 */
abstract class List_Table extends \WP_List_Table {

	/**
	 * The tab that shows it.
	 *
	 * @var string
	 */
	protected $tab;

	/**
	 * Names of the users on this page.
	 *
	 * @var array<int,string>
	 */
	protected $logins = array();

	/**
	 * Whether there are more rows than were counted.
	 *
	 * @var bool
	 */
	private $is_capped = false;

	/**
	 * Makes the list.
	 *
	 * @param string $tab      The tab that shows it.
	 * @param string $singular The name of a row, for the nonce and HTML ids.
	 * @param string $plural   The name of several.
	 */
	public function __construct( string $tab, string $singular, string $plural ) {
		$this->tab = $tab;
		parent::__construct(
			array(
				'singular' => $singular,
				'plural'   => $plural,
				'ajax'     => false,
				// Not the default, a global of wp-admin/admin.php: WordPress keeps the columns by the screen's id.
				'screen'   => get_current_screen(),
			)
		);
	}

	/**
	 * Reads a page of rows.
	 *
	 * @param array $args What is wanted: `page`, `per_page`, `search`, `orderby`, `order` and filters() are in it.
	 */
	abstract protected function read( array $args ): Page;

	/**
	 * The filters of this list that are set.
	 *
	 * @return array<string,string>
	 */
	abstract protected function filters(): array;

	/**
	 * After a filter or a search: an address without what only the form needed, so that it can be kept and passed on.
	 */
	public function tidy_address(): void {
		// phpcs:disable WordPress.Security.NonceVerification -- Only says what to show.
		if ( isset( $_GET['_wp_http_referer'], $_SERVER['REQUEST_URI'] ) ) {
			$empty = array_keys( array_intersect( array_filter( $_GET, 'is_string' ), array( '' ) ) );
			$names = array( '_wp_http_referer', '_wpnonce', 'action', 'action2', 'filter_action', 'ids' );
			wp_safe_redirect( remove_query_arg( array_merge( $names, $empty ), esc_url_raw( wp_unslash( $_SERVER['REQUEST_URI'] ) ) ) );
			exit;
		}
		// phpcs:enable
	}

	/**
	 * Reads the rows that the address asks for.
	 */
	public function prepare_items(): void {
		$per_page = $this->get_items_per_page( $this->per_page_option() );
		// phpcs:disable WordPress.Security.NonceVerification -- Only says what to show.
		$page = $this->read(
			array(
				'page'     => $this->get_pagenum(),
				'per_page' => $per_page,
				'search'   => Input::text( $_GET, 's' ),
				'orderby'  => Input::text( $_GET, 'orderby' ),
				'order'    => Input::text( $_GET, 'order' ),
			) + $this->filters()
		);
		// phpcs:enable
		$this->items     = $page->rows;
		$this->is_capped = $page->is_capped;
		$this->logins    = Users::logins( array_column( $page->rows, 'user_id' ) );
		$this->set_pagination_args(
			array(
				'total_items' => $page->total,
				'per_page'    => $per_page,
			)
		);
	}

	/**
	 * Prints views, search, filters and the rows, each form working without a script.
	 *
	 * @param string $search The label of the search button.
	 */
	public function render( string $search ): void {
		$this->views();
		printf( '<form method="get"><input type="hidden" name="page" value="%s"><input type="hidden" name="tab" value="%s">', esc_attr( Menu::SLUG ), esc_attr( $this->tab ) );
		$view = $this->view_filter();
		if ( '' !== ( $this->filters()[ $view ] ?? '' ) ) {
			printf( '<input type="hidden" name="%s" value="%s">', esc_attr( $view ), esc_attr( $this->filters()[ $view ] ) );
		}
		$this->search_box( $search, 'pushbridge-' . $this->tab );
		$this->display();
		echo '</form>';
		if ( $this->is_capped ) {
			/* translators: %s: a number. */
			printf( '<p class="description">%s</p>', esc_html( sprintf( __( 'There are more than %s rows; filter or search to see the others.', 'push-bridge' ), number_format_i18n( Page::MOST_COUNTED ) ) ) );
		}
	}

	/**
	 * The name of the option with the rows per page.
	 */
	public function per_page_option(): string {
		return 'pushbridge_' . $this->_args['plural'] . '_per_page';
	}

	/**
	 * The filter that the views above the list set.
	 */
	abstract protected function view_filter(): string;

	/**
	 * Links to views with their counts.
	 *
	 * @param array<string,int> $counts Value of the filter => count.
	 */
	protected function view_links( array $counts ): array {
		$name    = $this->view_filter();
		$current = $this->filters()[ $name ] ?? '';
		$links   = array( 'all' => sprintf( '<a href="%s"%s>%s</a>', esc_url( Menu::url( $this->tab ) ), '' === $current ? ' class="current" aria-current="page"' : '', esc_html__( 'All', 'push-bridge' ) ) );
		foreach ( $counts as $value => $count ) {
			if ( $count > 0 || $value === $current ) {
				$links[ $value ] = sprintf(
					'<a href="%s"%s>%s <span class="count">(%s)</span></a>',
					esc_url( Menu::url( $this->tab, array( $name => $value ) ) ),
					$value === $current ? ' class="current" aria-current="page"' : '',
					esc_html( Format::label( (string) $value ) ),
					esc_html( Format::count( $count ) )
				);
			}
		}
		return $links;
	}

	/**
	 * Prints a filter to choose from.
	 *
	 * @param string               $name    The filter.
	 * @param string               $label   What it filters.
	 * @param array<string,string> $choices Value => text.
	 */
	protected function select( string $name, string $label, array $choices ): void {
		$current = $this->filters()[ $name ] ?? '';
		printf( '<label class="screen-reader-text" for="pushbridge-%1$s">%2$s</label><select name="%1$s" id="pushbridge-%1$s"><option value="">%2$s</option>', esc_attr( $name ), esc_html( $label ) );
		foreach ( $choices as $value => $text ) {
			printf( '<option value="%s"%s>%s</option>', esc_attr( (string) $value ), selected( $current, (string) $value, false ), esc_html( $text ) );
		}
		echo '</select>';
	}

	/**
	 * Prints a filter to type in: a reason.
	 */
	protected function reason_field(): void {
		printf(
			'<label class="screen-reader-text" for="pushbridge-reason">%1$s</label><input type="text" name="reason" id="pushbridge-reason" value="%2$s" placeholder="%1$s">',
			esc_attr__( 'Reason', 'push-bridge' ),
			esc_attr( $this->filters()['reason'] ?? '' )
		);
	}

	/**
	 * The box before a row.
	 *
	 * @param object $item The row.
	 */
	protected function column_cb( $item ): string {
		/* translators: %d: number of a row. */
		return sprintf( '<label class="screen-reader-text" for="cb-%1$d">%2$s</label><input type="checkbox" id="cb-%1$d" name="ids[]" value="%1$d">', (int) $item->id, esc_html( sprintf( __( 'Select number %d', 'push-bridge' ), $item->id ) ) );
	}

	/**
	 * A column that has no method of its own.
	 *
	 * @param object $item The row.
	 * @param string $name The column.
	 */
	protected function column_default( $item, $name ): string {
		return esc_html( (string) ( $item->$name ?? '' ) );
	}

	/**
	 * The user of a row.
	 *
	 * @param object $item The row.
	 */
	protected function column_user_id( $item ): string {
		return Format::user( null === $item->user_id ? null : (int) $item->user_id, $this->logins );
	}

	/**
	 * The reason of a row.
	 *
	 * @param object $item The row.
	 */
	protected function column_reason( $item ): string {
		return Format::reason( $item->reason );
	}

	/**
	 * When the row was made.
	 *
	 * @param object $item The row.
	 */
	protected function column_created_at( $item ): string {
		return Format::time( $item->created_at );
	}

	/**
	 * When the row changed last.
	 *
	 * @param object $item The row.
	 */
	protected function column_updated_at( $item ): string {
		return Format::time( $item->updated_at );
	}
}
