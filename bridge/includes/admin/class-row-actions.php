<?php
/**
 * What can be done to one action.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

use PushBridge\Store\Actions;

/**
 * Retry and cancel, by a button of one row or the box of many.
 */
final class Row_Actions {

	const DOINGS = array( 'retry', 'cancel' );

	/**
	 * Adds the hooks.
	 */
	public static function add_hooks(): void {
		add_action( 'admin_post_pushbridge_retry', array( self::class, 'retry' ) );
		add_action( 'admin_post_pushbridge_cancel', array( self::class, 'cancel' ) );
	}

	/**
	 * Sends one action again.
	 */
	public static function retry(): void {
		$id = self::checked_id( 'retry' );
		self::back( $id, Actions::retry( $id ), 'retried' );
	}

	/**
	 * Cancels one action.
	 */
	public static function cancel(): void {
		$id = self::checked_id( 'cancel' );
		self::back( $id, Actions::cancel( $id ), 'cancelled' );
	}

	/**
	 * The address that does something to an action.
	 *
	 * @param string $doing One of DOINGS.
	 * @param int    $id    The action.
	 */
	public static function url( string $doing, int $id ): string {
		return wp_nonce_url( admin_url( "admin-post.php?action=pushbridge_{$doing}&id={$id}" ), "pushbridge_{$doing}_{$id}" );
	}

	/**
	 * Does something to many; the nonce is checked by the caller.
	 *
	 * @param string $doing One of DOINGS.
	 * @param int[]  $ids   The actions.
	 * @return int How many it was done to.
	 */
	public static function to_many( string $doing, array $ids ): int {
		$count = 0;
		foreach ( array_slice( $ids, 0, 500 ) as $id ) {
			$result = 'retry' === $doing ? Actions::retry( $id ) : Actions::cancel( $id );
			$count += is_wp_error( $result ) ? 0 : 1;
		}
		return $count;
	}

	/**
	 * The action that the address names, once user and nonce are checked.
	 *
	 * @param string $doing One of DOINGS.
	 */
	private static function checked_id( string $doing ): int {
		// phpcs:ignore WordPress.Security.NonceVerification -- The nonce names the action, so its number comes first.
		$id = Input::id( $_REQUEST, 'id' );
		Access::require_sight( "pushbridge_{$doing}_{$id}" );
		return $id;
	}

	/**
	 * Back to the action, with what became of it.
	 *
	 * @param int    $id     The action.
	 * @param mixed  $result What the service answered.
	 * @param string $done   The code when it was done.
	 */
	private static function back( int $id, $result, string $done ): void {
		$url = Menu::url( 'action', array( 'id' => $id ) );
		if ( is_wp_error( $result ) ) {
			Notices::redirect( $url, 'NotOpen' === $result->get_error_code() ? 'nothing_cancelled' : (string) $result->get_error_code() );
		}
		Notices::redirect( $url, $done, 1 );
	}
}
