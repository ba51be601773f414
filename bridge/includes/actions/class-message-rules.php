<?php
/**
 * What a message must hold.
 *
 * @package PushBridge
 */

namespace PushBridge\Actions;

/**
 * The daemon's own rules for messages, applied before a row is written, so that the caller hears of a mistake at once.
 * What depends on more than the message (credentials, sizes, tokens) is left to the daemon.
 */
final class Message_Rules {

	/** The types that Apple knows. */
	const PUSH_TYPES = array( 'alert', 'background', 'voip', 'location', 'complication', 'fileprovider', 'mdm', 'liveactivity', 'pushtotalk', 'widgets', 'controls' );

	/**
	 * Checks a message.
	 *
	 * @param string $type    The action's type.
	 * @param array  $message The message's keys, as Plain_Data made them.
	 * @throws Refusal With the daemon's machine word.
	 */
	public static function check( string $type, array $message ): void {
		if ( 'standard' !== $type && ! in_array( $type, self::PUSH_TYPES, true ) ) {
			throw new Refusal( 'UnknownType', sprintf( 'The type "%s" is unknown; use standard or one of: %s.', $type, implode( ', ', self::PUSH_TYPES ) ) );
		}
		if ( ! Message_Keys::has_known( $message ) ) {
			throw new Refusal( 'EmptyMessage', 'The message is empty; give at least a title, a body or data.' );
		}
		$read  = Message_Keys::read_for( $type, $message );
		$types = Field_Rules::FIELDS;
		if ( 'liveactivity' === $type ) {
			// There it orders activities among themselves, and Apple takes any number.
			$types['relevance_score'] = 'number';
		}
		Field_Rules::check( $read, $types );
		self::check_headers( $type, array_change_key_case( (array) ( $read['headers'] ?? array() ) ) );
		if ( 'voip' === $type ) {
			self::check_call( $read );
		} elseif ( 'liveactivity' === $type ) {
			self::check_live_activity( $read );
		} elseif ( 'mdm' === $type && '' === (string) ( $read['push_magic'] ?? '' ) ) {
			throw Refusal::of_key( 'push_magic', 'given for the type mdm' );
		}
	}

	/**
	 * What only a call must have.
	 *
	 * @param array $message The keys that count.
	 * @throws Refusal With the daemon's machine word.
	 */
	private static function check_call( array $message ): void {
		if ( Field_Types::truth( $message['silent'] ?? false ) ) {
			throw new Refusal( 'SilentVoip', 'A call cannot be silent: iOS ends apps that take a VoIP push without showing a call.' );
		}
		if ( array() === (array) ( $message['callkit_payload'] ?? array() ) ) {
			throw new Refusal( 'MissingCallkitPayload', 'A call needs a non-empty "callkit_payload".' );
		}
		if ( ! Alert_Text::is_in( $message ) ) {
			throw new Refusal( 'MissingAlert', 'A call needs alert text: a title, a body, a loc key or aps.alert.' );
		}
	}

	/**
	 * What only a Live Activity must have.
	 *
	 * @param array $message The keys that count.
	 * @throws Refusal With the daemon's machine word.
	 */
	private static function check_live_activity( array $message ): void {
		if ( ! isset( $message['live_activity'] ) ) {
			if ( ! isset( ( (array) ( $message['aps'] ?? array() ) )['event'] ) ) {
				throw Refusal::of_key( 'live_activity', 'given for the type liveactivity' );
			}
			return;
		}
		$activity = (array) $message['live_activity'];
		$event    = $activity['event'] ?? '';
		$needed   = array(
			'start' => array( 'event', 'content_state', 'attributes_type', 'attributes' ),
			'end'   => array( 'event' ),
		);
		foreach ( $needed[ $event ] ?? array( 'event', 'content_state' ) as $name ) {
			if ( '' === ( $activity[ $name ] ?? '' ) ) {
				throw Refusal::of_key( 'live_activity.' . $name, 'given' );
			}
		}
		if ( 'start' === $event && ! Alert_Text::is_in( $message ) ) {
			throw new Refusal( 'MissingAlert', 'The start of a Live Activity needs alert text.' );
		}
	}

	/**
	 * The type has chosen the tokens: a header must not send them a push of another kind.
	 *
	 * @param string $type    The action's type.
	 * @param array  $headers The values by name in lower case.
	 * @throws Refusal Naming the header.
	 */
	private static function check_headers( string $type, array $headers ): void {
		$push_type = $headers['apns-push-type'] ?? null;
		$shared    = array( 'standard', 'alert', 'background' );
		if ( null !== $push_type && $type !== $push_type && ! ( in_array( $type, $shared, true ) && in_array( $push_type, $shared, true ) ) ) {
			throw Refusal::of_key( 'headers.apns-push-type', 'a type for the same device tokens as the action\'s' );
		}
		$topic = $headers['apns-topic'] ?? null;
		if ( null !== $topic && ( '.voip' === substr( (string) $topic, -5 ) ) !== ( 'voip' === $type ) ) {
			throw Refusal::of_key( 'headers.apns-topic', 'a topic that ends with .voip for calls, and for calls only' );
		}
	}
}
