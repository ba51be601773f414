<?php
/**
 * The commands `wp push-bridge tokens …`.
 *
 * @package PushBridge
 */

namespace PushBridge\Cli;

use PushBridge\Pruning\Verdicts;
use PushBridge\Store\Devices;
use PushBridge\Store\Prunes;
use PushBridge\Tokens\Token_Audit;

/**
 * Shows, audits and cleans device tokens.
 */
final class Tokens_Command {

	/**
	 * Lists a user's devices, or what was removed from all users.
	 *
	 * ## OPTIONS
	 *
	 * [--user=<id>]
	 * : The user.
	 *
	 * [--pruned]
	 * : What was removed, or is to be, the newest first.
	 *
	 * [--state=<state>]
	 * : With --pruned only those in a state: removed, verdict, reported or undone.
	 *
	 * [--full-tokens]
	 * : Show device tokens in full.
	 *
	 * [--number=<number>]
	 * : With --pruned how many, at most 500.
	 * ---
	 * default: 50
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
	 * @subcommand list
	 *
	 * @param array $arguments Arguments.
	 * @param array $options   Options.
	 */
	public function list_( $arguments, $options ): void {
		if ( empty( $options['pruned'] ) ) {
			if ( ! isset( $options['user'] ) ) {
				\WP_CLI::error( __( 'Give --user or --pruned.', 'push-bridge' ) );
			}
			$rows    = Devices::of_user( Output::id( $options['user'] ) );
			$columns = array( 'umeta_id', 'user_id', 'kind', 'token', 'environment', 'device', 'registered_at' );
		} else {
			Output::need_tables();
			$rows    = Prunes::query(
				array(
					'state'    => $options['state'] ?? '',
					'user_id'  => isset( $options['user'] ) ? Output::id( $options['user'] ) : '',
					'per_page' => Output::id( $options['number'] ),
				)
			)->rows;
			$columns = array( 'id', 'user_id', 'umeta_id', 'meta_key', 'token', 'reason', 'state', 'created_at', 'undone_by' );
		}
		self::print_rows( $options, array_map( 'get_object_vars', $rows ), $columns );
	}

	/**
	 * Looks through all tokens, and changes nothing. `push-bridge tokens audit` on the server finds more.
	 *
	 * Findings: malformed (no token stands where one should), unrewritable (an object or a reference, nothing is removed from
	 * it), tombstoned (removed as dead, and written back), moved (another user had it before).
	 *
	 * ## OPTIONS
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
	public function audit( $arguments, $options ): void {
		Output::need_tables();
		self::print_rows( $options, Token_Audit::run(), array( 'finding', 'user_id', 'umeta_id', 'meta_key', 'token', 'detail' ) );
	}

	/**
	 * Removes the tokens that the daemon has found dead and left to the plugin.
	 *
	 * ## OPTIONS
	 *
	 * [--dry-run]
	 * : Only show them.
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
	public function prune( $arguments, $options ): void {
		Output::need_tables();
		if ( ! empty( $options['dry-run'] ) ) {
			$rows = array_map( 'get_object_vars', Prunes::open( 0, 500, array( 'verdict' ) ) );
			self::print_rows( $options, $rows, array( 'id', 'user_id', 'umeta_id', 'meta_key', 'token', 'reason', 'created_at' ) );
			return;
		}
		$totals = array();
		do {
			$counts = Verdicts::apply( 100 );
			foreach ( $counts as $outcome => $count ) {
				$totals[ $outcome ] = $count + ( Verdicts::LATER === $outcome ? 0 : ( $totals[ $outcome ] ?? 0 ) );
			}
		} while ( array_sum( $counts ) > $counts[ Verdicts::LATER ] );
		Output::one( $options, $totals );
	}

	/**
	 * Puts a removed token back.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : The id of the removal, see: wp push-bridge tokens list --pruned
	 *
	 * @param array $arguments Arguments.
	 */
	public function undo( $arguments ): void {
		Output::need_tables();
		\WP_CLI::success( Output::or_stop( Prunes::undo( Output::id( $arguments[0] ), 'wp-cli' ) ) );
	}

	/**
	 * Prints rows with shortened tokens, unless wanted otherwise.
	 *
	 * @param array    $options The command's options.
	 * @param array[]  $rows    The rows.
	 * @param string[] $columns The columns.
	 */
	private static function print_rows( array $options, array $rows, array $columns ): void {
		if ( empty( $options['full-tokens'] ) ) {
			foreach ( $rows as $index => $row ) {
				$rows[ $index ]['token'] = Output::short( (string) $row['token'] );
			}
		}
		Output::rows( $options, $rows, $columns );
	}
}
