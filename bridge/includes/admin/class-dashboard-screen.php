<?php
/**
 * How everything stands.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

/**
 * The first tab.
 */
final class Dashboard_Screen extends Screen {

	/**
	 * The name on the tab.
	 */
	public static function label(): string {
		return __( 'Dashboard', 'push-bridge' );
	}

	/**
	 * Prints the content.
	 */
	public function render(): void {
		Getting_Started::render();
		// What changes by itself is not read out each time; the script speaks when the summary changes.
		echo '<div id="pushbridge-live">';
		Live::render();
		echo '</div>';
		Test_Push::render_form();
	}
}
