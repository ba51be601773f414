<?php
/**
 * The commands `wp push-bridge queue …`.
 *
 * @package PushBridge
 */

namespace PushBridge\Cli;

use PushBridge\Actions\Action_Table;
use PushBridge\Store\Actions;
use PushBridge\Store\Reasons;

/**
 * Lists, explains, retries and cancels notifications.
 */
final class Queue_Command {

	const COLUMNS = array( 'id', 'type', 'app', 'user_id', 'state', 'reason', 'delivered', 'failed', 'pruned', 'created_at' );

	/**
	 * Lists notifications, the newest first.
	 *
	 * ## OPTIONS
	 *
	 * [--state=<state>]
	 * : Only those in a state: queued, sending, sent, partial, failed, expired or cancelled.
	 *
	 * [--reason=<reason>]
	 * : Only those with a reason.
	 *
	 * [--app=<app>]
	 * : Only those of an app.
	 *
	 * [--type=<type>]
	 * : Only those of a type.
	 *
	 * [--user=<id>]
	 * : Only those for a user.
	 *
	 * [--number=<number>]
	 * : How many, at most 500.
	 * ---
	 * default: 50
	 * ---
	 *
	 * [--page=<page>]
	 * : Which page of so many.
	 * ---
	 * default: 1
	 * ---
	 *
	 * [--format=<format>]
	 * : How to print it.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp push-bridge queue list --state=failed --format=json
	 *
	 * @subcommand list
	 *
	 * @param array $arguments Arguments.
	 * @param array $options   Options.
	 */
	public function list_( $arguments, $options ): void {
		Output::need_tables();
		$page = Actions::query(
			array(
				'state'    => $options['state'] ?? '',
				'reason'   => $options['reason'] ?? '',
				'app'      => $options['app'] ?? '',
				'type'     => $options['type'] ?? '',
				'user_id'  => isset( $options['user'] ) ? Output::id( $options['user'] ) : '',
				'per_page' => Output::id( $options['number'] ),
				'page'     => Output::id( $options['page'] ),
			)
		);
		Output::rows( $options, array_map( 'get_object_vars', $page->rows ), self::COLUMNS );
	}

	/**
	 * Shows what became of a notification and of each of its devices.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : The notification's id.
	 *
	 * [--full-tokens]
	 * : Show device tokens in full.
	 *
	 * [--format=<format>]
	 * : How to print it.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 * ---
	 *
	 * @param array $arguments Arguments.
	 * @param array $options   Options.
	 */
	public function show( $arguments, $options ): void {
		$results            = Output::or_stop( Action_Table::results( Output::id( $arguments[0] ) ) );
		$results['meaning'] = Reasons::meaning( $results['reason'] );
		$results['advice']  = Reasons::advice( $results['reason'] );
		Output::results( $options, $results );
	}

	/**
	 * Sends again what was not delivered. Calls past their life are refused.
	 *
	 * ## OPTIONS
	 *
	 * <id>...
	 * : The notifications' ids.
	 *
	 * @param array $arguments Arguments.
	 */
	public function retry( $arguments ): void {
		self::each( $arguments, array( Actions::class, 'retry' ) );
	}

	/**
	 * Cancels notifications that are not finished. What is already on its way to Apple cannot be called back.
	 *
	 * ## OPTIONS
	 *
	 * <id>...
	 * : The notifications' ids.
	 *
	 * @param array $arguments Arguments.
	 */
	public function cancel( $arguments ): void {
		self::each( $arguments, array( Actions::class, 'cancel' ) );
	}

	/**
	 * Does something with each notification, and ends with 1 when one was refused.
	 *
	 * @param string[] $ids  The ids.
	 * @param callable $work What to do with an id.
	 */
	private static function each( array $ids, callable $work ): void {
		Output::need_tables();
		$refused = 0;
		foreach ( array_map( array( Output::class, 'id' ), $ids ) as $id ) {
			$result = $work( $id );
			if ( is_wp_error( $result ) ) {
				++$refused;
				\WP_CLI::warning( $id . ': ' . $result->get_error_code() . ': ' . $result->get_error_message() );
			} else {
				/* translators: %d: an id. */
				\WP_CLI::log( sprintf( __( '%d: done.', 'push-bridge' ), $id ) );
			}
		}
		if ( $refused > 0 ) {
			/* translators: %d: a number. */
			\WP_CLI::error( sprintf( __( 'Refused: %d', 'push-bridge' ), $refused ) );
		}
	}
}
