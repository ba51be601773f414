<?php
/**
 * Screens and handlers, called in this process.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

use PushBridge\Admin\Menu;

/**
 * Prints a screen and sends its forms, as a browser would.
 */
trait Admin_Pages {

	/**
	 * An administrator who may do everything, logged in.
	 */
	protected function administrator(): int {
		$id = $this->user( 'administrator', true );
		if ( is_multisite() ) {
			grant_super_admin( $id );
		}
		return $id;
	}

	/**
	 * The HTML of a tab.
	 */
	protected function page( string $tab, array $get = array() ): string {
		$_GET     = wp_slash( array( 'page' => 'push-bridge', 'tab' => $tab ) + $get );
		$_REQUEST = $_GET;
		// WordPress keeps the columns of a page for the whole process, and a request has only one list.
		set_current_screen( 'tools_page_push-bridge-' . $tab );
		$this->stop_at_redirects();
		ob_start();
		try {
			Menu::load();
			Menu::render();
		} finally {
			$html = (string) ob_get_clean();
		}
		return $html;
	}

	/**
	 * Sends a form to admin-post.php; returns the address that it leads to, or throws Died.
	 */
	protected function post( string $action, array $fields, string $nonce = '' ): string {
		if ( '' !== $nonce ) {
			$fields['_wpnonce'] = wp_create_nonce( $nonce );
		}
		$_POST    = wp_slash( $fields );
		$_GET     = $_POST;
		$_REQUEST = $_POST;
		$this->stop_at_redirects();
		\PushBridge\Admin\Hooks::add();
		try {
			do_action( 'admin_post_pushbridge_' . $action );
		} catch ( Died $end ) {
			if ( 302 === $end->getCode() ) {
				return $end->getMessage();
			}
			throw $end;
		}
		$this->fail( 'neither a redirect nor an end' );
	}

	/**
	 * Asserts that a handler refuses with 403.
	 */
	protected function assertForbidden( callable $call ): void {
		try {
			$call();
		} catch ( Died $end ) {
			$this->assertSame( 403, $end->getCode(), $end->getMessage() );
			return;
		}
		$this->fail( 'it was allowed' );
	}

	/**
	 * The code and number in the address that a handler leads to.
	 */
	protected function assertLeadsTo( string $code, string $url, ?int $count = null ): void {
		wp_parse_str( (string) wp_parse_url( $url, PHP_URL_QUERY ), $query );
		$this->assertSame( $code, $query['pb_notice'] ?? null, $url );
		if ( null !== $count ) {
			$this->assertSame( (string) $count, $query['pb_count'] ?? null, $url );
		}
	}

	/**
	 * The texts of the cells of a column.
	 *
	 * @return string[]
	 */
	protected function cells( string $html, string $column ): array {
		preg_match_all( '#<t[dh][^>]*class=[\'"][^\'"]*\bcolumn-' . $column . '\b[^>]*>(.*?)</t[dh]>#s', (string) strstr( $html, 'id="the-list"' ), $found );
		// The footer repeats the heading.
		return array_slice( array_map( 'wp_strip_all_tags', $found[1] ), 0, -1 );
	}

	private function stop_at_redirects(): void {
		add_filter(
			'wp_redirect',
			static function ( $url ) {
				throw new Died( $url, 302 );
			}
		);
	}
}
