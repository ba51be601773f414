<?php
/**
 * What the fields of a message may hold.
 *
 * @package PushBridge
 */

namespace PushBridge\Actions;

/**
 * The type of every key, each value checked by itself.
 */
final class Field_Rules {

	/** Key => the type of its value. */
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
		'collapse_id'        => 'collapse_id',
		'fit'                => 'truth',
		'launch_image'       => 'text',
		'summary_arg'        => 'text',
		'summary_arg_count'  => 'positive',
		'url_args'           => 'list_of_text',
		'content_changed'    => 'truth',
		'push_magic'         => 'text',
		'live_activity'      => 'live_activity',
		'aps'                => 'aps',
		'headers'            => 'headers',
		'root'               => 'map',
		'environment'        => 'environment',
	);

	/** Type of an object => the types of its fields; other fields are not looked at. */
	const OBJECTS = array(
		'localization'  => array(
			'title_key'     => 'text',
			'title_args'    => 'list_of_text',
			'subtitle_key'  => 'text',
			'subtitle_args' => 'list_of_text',
			'key'           => 'text',
			'args'          => 'list_of_text',
		),
		'sound'         => array(
			'critical' => 'truth',
			'name'     => 'text',
			'volume'   => 'share',
		),
		'live_activity' => array(
			'activity_id'        => 'text',
			'event'              => 'live_activity_event',
			'timestamp'          => 'time',
			'content_state'      => 'map',
			'attributes_type'    => 'text',
			'attributes'         => 'map',
			'stale_date'         => 'time',
			'dismissal_date'     => 'time',
			'input_push_token'   => 'truth',
			'input_push_channel' => 'channel',
		),
		'aps'           => array(
			'alert' => 'text_or_map',
			'sound' => 'text_or_map',
		),
		'headers'       => array(
			'apns-id'          => 'uuid',
			'apns-expiration'  => 'count_64',
			'apns-priority'    => 'priority',
			'apns-collapse-id' => 'collapse_id',
			'apns-push-type'   => 'push_type',
			'apns-topic'       => 'topic',
		),
	);

	/** Type of a value => the only values it may have. */
	const CHOICES = array(
		'interruption_level'  => array( 'passive', 'active', 'time-sensitive', 'critical' ),
		'data_placement'      => array( 'root', 'data' ),
		'environment'         => array( 'production', 'sandbox', 'auto' ),
		'live_activity_event' => array( 'start', 'update', 'end' ),
		'push_type'           => Message_Rules::PUSH_TYPES,
	);

	/** Type of a value => how a developer is told what belongs there. */
	const EXPECTATIONS = array(
		'text'         => 'text',
		'text_or_map'  => 'text or an object',
		'count'        => 'a whole number from 0 to 2147483647',
		'count_64'     => 'a whole number, zero or more',
		'positive'     => 'a whole number from 1 to 2147483647',
		'time'         => 'UNIX seconds',
		'truth'        => 'true or false',
		'share'        => 'a number from 0 to 1',
		'number'       => 'a number',
		'map'          => 'an object (an array with string keys)',
		'duration'     => 'a number of seconds, zero or more',
		'priority'     => '10, 5 or 1',
		'collapse_id'  => 'text of at most 64 bytes, without control characters and without blanks at its ends',
		'list_of_text' => 'a list of texts',
		'uuid'         => 'a UUID',
		'channel'      => 'a channel\'s id, which is Base64',
		'topic'        => 'a topic: letters, digits, dots and hyphens',
	);

	/**
	 * Checks the values of known fields; null stands for an absent one.
	 *
	 * @param array  $values The values by name.
	 * @param array  $types  The types by name.
	 * @param string $prefix What stands before a name in the machine word.
	 * @throws Refusal Naming the first wrong field.
	 */
	public static function check( array $values, array $types, string $prefix = '' ): void {
		foreach ( $values as $name => $value ) {
			if ( null !== $value && isset( $types[ $name ] ) ) {
				self::check_value( $value, $types[ $name ], $prefix . $name );
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
	private static function check_value( $value, string $type, string $key ): void {
		if ( isset( self::CHOICES[ $type ] ) ) {
			if ( ! in_array( $value, self::CHOICES[ $type ], true ) ) {
				throw Refusal::of_key( $key, 'one of: ' . implode( ', ', self::CHOICES[ $type ] ) );
			}
		} elseif ( isset( self::OBJECTS[ $type ] ) ) {
			self::check_object( $value, $type, $key );
		} elseif ( ! call_user_func( array( Field_Types::class, 'is_' . $type ), $value ) ) {
			throw Refusal::of_key( $key, self::EXPECTATIONS[ $type ] );
		}
	}

	/**
	 * Checks an object and its fields.
	 *
	 * @param mixed  $value The value.
	 * @param string $type  One of OBJECTS.
	 * @param string $key   Its key, for the machine word.
	 * @throws Refusal Naming the key, or a key in it.
	 */
	private static function check_object( $value, string $type, string $key ): void {
		if ( 'sound' === $type && is_string( $value ) ) {
			return;
		}
		if ( ! Field_Types::is_map( $value ) ) {
			throw Refusal::of_key( $key, self::EXPECTATIONS[ 'sound' === $type ? 'text_or_map' : 'map' ] );
		}
		$fields = (array) $value;
		if ( 'headers' === $type ) {
			$fields = array_change_key_case( $fields );
			// A header that we do not know could change the request in ways nobody has thought of.
			if ( array_diff_key( $fields, self::OBJECTS['headers'] ) ) {
				throw Refusal::of_key( $key, 'an object with some of: ' . implode( ', ', array_keys( self::OBJECTS['headers'] ) ) );
			}
		}
		self::check( $fields, self::OBJECTS[ $type ], $key . '.' );
	}
}
