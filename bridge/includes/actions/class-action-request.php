<?php
/**
 * One row to be queued.
 *
 * @package PushBridge
 */

namespace PushBridge\Actions;

/**
 * What a caller passed, checked and split into the columns of the table of actions.
 */
final class Action_Request {

	const RECIPIENT_KEYS = array( 'user_id', 'user_ids', 'audience' );
	const ENVELOPE_KEYS  = array( 'user_id', 'user_ids', 'audience', 'type', 'app', 'send_at', 'expires_at', 'dedupe_key' );

	/**
	 * Column => value; columns that keep their default are absent.
	 *
	 * @var array<string,int|string>
	 */
	private $columns = array();

	/**
	 * Reads what a caller passed.
	 *
	 * @param mixed $msg An array or object.
	 * @throws Refusal When it breaks a rule; its word is the one the daemon would write.
	 */
	public static function from( $msg ): self {
		if ( ! is_array( $msg ) && ! is_object( $msg ) ) {
			throw Refusal::of_key( 'message', 'an array or object' );
		}
		$given    = is_object( $msg ) ? get_object_vars( $msg ) : $msg;
		$envelope = array_filter(
			array_intersect_key( $given, array_flip( self::ENVELOPE_KEYS ) ),
			static function ( $value ) {
				return null !== $value;
			}
		);
		$message  = array();
		foreach ( array_diff_key( $given, array_flip( self::ENVELOPE_KEYS ) ) as $key => $value ) {
			// The key is quoted in refusals, so one that is not UTF-8 is not.
			$name             = Plain_Data::from( $key, 'message' );
			$message[ $name ] = Plain_Data::from( $value, (string) $name );
		}

		$request = new self();
		$request->read_envelope( $envelope );
		Message_Rules::check( $request->columns['type'] ?? 'standard', $message );
		$json = wp_json_encode( (object) $message );
		if ( false === $json ) {
			throw Refusal::of_key( 'message', 'something that JSON can carry' );
		}
		$request->columns['message'] = $json;
		return $request;
	}

	/**
	 * The columns to insert; all that is text in them is ASCII, but for dedupe_key.
	 *
	 * @return array<string,int|string>
	 */
	public function columns(): array {
		return $this->columns;
	}

	/**
	 * Reads everything that is not the message itself.
	 *
	 * @param array $envelope The values by key, none null.
	 * @throws Refusal When one is wrong.
	 */
	private function read_envelope( array $envelope ): void {
		$this->read_recipient( array_intersect_key( $envelope, array_flip( self::RECIPIENT_KEYS ) ) );
		if ( '' !== ( $envelope['type'] ?? '' ) ) {
			$this->columns['type'] = is_string( $envelope['type'] ) ? $envelope['type'] : gettype( $envelope['type'] );
		}
		$this->check_channel();
		if ( isset( $envelope['app'] ) ) {
			if ( ! is_string( $envelope['app'] ) || 1 !== preg_match( '/^[\x21-\x7e]{1,64}$/D', $envelope['app'] ) ) {
				throw Refusal::of_key( 'app', 'the name of an app: at most 64 ASCII characters without blanks' );
			}
			$this->columns['app'] = $envelope['app'];
		}
		foreach ( array( 'send_at', 'expires_at' ) as $key ) {
			if ( isset( $envelope[ $key ] ) ) {
				$this->columns[ $key ] = Point_In_Time::to_sql( $envelope[ $key ], $key );
			}
		}
		// An empty key is none: otherwise all messages of a caller without one would be taken for the same.
		if ( '' !== ( $envelope['dedupe_key'] ?? '' ) ) {
			$this->columns['dedupe_key'] = self::dedupe_key( $envelope['dedupe_key'] );
		}
	}

	/**
	 * Reads who is to get the push.
	 *
	 * @param array $recipient The given ones of RECIPIENT_KEYS.
	 * @throws Refusal When there is none, more than one, or a wrong one.
	 */
	private function read_recipient( array $recipient ): void {
		if ( ! $recipient ) {
			throw new Refusal( 'NoRecipient', 'Give exactly one of user_id, user_ids and audience.' );
		}
		if ( count( $recipient ) > 1 ) {
			$given = array_intersect( self::RECIPIENT_KEYS, array_keys( $recipient ) );
			throw Audience::refusal( reset( $given ) . ' stands beside it', 'Give exactly one of user_id, user_ids and audience.' );
		}
		if ( isset( $recipient['user_id'] ) ) {
			if ( ! Audience::is_id( $recipient['user_id'] ) ) {
				throw Refusal::of_key( 'user_id', 'the id of a user' );
			}
			$this->columns['user_id'] = Field_Types::whole_number( $recipient['user_id'] );
			return;
		}
		if ( isset( $recipient['user_ids'] ) ) {
			if ( ! is_array( $recipient['user_ids'] ) || ! $recipient['user_ids'] || array_filter( $recipient['user_ids'], array( Audience::class, 'is_id' ) ) !== $recipient['user_ids'] ) {
				throw Refusal::of_key( 'user_ids', 'a list of ids of users' );
			}
			$this->columns['audience'] = Audience::to_json( array( 'users' => array_values( $recipient['user_ids'] ) ) );
			return;
		}
		$this->columns['audience'] = Audience::to_json( Plain_Data::from( $recipient['audience'], 'audience' ) );
	}

	/**
	 * Checks the audience against the type: a channel carries Live Activities and nothing else.
	 *
	 * @throws Refusal When they do not fit.
	 */
	private function check_channel(): void {
		$audience = json_decode( $this->columns['audience'] ?? '{}', true );
		if ( isset( $audience['channel'] ) && 'liveactivity' !== ( $this->columns['type'] ?? '' ) ) {
			throw Audience::refusal( 'channel', 'A channel takes the type liveactivity only.' );
		}
	}

	/**
	 * The key that makes enqueueing idempotent.
	 *
	 * @param mixed $key What the caller gave.
	 * @throws Refusal When it is not text of at most 191 bytes.
	 */
	private static function dedupe_key( $key ): string {
		$text = Field_Types::is_text( $key ) ? (string) Plain_Data::from( $key, 'dedupe_key' ) : '';
		if ( '' === $text || strlen( $text ) > 191 ) {
			throw Refusal::of_key( 'dedupe_key', 'text of at most 191 bytes' );
		}
		return $text;
	}
}
