<?php
/**
 * Why a message cannot be queued.
 *
 * @package PushBridge
 */

namespace PushBridge\Actions;

/**
 * Carries the daemon's machine word from the rule that found the fault to the caller's WP_Error.
 */
final class Refusal extends \Exception {

	/**
	 * The machine word, e.g. `MissingAlert` or `InvalidMessage: badge`.
	 *
	 * @var string
	 */
	private $word;

	/**
	 * A refusal.
	 *
	 * @param string $word        The machine word, as the daemon would put it into the column `reason`.
	 * @param string $explanation A sentence for the developer who must put it right.
	 */
	public function __construct( string $word, string $explanation ) {
		parent::__construct( $explanation );
		$this->word = $word;
	}

	/**
	 * The refusal of one key of the message.
	 *
	 * @param string $key      The key, a dot between an object's key and its own.
	 * @param string $expected What should stand there.
	 */
	public static function of_key( string $key, string $expected ): self {
		return new self( 'InvalidMessage: ' . $key, sprintf( '"%s" must be %s.', $key, $expected ) );
	}

	/**
	 * The same as WordPress functions return it.
	 */
	public function to_wp_error(): \WP_Error {
		return new \WP_Error( $this->word, $this->getMessage() );
	}
}
