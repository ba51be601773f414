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
		$aps = (array) ( $message['aps'] ?? array() );
		// The pass-through is merged last: an alert there replaces what the other keys make.
		if ( array_key_exists( 'alert', $aps ) ) {
			return self::is_alert( $aps['alert'] );
		}
		$loc = (array) ( $message['loc'] ?? array() );
		foreach ( array( $message['title'] ?? '', $message['body'] ?? '', $loc['title_key'] ?? '', $loc['key'] ?? '' ) as $text ) {
			if ( '' !== (string) $text ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether Apple's own form of an alert holds text.
	 *
	 * @param mixed $alert Text, or an object of texts.
	 */
	private static function is_alert( $alert ): bool {
		if ( ! Field_Types::is_map( $alert ) ) {
			return Field_Types::is_text( $alert ) && '' !== (string) $alert;
		}
		foreach ( array( 'title', 'body', 'title-loc-key', 'loc-key' ) as $name ) {
			$text = ( (array) $alert )[ $name ] ?? '';
			if ( Field_Types::is_text( $text ) && '' !== (string) $text ) {
				return true;
			}
		}
		return false;
	}
}
