<?php
/**
 * What a check found.
 *
 * @package PushBridge
 */

namespace PushBridge\Health;

/**
 * One line for Site Health and for `wp push-bridge doctor`.
 */
final class Finding {

	const GOOD        = 'good';
	const RECOMMENDED = 'recommended';
	const CRITICAL    = 'critical';

	/**
	 * GOOD, RECOMMENDED or CRITICAL.
	 *
	 * @var string
	 */
	public $status;

	/**
	 * What is so, in a few words.
	 *
	 * @var string
	 */
	public $label;

	/**
	 * What it means, and what to do.
	 *
	 * @var string
	 */
	public $advice;

	/**
	 * Takes what a check found.
	 *
	 * @param string $status One of the constants.
	 * @param string $label  A few words.
	 * @param string $advice Sentences, without markup.
	 */
	public function __construct( string $status, string $label, string $advice ) {
		$this->status = $status;
		$this->label  = $label;
		$this->advice = $advice;
	}
}
