<?php
/**
 * Which keys mean something.
 *
 * @package PushBridge
 */

namespace PushBridge\Actions;

/**
 * The keys of a message that the daemon reads for an action's type. It warns of all others, so their values do not matter.
 */
final class Message_Keys {

	const NOT_FOR_CALLS = array(
		'badge',
		'category',
		'thread_id',
		'mutable_content',
		'target_content_id',
		'relevance_score',
		'filter_criteria',
		'content_available',
		'content_changed',
		'url_args',
		'collapse_id',
		// A call is always time-sensitive, whatever is given.
		'interruption_level',
	);

	/** An MDM push is {"mdm": …} alone: only how it travels can be said beside it. */
	const FOR_MANAGEMENT = array( 'ttl', 'priority', 'collapse_id', 'environment', 'fit', 'headers', 'push_magic' );

	/** Key => the only type that has it. */
	const OF_ONE_TYPE = array(
		'callkit_payload' => 'voip',
		'live_activity'   => 'liveactivity',
		'push_magic'      => 'mdm',
	);

	/**
	 * Whether the daemon knows any of the keys given, for this type or another.
	 *
	 * @param array $message The message's keys and values.
	 */
	public static function has_known( array $message ): bool {
		foreach ( $message as $key => $value ) {
			if ( null !== $value && isset( Field_Rules::FIELDS[ $key ] ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * The keys and values that count for a type.
	 *
	 * @param string $type    The action's type.
	 * @param array  $message The message's keys and values.
	 */
	public static function read_for( string $type, array $message ): array {
		$read = array();
		foreach ( $message as $key => $value ) {
			if ( null !== $value && self::is_read_for( $type, (string) $key ) ) {
				$read[ $key ] = $value;
			}
		}
		return $read;
	}

	/**
	 * Whether a key counts for a type.
	 *
	 * @param string $type The action's type.
	 * @param string $key  The key.
	 */
	private static function is_read_for( string $type, string $key ): bool {
		if ( 'voip' === $type && in_array( $key, self::NOT_FOR_CALLS, true ) ) {
			return false;
		}
		if ( 'mdm' === $type && ! in_array( $key, self::FOR_MANAGEMENT, true ) ) {
			return false;
		}
		return isset( Field_Rules::FIELDS[ $key ] ) && ( self::OF_ONE_TYPE[ $key ] ?? $type ) === $type;
	}
}
