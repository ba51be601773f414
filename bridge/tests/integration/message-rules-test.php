<?php
/**
 * What is refused before it is queued.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

/**
 * Every refusal leaves no row and says why with the daemon's machine word.
 */
final class Message_Rules_Test extends WordPress_Case {

	const CALL = array(
		'type'            => 'voip',
		'title'           => 'Anna',
		'callkit_payload' => array( 'uuid' => 'u' ),
	);

	private static function to( $audience, string $type = 'standard' ): array {
		return array( 'user_id' => null, 'audience' => $audience, 'type' => $type, 'title' => 'x' );
	}

	public function refused(): array {
		$loop         = array( 'x' => 1 );
		$loop['self'] = &$loop;
		$deep         = 'x';
		for ( $i = 0; $i < 64; $i++ ) {
			$deep = array( $deep );
		}
		return array(
			'nothing'                   => array( 'EmptyMessage', array() ),
			'only null'                 => array( 'EmptyMessage', array( 'title' => null ) ),
			'unknown type'              => array( 'UnknownType', array( 'type' => 'telegram', 'title' => 'x' ) ),
			'type is no text'           => array( 'UnknownType', array( 'type' => array( 'voip' ), 'title' => 'x' ) ),
			'type longer than column'   => array( 'UnknownType', array( 'type' => str_repeat( 'a', 40 ), 'title' => 'x' ) ),
			'type in another case'      => array( 'UnknownType', array( 'type' => 'VoIP', 'title' => 'x' ) ),
			'call without payload'      => array( 'MissingCallkitPayload', array( 'callkit_payload' => null ) + self::CALL ),
			'call with empty payload'   => array( 'MissingCallkitPayload', array( 'callkit_payload' => array() ) + self::CALL ),
			'payload is named first'    => array( 'MissingCallkitPayload', array( 'type' => 'voip', 'data' => array( 'a' => 1 ) ) ),
			'payload is a list'         => array( 'InvalidMessage: callkit_payload', array( 'callkit_payload' => array( 1 ) ) + self::CALL ),
			'call without text'         => array( 'MissingAlert', array( 'title' => '' ) + self::CALL ),
			'subtitle is no alert text' => array( 'MissingAlert', array( 'title' => null, 'subtitle' => 'x' ) + self::CALL ),
			'empty text in aps'         => array( 'MissingAlert', array( 'title' => null, 'aps' => array( 'alert' => '' ) ) + self::CALL ),
			'empty object in aps'       => array( 'MissingAlert', array( 'title' => null, 'aps' => array( 'alert' => new \stdClass() ) ) + self::CALL ),
			'alert in aps is a list'    => array( 'InvalidMessage: aps.alert', array( 'aps' => array( 'alert' => array( 'x' ) ) ) + self::CALL ),
			'sound in aps is a number'  => array( 'InvalidMessage: aps.sound', array( 'aps' => array( 'sound' => 1 ), 'title' => 'x' ) ),
			'only a sound of null'      => array( 'EmptyMessage', array( 'sound' => null ) ),
			'only keys nobody knows'    => array( 'EmptyMessage', array( 'colour' => 'red', 'icon' => 'x' ) ),
			'silent call'               => array( 'SilentVoip', array( 'silent' => '1' ) + self::CALL ),
			'badge is no number'        => array( 'InvalidMessage: badge', array( 'badge' => 'many' ) ),
			'badge is a fraction'       => array( 'InvalidMessage: badge', array( 'badge' => '1.5' ) ),
			'badge below zero'          => array( 'InvalidMessage: badge', array( 'badge' => -1 ) ),
			'title is a list'           => array( 'InvalidMessage: title', array( 'title' => array( 'x' ) ) ),
			'title is a truth value'    => array( 'InvalidMessage: title', array( 'title' => true ) ),
			'sound is a number'         => array( 'InvalidMessage: sound', array( 'title' => 'x', 'sound' => 1 ) ),
			'volume too loud'           => array( 'InvalidMessage: sound.volume', array( 'title' => 'x', 'sound' => array( 'name' => 'a', 'volume' => 2 ) ) ),
			'data is a list'            => array( 'InvalidMessage: data', array( 'data' => array( 1, 2 ) ) ),
			'data placement'            => array( 'InvalidMessage: data_placement', array( 'data' => array(), 'data_placement' => 'aps' ) ),
			'priority'                  => array( 'InvalidMessage: priority', array( 'title' => 'x', 'priority' => 7 ) ),
			'ttl below zero'            => array( 'InvalidMessage: ttl', array( 'title' => 'x', 'ttl' => -1 ) ),
			'ttl is no number'          => array( 'InvalidMessage: ttl', array( 'title' => 'x', 'ttl' => 'soon' ) ),
			'score above one'           => array( 'InvalidMessage: relevance_score', array( 'title' => 'x', 'relevance_score' => 1.1 ) ),
			'interruption level'        => array( 'InvalidMessage: interruption_level', array( 'title' => 'x', 'interruption_level' => 'loud' ) ),
			'silent is no truth'        => array( 'InvalidMessage: silent', array( 'silent' => 'yes' ) ),
			'long collapse id'          => array( 'InvalidMessage: collapse_id', array( 'title' => 'x', 'collapse_id' => str_repeat( 'ü', 33 ) ) ),
			'line break in collapse id' => array( 'InvalidMessage: collapse_id', array( 'title' => 'x', 'collapse_id' => "a\r\nb" ) ),
			'line break in a header'    => array( 'InvalidMessage: headers.apns-topic', array( 'title' => 'x', 'headers' => array( 'apns-topic' => "a\r\nx: y" ) ) ),
			'header id'                 => array( 'InvalidMessage: headers.apns-id', array( 'title' => 'x', 'headers' => array( 'apns-id' => 'x' ) ) ),
			'call by header'            => array( 'InvalidMessage: headers.apns-push-type', array( 'title' => 'x', 'headers' => array( 'APNs-Push-Type' => 'voip' ) ) ),
			'alert in a call by header' => array( 'InvalidMessage: headers.apns-push-type', array( 'headers' => array( 'apns-push-type' => 'alert' ) ) + self::CALL ),
			'call topic for an alert'   => array( 'InvalidMessage: headers.apns-topic', array( 'title' => 'x', 'headers' => array( 'apns-topic' => 'com.example.voip' ) ) ),
			'header without a name'     => array( 'InvalidMessage: headers', array( 'title' => 'x', 'headers' => array( 'x' ) ) ),
			'header that is not apns'   => array( 'InvalidMessage: headers', array( 'title' => 'x', 'headers' => array( 'authorization' => 'bearer' ) ) ),
			'loc arguments'             => array( 'InvalidMessage: loc.args', array( 'loc' => array( 'key' => 'k', 'args' => 'one' ) ) ),
			'live activity event'       => array( 'InvalidMessage: live_activity.event', array( 'type' => 'liveactivity', 'live_activity' => array( 'event' => 'stop' ) ) ),
			'no live activity'          => array( 'InvalidMessage: live_activity', array( 'type' => 'liveactivity', 'title' => 'x' ) ),
			'live activity, no event'   => array( 'InvalidMessage: live_activity.event', array( 'type' => 'liveactivity', 'live_activity' => array( 'content_state' => array() ) ) ),
			'live activity, no state'   => array( 'InvalidMessage: live_activity.content_state', array( 'type' => 'liveactivity', 'live_activity' => array( 'event' => 'update' ) ) ),
			'start without attributes'  => array( 'InvalidMessage: live_activity.attributes', array( 'type' => 'liveactivity', 'live_activity' => array( 'event' => 'start', 'content_state' => array(), 'attributes_type' => 'T' ) ) ),
			'start without alert'       => array( 'MissingAlert', array( 'type' => 'liveactivity', 'live_activity' => array( 'event' => 'start', 'content_state' => array(), 'attributes_type' => 'T', 'attributes' => array() ) ) ),
			'start follows no channel'  => array( 'InvalidMessage: live_activity.input_push_channel', array( 'type' => 'liveactivity', 'title' => 'x', 'live_activity' => array( 'event' => 'start', 'content_state' => array(), 'attributes_type' => 'T', 'attributes' => array(), 'input_push_channel' => 'dGVzdA=' ) ) ),
			'mdm without magic'         => array( 'InvalidMessage: push_magic', array( 'type' => 'mdm', 'title' => 'x' ) ),
			'badge too high'            => array( 'InvalidMessage: badge', array( 'badge' => 2147483648 ) ),
			'blank at the end of an id' => array( 'InvalidMessage: collapse_id', array( 'title' => 'x', 'collapse_id' => 'a ' ) ),
			'environment'               => array( 'InvalidMessage: environment', array( 'title' => 'x', 'environment' => 'test' ) ),
			'invalid UTF-8'             => array( 'InvalidMessage: title', array( 'title' => "caf\xe9" ) ),
			'invalid UTF-8 inside'      => array( 'InvalidMessage: data', array( 'data' => array( 'a' => array( 'b' => "\xff" ) ) ) ),
			'invalid UTF-8 in a name'   => array( 'InvalidMessage: data', array( 'data' => array( "\xff" => 1 ) ) ),
			'invalid UTF-8 in a key'    => array( 'InvalidMessage: message', array( "\xff" => 1 ) ),
			'NUL'                       => array( 'InvalidMessage: body', array( 'body' => "a\0b" ) ),
			'infinite number'           => array( 'InvalidMessage: data', array( 'data' => array( 'x' => INF ) ) ),
			'a stream'                  => array( 'InvalidMessage: data', array( 'data' => array( 'x' => STDERR ) ) ),
			'a function'                => array( 'InvalidMessage: data', array( 'data' => array( 'x' => static fn() => 1 ) ) ),
			'a generator'               => array( 'InvalidMessage: data', array( 'data' => array( 'x' => ( static fn() => yield 1 )() ) ) ),
			'a file'                    => array( 'InvalidMessage: data', array( 'data' => array( 'x' => new \SplFileInfo( __FILE__ ) ) ) ),
			'too deep'                  => array( 'InvalidMessage: data', array( 'data' => array( 'x' => $deep ) ) ),
			'endless'                   => array( 'InvalidMessage: data', array( 'data' => $loop ) ),
			'user 0'                    => array( 'InvalidMessage: user_id', array( 'user_id' => 0, 'title' => 'x' ) ),
			'user is a name'            => array( 'InvalidMessage: user_id', array( 'user_id' => 'admin', 'title' => 'x' ) ),
			'nobody'                    => array( 'NoRecipient', array( 'user_id' => null, 'title' => 'x' ) ),
			'two recipients'            => array( 'InvalidAudience: user_id stands beside it', array( 'audience' => array( 'all' => true ), 'title' => 'x' ) ),
			'no users'                  => array( 'InvalidMessage: user_ids', array( 'user_id' => null, 'user_ids' => array(), 'title' => 'x' ) ),
			'a wrong user'              => array( 'InvalidMessage: user_ids', array( 'user_id' => null, 'user_ids' => array( 1, 'x' ), 'title' => 'x' ) ),
			'two audiences'             => array( 'InvalidAudience: one of users, role, all, meta, tokens, channel is wanted', self::to( array( 'all' => true, 'role' => 'x' ) ) ),
			'an audience of text'       => array( 'InvalidAudience: not a JSON object', self::to( 'all' ) ),
			'all of nobody'             => array( 'InvalidAudience: all', self::to( array( 'all' => false ) ) ),
			'unknown audience'          => array( 'InvalidAudience: everyone', self::to( array( 'everyone' => true ) ) ),
			'a user of the audience'    => array( 'InvalidAudience: users', self::to( array( 'users' => array( 1, 'x' ) ) ) ),
			'too many users'            => array( 'InvalidAudience: users', self::to( array( 'users' => range( 1, 100001 ) ) ) ),
			'no tokens'                 => array( 'InvalidAudience: tokens', self::to( array( 'tokens' => array() ) ) ),
			'a role too long'           => array( 'InvalidAudience: role', self::to( array( 'role' => str_repeat( 'a', 192 ) ) ) ),
			'meta without a value'      => array( 'InvalidAudience: meta', self::to( array( 'meta' => array( 'key' => 'city' ) ) ) ),
			'a site that is none'       => array( 'InvalidAudience: site', self::to( array( 'all' => true, 'site' => 'x' ) ) ),
			'channel is no Base64'      => array( 'InvalidAudience: channel', self::to( array( 'channel' => '../x' ), 'liveactivity' ) ),
			'channel is cut Base64'     => array( 'InvalidAudience: channel', self::to( array( 'channel' => 'dGVzd' ), 'liveactivity' ) ),
			'channel for an alert'      => array( 'InvalidAudience: channel', self::to( array( 'channel' => 'dGVzdA==' ) ) ),
			'channel of a site'         => array( 'InvalidAudience: site', self::to( array( 'channel' => 'dGVzdA==', 'site' => 1 ), 'liveactivity' ) ),
			'app too long'              => array( 'InvalidMessage: app', array( 'app' => str_repeat( 'a', 65 ), 'title' => 'x' ) ),
			'app with an umlaut'        => array( 'InvalidMessage: app', array( 'app' => 'ü', 'title' => 'x' ) ),
			'dedupe key too long'       => array( 'InvalidMessage: dedupe_key', array( 'dedupe_key' => str_repeat( 'ü', 96 ), 'title' => 'x' ) ),
			'no such day'               => array( 'InvalidMessage: send_at', array( 'send_at' => '2026-02-30 10:00:00', 'title' => 'x' ) ),
			'the zero date'             => array( 'InvalidMessage: send_at', array( 'send_at' => '0000-00-00 00:00:00', 'title' => 'x' ) ),
			'a relative time'           => array( 'InvalidMessage: expires_at', array( 'expires_at' => 'tomorrow', 'title' => 'x' ) ),
			'after the last year'       => array( 'InvalidMessage: expires_at', array( 'expires_at' => 253402300800, 'title' => 'x' ) ),
		);
	}

	/**
	 * @dataProvider refused
	 */
	public function test_what_the_daemon_would_refuse_is_refused_with_its_word( string $word, array $msg ): void {
		$this->assertRefused( $word, pushbridge_send( $msg + array( 'user_id' => 1 ) ) );
		$this->assertSame( array(), $this->actions() );
	}

	public function test_a_text_is_no_message(): void {
		$this->assertRefused( 'InvalidMessage: message', pushbridge_send( 'Hello' ) );
		$this->assertRefused( 'InvalidMessage: message', pushbridge_send( null ) );
	}

	public function taken(): array {
		return array(
			'silent'                  => array( array( 'silent' => 1 ) ),
			'numbers as text'         => array( array( 'title' => 5, 'badge' => '0', 'ttl' => 1.5, 'priority' => '10', 'relevance_score' => 1 ) ),
			'no sound'                => array( array( 'title' => 'x', 'sound' => null ) ),
			'critical sound'          => array( array( 'title' => 'x', 'sound' => array( 'critical' => 1, 'name' => 'a', 'volume' => 0.5 ) ) ),
			'empty data'              => array( array( 'title' => 'x', 'data' => array() ) ),
			'unknown key'             => array( array( 'title' => 'x', 'colour' => 'red' ) ),
			'call by loc key'         => array( array( 'title' => null, 'loc' => array( 'title_key' => 'CALL', 'title_args' => array( 'Anna', 5 ) ) ) + self::CALL ),
			'call by aps'             => array( array( 'title' => null, 'aps' => array( 'alert' => 'Anna' ) ) + self::CALL ),
			'call by aps object'      => array( array( 'title' => null, 'aps' => array( 'alert' => array( 'body' => 'Anna' ) ) ) + self::CALL ),
			'call ignores the rest'   => array( array( 'interruption_level' => 'loud', 'collapse_id' => str_repeat( 'x', 70 ), 'badge' => 'x' ) + self::CALL ),
			'alert ignores a call'    => array( array( 'title' => 'x', 'callkit_payload' => 'x', 'push_magic' => array() ) ),
			'aps alert of null'       => array( array( 'aps' => array( 'alert' => null ) ) + self::CALL ),
			'mdm'                     => array( array( 'type' => 'mdm', 'push_magic' => 'm', 'badge' => 'x' ) ),
			'live activity by aps'    => array( array( 'type' => 'liveactivity', 'aps' => array( 'event' => 'end' ) ) ),
			'score of an activity'    => array( array( 'type' => 'liveactivity', 'relevance_score' => 75.5, 'live_activity' => array( 'event' => 'end' ) ) ),
			'headers'                 => array( array( 'title' => 'x', 'headers' => array( 'apns-push-type' => 'background', 'apns-topic' => 'com.example', 'apns-expiration' => '0', 'apns-id' => '0123abcd-0123-0123-0123-0123456789AB' ) ) ),
			'call that is not silent' => array( array( 'silent' => '0' ) + self::CALL ),
			'live activity'           => array( array( 'type' => 'liveactivity', 'live_activity' => array( 'event' => 'update', 'timestamp' => '1800000000', 'content_state' => array( 'a' => 1 ) ) ) ),
			'standard by empty type'  => array( array( 'type' => '', 'title' => 'x' ) ),
			'as deep as is allowed'   => array( array( 'data' => json_decode( str_repeat( '{"a":', 62 ) . '{}' . str_repeat( '}', 62 ), true ) ) ),
			'pass-through'            => array( array( 'title' => 'x', 'headers' => array( 'apns-priority' => 5 ), 'root' => array( 'a' => 1 ) ) ),
		);
	}

	/**
	 * @dataProvider taken
	 */
	public function test_what_the_daemon_takes_is_taken( array $msg ): void {
		$this->assertIsInt( pushbridge_send( $msg + array( 'user_id' => 1 ) ) );
		$this->assertCount( 1, $this->actions() );
	}

	public function test_objects_of_php_itself_are_what_json_makes_of_them(): void {
		$data = array(
			'date'  => new \DateTimeImmutable( '2026-01-01', new \DateTimeZone( 'UTC' ) ),
			'array' => new \ArrayObject( array( 'a' => 1 ) ),
			'empty' => new \ArrayObject(),
			'own'   => new class() {
				/**
				 * Shown.
				 *
				 * @var int
				 */
				public $shown = 1;

				/**
				 * Hidden.
				 *
				 * @var int
				 */
				private $hidden = 2;
			},
		);
		$this->assertIsInt( pushbridge_send( array( 'user_id' => 1, 'data' => $data ) ) );
		$this->assertSame( json_encode( $data ), json_encode( json_decode( $this->actions()[0]['message'] )->data ) );
	}
}
