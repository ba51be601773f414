<?php
/**
 * The commands `wp push-bridge status`, `send` and `doctor`.
 *
 * @package PushBridge
 */

namespace PushBridge\Cli;

use PushBridge\Actions\Action_Table;
use PushBridge\Actions\Sender;
use PushBridge\Health\Checks;
use PushBridge\Health\Finding;
use PushBridge\Store\Held_Back;
use PushBridge\Store\Queue;
use PushBridge\Store\Workers;
use PushBridge\Waking\Waker;

/**
 * Sends push notifications and looks after their queue.
 *
 * The daemon's own program, push-bridge, does more; these commands need nothing but WordPress.
 */
final class Root_Command {

	/**
	 * Adds the commands to WP-CLI.
	 */
	public static function register(): void {
		\WP_CLI::add_command( 'push-bridge', self::class );
		\WP_CLI::add_command( 'push-bridge queue', Queue_Command::class );
		\WP_CLI::add_command( 'push-bridge tokens', Tokens_Command::class );
		\WP_CLI::add_command( 'push-bridge credentials', Credentials_Command::class );
	}

	/**
	 * Shows the lanes of the queue and the daemons.
	 *
	 * ## OPTIONS
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
	 *     wp push-bridge status --format=json
	 *
	 * @param array $arguments Arguments.
	 * @param array $options   Options.
	 */
	public function status( $arguments, $options ): void {
		Output::need_tables();
		$workers = Workers::all();
		$lanes   = Queue::lanes();
		if ( 'json' === $options['format'] ) {
			\WP_CLI::line(
				(string) wp_json_encode(
					array(
						'lanes'     => $lanes,
						'workers'   => $workers,
						'held_back' => array_values( Held_Back::by( $workers ) ),
					)
				)
			);
			return;
		}
		$rows = array();
		foreach ( $lanes as $lane => $figures ) {
			$rows[] = array( 'lane' => $lane ) + $figures;
		}
		Output::rows( $options, $rows, array( 'lane', 'queued', 'sending', 'waiting', 'oldest_seconds' ) );
		Output::rows( $options, array_map( 'get_object_vars', $workers ), array( 'id', 'host', 'pid', 'version', 'state', 'started_at', 'heartbeat_seconds' ) );
		if ( ! Workers::alive( $workers ) ) {
			\WP_CLI::warning( __( 'No daemon is running: what is queued is not sent.', 'push-bridge' ) );
		}
		foreach ( array_keys( Held_Back::by( $workers ) ) as $text ) {
			\WP_CLI::warning( $text );
		}
	}

	/**
	 * Queues a notification.
	 *
	 * ## OPTIONS
	 *
	 * [--user=<id>]
	 * : The user who gets it: id, login name or e-mail address.
	 *
	 * [--audience=<json>]
	 * : Many users instead of one, e.g. '{"role":"subscriber"}'.
	 *
	 * [--type=<type>]
	 * : standard, voip, or another type of Apple's.
	 *
	 * [--app=<app>]
	 * : Which app.
	 *
	 * [--title=<text>]
	 * : The title.
	 *
	 * [--body=<text>]
	 * : The text.
	 *
	 * [--message=<file>]
	 * : A file with the message as a JSON object, - for standard input. --title and --body win over it.
	 *
	 * [--send-at=<time>]
	 * : When, in UTC.
	 *
	 * [--dedupe-key=<key>]
	 * : A key with which the message is queued only once.
	 *
	 * [--wait=<seconds>]
	 * : Wait so long for the results, and show them.
	 *
	 * [--full-tokens]
	 * : Show device tokens in full.
	 *
	 * [--porcelain]
	 * : Print nothing but the id.
	 *
	 * [--format=<format>]
	 * : How to print the results.
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
	 *     wp push-bridge send --user=anna --title=Hi --body=There --wait=10
	 *
	 * @param array $arguments Arguments.
	 * @param array $options   Options.
	 */
	public function send( $arguments, $options ): void {
		$message = isset( $options['message'] ) ? self::json( self::text( (string) $options['message'] ), 'message' ) : array();
		foreach ( array( 'type', 'app', 'title', 'body', 'send-at', 'dedupe-key' ) as $name ) {
			if ( isset( $options[ $name ] ) ) {
				$message[ strtr( $name, '-', '_' ) ] = (string) $options[ $name ];
			}
		}
		if ( isset( $options['user'] ) ) {
			$message['user_id'] = self::user( (string) $options['user'] );
		}
		if ( isset( $options['audience'] ) ) {
			$message['audience'] = self::json( (string) $options['audience'], 'audience' );
		}
		$id = Output::or_stop( Sender::send( $message ) );
		if ( isset( $options['porcelain'] ) ) {
			\WP_CLI::line( (string) $id );
			return;
		}
		if ( ! isset( $options['wait'] ) ) {
			/* translators: %d: an id. */
			\WP_CLI::success( sprintf( __( 'Queued as %d.', 'push-bridge' ), $id ) );
			return;
		}
		// The daemon is told now: this request does not end before there are results.
		Waker::wake();
		$results = self::results_within( $id, (float) $options['wait'] );
		Output::results( $options, $results );
		if ( 'sent' !== $results['state'] ) {
			/* translators: 1: a state, 2: a reason. */
			\WP_CLI::error( sprintf( __( 'Not delivered: %1$s %2$s', 'push-bridge' ), $results['state'], $results['reason'] ) );
		}
	}

	/**
	 * Checks everything that must be right for notifications to arrive. Ends with 1 when something is critical.
	 *
	 * ## OPTIONS
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
	public function doctor( $arguments, $options ): void {
		$rows        = array();
		$is_critical = false;
		foreach ( Checks::names() as $name ) {
			$finding     = call_user_func( array( Checks::class, $name ) );
			$is_critical = $is_critical || Finding::CRITICAL === $finding->status;
			$rows[]      = array( 'check' => $name ) + get_object_vars( $finding );
		}
		Output::rows( $options, $rows, array( 'check', 'status', 'label', 'advice' ) );
		if ( $is_critical ) {
			\WP_CLI::halt( 1 );
		}
	}

	/**
	 * The results of an action, once it is final or the time is over.
	 *
	 * @param int   $id      The action.
	 * @param float $seconds How long to wait.
	 */
	private static function results_within( int $id, float $seconds ): array {
		$end = microtime( true ) + $seconds;
		do {
			$results = Output::or_stop( Action_Table::results( $id ) );
			if ( ! in_array( $results['state'], array( 'queued', 'sending' ), true ) ) {
				break;
			}
			usleep( 50000 );
		} while ( microtime( true ) < $end );
		return $results;
	}

	/**
	 * The id of a user.
	 *
	 * @param string $text Id, login name or e-mail address.
	 */
	private static function user( string $text ): int {
		if ( ctype_digit( $text ) ) {
			// The tokens count, not the users: an id without a user is allowed.
			return (int) $text;
		}
		$user = get_user_by( is_email( $text ) ? 'email' : 'login', $text );
		if ( ! $user ) {
			/* translators: %s: what was given. */
			\WP_CLI::error( sprintf( __( 'There is no user "%s".', 'push-bridge' ), $text ) );
		}
		return $user->ID;
	}

	/**
	 * The text of a file.
	 *
	 * @param string $file Its path, - for standard input.
	 */
	private static function text( string $file ): string {
		// phpcs:ignore WordPress.PHP, WordPress.WP -- A local file that the caller named.
		$text = @file_get_contents( '-' === $file ? 'php://stdin' : $file );
		if ( false === $text ) {
			/* translators: %s: a path. */
			\WP_CLI::error( sprintf( __( 'The file "%s" cannot be read.', 'push-bridge' ), $file ) );
		}
		return (string) $text;
	}

	/**
	 * The array that JSON text stands for; objects in it stay objects.
	 *
	 * @param string $text The text.
	 * @param string $name The option.
	 */
	private static function json( string $text, string $name ): array {
		$value = json_decode( $text, false, 64 );
		if ( ! is_object( $value ) ) {
			/* translators: %s: the name of an option. */
			\WP_CLI::error( sprintf( __( 'What --%s gives is not a JSON object.', 'push-bridge' ), $name ) );
		}
		return get_object_vars( $value );
	}
}
