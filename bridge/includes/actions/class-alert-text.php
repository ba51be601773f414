<?php
/**
 * Whether a message shows text.
 *
 * @package PushBridge
 */

namespace PushBridge\Actions;

/**
 * Alert text is at least one of title, body, loc.title_key, loc.key and the pass-through aps.alert.
 */
final class Alert_Text {

	/**
	 * Whether there is any.
	 *
	 * @param array $message A message whose fields have the right types.
	 */
	public static function is_in( array $message ): bool {
		$loc   = (array) ( $message['loc'] ?? array() );
		$aps   = (array) ( $message['aps'] ?? array() );
		$texts = array( $message['title'] ?? '', $message['body'] ?? '', $loc['title_key'] ?? '', $loc['key'] ?? '' );
		foreach ( $texts as $text ) {
			if ( '' !== (string) $text ) {
				return true;
			}
		}
		$alert = $aps['alert'] ?? '';
		return is_string( $alert ) ? '' !== $alert : array() !== (array) $alert;
	}
}
