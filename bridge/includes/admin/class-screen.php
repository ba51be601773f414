<?php
/**
 * One tab.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

/**
 * What every tab of the page can do.
 */
abstract class Screen {

	/**
	 * The name on the tab; empty for a screen without one.
	 */
	abstract public static function label(): string;

	/**
	 * Before anything is printed: what has to be read, and what the lists were asked to do.
	 */
	public function load(): void {
	}

	/**
	 * Prints the content.
	 */
	abstract public function render(): void;
}
