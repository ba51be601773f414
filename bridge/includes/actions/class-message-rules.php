<?php
/**
 * What a message may hold.
 *
 * @package PushBridge
 */

namespace PushBridge\Actions;

/**
 * The daemon's own rules for messages, applied before a row is written, so that the caller hears of a mistake at once.
 * What depends on more than the message (credentials, sizes, tokens) is left to the daemon.
 */
final class Message_Rules {

	const TYPES = array(
		'standard',
		'voip',
		'alert',
		'background',
		'location',
		'complication',
		'fileprovider',
		'mdm',
		'liveactivity',
		'pushtotalk',
		'widgets',
		'controls',
	);

	/** Key => the type of its value, a method of this class or of Field_Types; unknown keys are the daemon's warning. */
	const FIELDS = array(
		'title'              => 'text',
		'subtitle'           => 'text',
		'body'               => 'text',
		'loc'                => 'localization',
		'sound'              => 'sound',
		'badge'              => 'count',
		'category'           => 'text',
		'thread_id'          => 'text',
		'mutable_content'    => 'truth',
		'target_content_id'  => 'text',
		'relevance_score'    => 'share',
		'filter_criteria'    => 'text',
		'interruption_level' => 'interruption_level',
		'silent'             => 'truth',
		'content_available'  => 'truth',
		'data'               => 'map',
		'data_placement'     => 'data_placement',
		'url'                => 'text',
		'callkit_payload'    => 'map',
		'ttl'                => 'duration',
		'priority'           => 'priority',
		'collapse_id'        => 'header_text',
		'fit'                => 'truth',
		'launch_image'       => 'text',
		'summary_arg'        => 'text',
		'summary_arg_count'  => 'positive',
		'url_args'           => 'list_of_text',
		'content_changed'    => 'truth',
		'push_magic'         => 'text',
		'live_activity'      => 'live_activity',
		'aps'                => 'map',
		'headers'            => 'headers',
		'root'               => 'map',
		'environment'        => 'environment',
	);

	const LOCALIZATION_FIELDS = array(
		'title_key'     => 'text',
		'title_args'    => 'list_of_text',
		'subtitle_key'  => 'text',
		'subtitle_args' => 'list_of_text',
		'key'           => 'text',
		'args'          => 'list_of_text',
	);

	const SOUND_FIELDS = array(
		'critical' => 'truth',
		'name'     => 'text',
		'volume'   => 'share',
	);

	const LIVE_ACTIVITY_FIELDS = array(
		'activity_id'        => 'text',
		'event'              => 'live_activity_event',
		'timestamp'          => 'count',
		'content_state'      => 'map',
		'attributes_type'    => 'text',
		'attributes'         => 'map',
		'stale_date'         => 'count',
		'dismissal_date'     => 'count',
		'input_push_token'   => 'truth',
		'input_push_channel' => 'text',
	);

	/** Type of a value => how a developer is told what belongs there. */
	const EXPECTATIONS = array(
		'text'         => 'text',
		'count'        => 'a whole number, zero or more',
		'positive'     => 'a whole number, one or more',
		'truth'        => 'true or false',
		'share'        => 'a number from 0 to 1',
		'map'          => 'an object (an array with string keys)',
		'duration'     => 'a number of seconds, zero or more',
		'header_text'  => 'text without control characters',
		'list_of_text' => 'a list of texts',
	);

	/** Type of a value => the only values it may have. */
	const CHOICES = array(
		'interruption_level'  => array( 'passive', 'active', 'time-sensitive', 'critical' ),
		'data_placement'      => array( 'root', 'data' ),
		'environment'         => array( 'production', 'sandbox', 'auto' ),
		'live_activity_event' => array( 'start', 'update', 'end' ),
	);

	/** Type of a value => the fields of an object. */
	const OBJECTS = array(
		'localization'  => self::LOCALIZATION_FIELDS,
		'live_activity' => self::LIVE_ACTIVITY_FIELDS,
	);

	/**
	 * Checks a message.
	 *
	 * @param string $type    The action's type.
	 * @param array  $message The message's keys, as Plain_Data made them.
	 * @throws Refusal With the daemon's machine word.
	 */
	public static function check( string $type, array $message ): void {
		if ( ! in_array( $type, self::TYPES, true ) ) {
			throw new Refusal( 'UnknownType', sprintf( 'The type "%s" is unknown; use one of: %s.', $type, implode( ', ', self::TYPES ) ) );
		}
		$given = array_filter(
			$message,
			static function ( $value ) {
				return null !== $value;
			}
		);
		if ( ! $given && ! array_key_exists( 'sound', $message ) ) {
			throw new Refusal( 'EmptyMessage', 'The message is empty; give at least a title, a body or data.' );
		}
		if ( 'voip' === $type ) {
			// Calls are always time-sensitive and never collapse, so the daemon does not look at these two.
			unset( $given['interruption_level'], $given['collapse_id'] );
		}
		self::check_fields( $given, self::FIELDS, '' );
		if ( isset( $given['collapse_id'] ) && strlen( (string) $given['collapse_id'] ) > 64 ) {
			throw Refusal::of_key( 'collapse_id', 'at most 64 bytes long' );
		}
		if ( 'voip' === $type ) {
			self::check_call( $given );
		}
	}

	/**
	 * What only a call must have.
	 *
	 * @param array $message The message without null values.
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
	 * Checks the values of the known fields; null stands for an absent one.
	 *
	 * @param array  $values The values by name.
	 * @param array  $types  The types by name.
	 * @param string $prefix What stands before a name in the machine word.
	 * @throws Refusal Naming the first wrong field.
	 */
	private static function check_fields( array $values, array $types, string $prefix ): void {
		foreach ( $values as $name => $value ) {
			if ( null !== $value && isset( $types[ $name ] ) ) {
				self::check_field( $value, $types[ $name ], $prefix . $name );
			}
		}
	}

	/**
	 * Checks one value.
	 *
	 * @param mixed  $value The value.
	 * @param string $type  Its type.
	 * @param string $key   Its key, for the machine word.
	 * @throws Refusal Naming the key.
	 */
	private static function check_field( $value, string $type, string $key ): void {
		if ( isset( self::CHOICES[ $type ] ) ) {
			$is_right = in_array( $value, self::CHOICES[ $type ], true );
			$expected = 'one of: ' . implode( ', ', self::CHOICES[ $type ] );
		} elseif ( isset( self::OBJECTS[ $type ] ) ) {
			$is_right = Field_Types::is_map( $value );
			$expected = self::EXPECTATIONS['map'];
			if ( $is_right ) {
				self::check_fields( (array) $value, self::OBJECTS[ $type ], $key . '.' );
			}
		} elseif ( 'sound' === $type ) {
			$is_right = is_string( $value ) || Field_Types::is_map( $value );
			$expected = 'text or an object';
			if ( ! is_string( $value ) && $is_right ) {
				self::check_fields( (array) $value, self::SOUND_FIELDS, $key . '.' );
			}
		} elseif ( 'priority' === $type ) {
			$is_right = in_array( Field_Types::whole_number( $value ), array( 1, 5, 10 ), true );
			$expected = '10, 5 or 1';
		} elseif ( 'positive' === $type ) {
			$is_right = Field_Types::whole_number( $value ) >= 1;
			$expected = self::EXPECTATIONS[ $type ];
		} elseif ( 'headers' === $type ) {
			$is_right = Field_Types::is_map( $value ) && self::are_headers( (array) $value );
			$expected = 'an object of apns-… headers whose values hold no control characters';
		} else {
			$is_right = call_user_func( array( Field_Types::class, 'is_' . $type ), $value );
			$expected = self::EXPECTATIONS[ $type ];
		}
		if ( ! $is_right ) {
			throw Refusal::of_key( $key, $expected );
		}
	}

	/**
	 * Whether every name is one of Apple's headers and every value fits into one.
	 *
	 * @param array $headers The values by name.
	 */
	private static function are_headers( array $headers ): bool {
		foreach ( $headers as $name => $value ) {
			if ( 1 !== preg_match( '/^apns-[a-z-]+$/Di', (string) $name ) || ( null !== $value && ! Field_Types::is_header_text( $value ) ) ) {
				return false;
			}
		}
		return true;
	}
}
