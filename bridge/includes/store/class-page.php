<?php
/**
 * One page of a list.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

/**
 * Rows, and how many there are in all, counted up to a limit: the tables may hold millions.
 */
final class Page {

	/** Counts stop here. */
	const MOST_COUNTED = 10000;

	/**
	 * The rows of the page.
	 *
	 * @var object[]
	 */
	public $rows;

	/**
	 * How many rows there are on all pages, at most MOST_COUNTED.
	 *
	 * @var int
	 */
	public $total;

	/**
	 * Whether there are more than $total.
	 *
	 * @var bool
	 */
	public $is_capped;

	/**
	 * Takes rows and a count that went one beyond the limit.
	 *
	 * @param object[] $rows    The rows.
	 * @param int      $counted How many were counted, at most MOST_COUNTED + 1.
	 */
	public function __construct( array $rows, int $counted ) {
		$this->rows      = $rows;
		$this->total     = min( $counted, self::MOST_COUNTED );
		$this->is_capped = $counted > self::MOST_COUNTED;
	}

	/**
	 * Reads a page with two statements.
	 *
	 * @param string $columns What to select.
	 * @param string $from    All from FROM to the end of WHERE, prepared.
	 * @param string $order   The terms of ORDER BY.
	 * @param string $id      The column to count.
	 * @param array  $args    The keys `per_page` (20) and `page` (1).
	 */
	public static function read( string $columns, string $from, string $order, string $id, array $args ): self {
		global $wpdb;
		$per_page = max( 1, min( 500, (int) ( $args['per_page'] ?? 20 ) ) );
		$page     = max( 1, (int) ( $args['page'] ?? 1 ) );
		$offset   = min( ( $page - 1 ) * $per_page, self::MOST_COUNTED );
		// phpcs:disable WordPress.DB -- Our own tables; the parts come from code, values in them are prepared.
		$rows    = $wpdb->get_results( "SELECT {$columns} {$from} ORDER BY {$order} LIMIT {$per_page} OFFSET {$offset}" );
		$counted = $wpdb->get_var( "SELECT COUNT(*) FROM (SELECT {$id} {$from} LIMIT " . ( self::MOST_COUNTED + 1 ) . ') counted' );
		// phpcs:enable
		return new self( (array) $rows, (int) $counted );
	}

	/**
	 * ORDER BY for a column that somebody asked for.
	 *
	 * @param array<string,string> $sortable What may be asked for => its SQL. The first is the default.
	 * @param array                $args     The keys `orderby` and `order`.
	 * @param string               $id       The column that decides between equals.
	 */
	public static function order( array $sortable, array $args, string $id ): string {
		$direction = 'asc' === strtolower( is_string( $args['order'] ?? null ) ? $args['order'] : '' ) ? 'ASC' : 'DESC';
		$wanted    = is_string( $args['orderby'] ?? null ) ? $args['orderby'] : '';
		$column    = $sortable[ $wanted ] ?? reset( $sortable );
		return $column === $id ? "{$id} {$direction}" : "{$column} {$direction}, {$id} {$direction}";
	}

	/**
	 * Conditions `column = value` for the given ones of some filters, each with AND in front.
	 *
	 * @param array<string,string> $columns Name of the filter => its column.
	 * @param array                $args    The filters; what is empty is not filtered.
	 */
	public static function conditions( array $columns, array $args ): string {
		global $wpdb;
		$sql = '';
		foreach ( $columns as $name => $column ) {
			$value = $args[ $name ] ?? '';
			if ( is_scalar( $value ) && '' !== (string) $value ) {
				// phpcs:ignore WordPress.DB -- The column comes from code.
				$sql .= $wpdb->prepare( " AND {$column} = %s", (string) $value );
			}
		}
		return $sql;
	}
}
