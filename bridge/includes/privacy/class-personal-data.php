<?php
/**
 * What is stored about a person.
 *
 * @package PushBridge
 */

namespace PushBridge\Privacy;

use PushBridge\Schema;
use PushBridge\Tokens\Device_Token;
use PushBridge\Tokens\Token_Value;

// phpcs:disable WordPress.DB -- Tables that the daemon changes as well: nothing may come from a cache.

/**
 * Reads and erases, in bounded steps, what usermeta and the tables hold of one user.
 */
final class Personal_Data {

	/** Rows that one step reads or erases of each table. */
	const STEP = 500;

	/** Columns of each table that an export tells, by the table's name. */
	const COLUMNS = array(
		'actions'    => 'id, type, app, message, state, reason, created_at, send_at',
		'deliveries' => 'id, action_id, token, channel, environment, status, reason, created_at, updated_at',
		'prunes'     => 'id, meta_key, token, environment, reason, state, created_at, undone_at',
	);

	/**
	 * The user.
	 *
	 * @var int
	 */
	private $user_id;

	/**
	 * The actions whose audience names him, once they were looked for; see Named_Audiences::of().
	 *
	 * @var array<int,object>|null
	 */
	private $named = null;

	/**
	 * The data of one user.
	 *
	 * @param int $user_id The user.
	 */
	public function __construct( int $user_id ) {
		$this->user_id = $user_id;
	}

	/**
	 * The user's rows of one table. Actions are also those whose audience names him, and those that reached him.
	 *
	 * @param string $table A key of COLUMNS.
	 * @param int    $page  The page, from 1.
	 * @return array[]
	 */
	public function rows( string $table, int $page ): array {
		global $wpdb;
		if ( Schema::problem() ) {
			return array();
		}
		$sql = 'SELECT ' . self::COLUMNS[ $table ] . ' FROM ' . Schema::table( $table ) . ' WHERE ' . $this->condition( $table ) . ' ORDER BY id LIMIT %d OFFSET %d';
		return (array) $wpdb->get_results( $wpdb->prepare( $sql, self::STEP, ( $page - 1 ) * self::STEP ), ARRAY_A );
	}

	/**
	 * Erases a part of what is stored of the user.
	 *
	 * @return array{removed:int,retained:int,is_done:bool} Rows that went, rows that stay because a push is on its way, and
	 *                     whether all that can go is gone.
	 */
	public function erase(): array {
		if ( Schema::problem() ) {
			return array(
				'removed'  => Personal_Meta::erase( $this->user_id, array() ),
				'retained' => 0,
				'is_done'  => true,
			);
		}
		$named = $this->named();
		$own   = array_keys( array_filter( array_column( $named, 'is_alone', 'id' ) ) );
		$this->cancel( $own );
		$this->forget_environments();
		// What only his tokens lead to goes first: they are known from the rows that go afterwards.
		$removed  = $this->erase_listed_deliveries();
		$retained = $this->forget_audiences( array_diff_key( $named, array_flip( $own ) ) );
		$removed += count( $named ) - count( $own ) - count( $retained );
		$is_done  = true;
		foreach ( $this->selects( $own ) as $table => $select ) {
			$count    = self::delete( $table, $select );
			$removed += $count;
			$is_done  = $is_done && $count < self::STEP;
		}
		if ( ! $is_done ) {
			return array(
				'removed'  => $removed,
				'retained' => 0,
				'is_done'  => false,
			);
		}
		$removed    += Personal_Meta::erase( $this->user_id, $retained );
		$this->named = $retained;
		return array(
			'removed'  => $removed,
			'retained' => count( $this->rows( 'deliveries', 1 ) ) + count( $this->rows( 'prunes', 1 ) ) + count( $this->rows( 'actions', 1 ) ),
			'is_done'  => true,
		);
	}

	/**
	 * SQL for the ids of the rows that are the user's and may go. What the daemon works on stays until it is final: without
	 * its deliveries a push would go out again.
	 *
	 * @param int[] $own Actions whose audience is he alone.
	 * @return array<string,string> By table, in the order in which they go.
	 */
	private function selects( array $own ): array {
		$actions    = Schema::table( 'actions' );
		$deliveries = Schema::table( 'deliveries' );
		$has_none   = "a.state NOT IN ('queued', 'sending') AND NOT EXISTS (SELECT 1 FROM {$deliveries} d WHERE d.action_id = a.id)";
		return array(
			'deliveries' => "SELECT d.id FROM {$deliveries} d LEFT JOIN {$actions} a ON a.id = d.action_id WHERE d.user_id = {$this->user_id}"
				. " AND (a.id IS NULL OR a.state NOT IN ('queued', 'sending'))",
			'actions'    => "SELECT a.id FROM {$actions} a WHERE (a.user_id = {$this->user_id} OR a.id IN (" . self::list_of( $own ) . ")) AND {$has_none}",
			'prunes'     => 'SELECT id FROM ' . Schema::table( 'prunes' ) . " WHERE user_id = {$this->user_id}",
		);
	}

	/**
	 * Erases what became of pushes to his tokens by audiences that list them.
	 *
	 * @return int How many rows went.
	 */
	private function erase_listed_deliveries(): int {
		$parts = $this->listed_deliveries( 'd.' );
		if ( ! $parts ) {
			return 0;
		}
		$select  = 'SELECT d.id FROM ' . Schema::table( 'deliveries' ) . ' d JOIN ' . Schema::table( 'actions' ) . ' a ON a.id = d.action_id'
			. " WHERE a.state NOT IN ('queued', 'sending') AND (" . implode( ' OR ', $parts ) . ')';
		$removed = 0;
		do {
			$count    = self::delete( 'deliveries', $select );
			$removed += $count;
		} while ( $count === self::STEP );
		return $removed;
	}

	/**
	 * SQL for deliveries to his tokens that are nobody's in the table, because an audience names the devices.
	 *
	 * @param string $alias The table's name in the statement, with a dot.
	 * @return string[] One condition for each action.
	 */
	private function listed_deliveries( string $alias ): array {
		$parts = array();
		foreach ( $this->named() as $action ) {
			if ( 'tokens' === $action->selector ) {
				$tokens  = array_map( array( Device_Token::class, 'normalized' ), array_intersect_key( $action->members, array_flip( $action->places ) ) );
				$parts[] = "({$alias}action_id = {$action->id} AND {$alias}user_id IS NULL AND {$alias}token IN ('" . implode( "', '", $tokens ) . "'))";
			}
		}
		return $parts;
	}

	/**
	 * Cancels what was to be sent to the user alone.
	 *
	 * @param int[] $ids Actions whose audience is he alone.
	 */
	public function cancel( array $ids = array() ): void {
		global $wpdb;
		$wpdb->query( 'UPDATE ' . Schema::table( 'actions' ) . " SET state = 'cancelled' WHERE user_id = {$this->user_id} AND state IN ('queued', 'sending')" );
		if ( $ids ) {
			$wpdb->query( 'UPDATE ' . Schema::table( 'actions' ) . " SET state = 'cancelled' WHERE id IN (" . self::list_of( $ids ) . ") AND state IN ('queued', 'sending')" );
		}
	}

	/**
	 * The user's tokens: those that are stored, and those of which only records are left.
	 *
	 * @return string[]
	 */
	private function tokens(): array {
		global $wpdb;
		$tokens = array();
		foreach ( Personal_Meta::of( $this->user_id ) as $row ) {
			$tokens = array_merge( $tokens, array_column( Token_Value::entries( (string) $row->meta_value ), 'token' ) );
		}
		foreach ( array( 'deliveries', 'prunes' ) as $table ) {
			$sql    = 'SELECT DISTINCT token FROM ' . Schema::table( $table ) . " WHERE user_id = {$this->user_id}";
			$tokens = array_merge( $tokens, (array) $wpdb->get_col( $sql ) );
		}
		return array_values( array_unique( $tokens ) );
	}

	/**
	 * The actions whose audience names the user.
	 *
	 * @return array<int,object> See Named_Audiences::of().
	 */
	private function named(): array {
		if ( null === $this->named ) {
			$this->named = Named_Audiences::of( $this->user_id, $this->tokens() );
		}
		return $this->named;
	}

	/**
	 * SQL for which rows of a table are the user's.
	 *
	 * @param string $table A key of COLUMNS.
	 */
	private function condition( string $table ): string {
		$own = "user_id = {$this->user_id}";
		if ( 'prunes' === $table ) {
			return $own;
		}
		if ( 'deliveries' === $table ) {
			return '(' . implode( ' OR ', array_merge( array( $own ), $this->listed_deliveries( '' ) ) ) . ')';
		}
		return 'id IN (SELECT id FROM (SELECT id FROM ' . Schema::table( 'actions' ) . " WHERE {$own} OR id IN (" . self::list_of( array_keys( $this->named() ) ) . ')'
			. ' UNION SELECT action_id FROM ' . Schema::table( 'deliveries' ) . " WHERE {$own}) mine)";
	}

	/**
	 * Takes the user out of audiences that name others as well.
	 *
	 * @param array<int,object> $named The actions.
	 * @return array<int,object> Those that still name him, because they are on their way.
	 */
	private function forget_audiences( array $named ): array {
		return array_filter(
			$named,
			static function ( $action ) {
				return ! Named_Audiences::remove( $action );
			}
		);
	}

	/**
	 * Forgets in which environment the user's tokens were found.
	 */
	private function forget_environments(): void {
		global $wpdb;
		$tokens = $this->tokens();
		if ( $tokens ) {
			$sql = 'DELETE FROM ' . Schema::table( 'token_environments' ) . ' WHERE token IN (' . implode( ', ', array_fill( 0, count( $tokens ), '%s' ) ) . ')';
			$wpdb->query( $wpdb->prepare( $sql, $tokens ) );
		}
	}

	/**
	 * Deletes some rows of a table.
	 *
	 * @param string $table  The table.
	 * @param string $select SQL for their ids; a multiple-table DELETE takes no LIMIT.
	 * @return int How many went.
	 */
	private static function delete( string $table, string $select ): int {
		global $wpdb;
		$ids = $wpdb->get_col( "{$select} LIMIT " . self::STEP );
		return $ids ? (int) $wpdb->query( 'DELETE FROM ' . Schema::table( $table ) . ' WHERE id IN (' . self::list_of( $ids ) . ')' ) : 0;
	}

	/**
	 * Numbers for SQL's IN.
	 *
	 * @param array $ids The numbers; none stands for a number that no row has.
	 */
	private static function list_of( array $ids ): string {
		return implode( ',', array_map( 'intval', $ids ? $ids : array( 0 ) ) );
	}
}
