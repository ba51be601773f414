<?php
/**
 * Machine words in plain words.
 *
 * @package PushBridge
 */

namespace PushBridge\Store;

/**
 * What a reason means and what to do about it. The words stay as they are, so that they can be searched for.
 */
final class Reasons {

	/** Stands for the advice that depends on whether more tries follow. */
	const LATER = 'later';

	/**
	 * What happened.
	 *
	 * @param string|null $reason The column reason; a word may be followed by ": " and details.
	 */
	public static function meaning( ?string $reason ): string {
		return self::texts()[ self::word( (string) $reason ) ][0] ?? '';
	}

	/**
	 * What to do about it; empty: nothing, or nobody knows.
	 *
	 * @param string|null $reason   The column reason.
	 * @param bool        $is_final Whether it is not tried again by itself any more.
	 */
	public static function advice( ?string $reason, bool $is_final = true ): string {
		$advice = self::texts()[ self::word( (string) $reason ) ][1] ?? '';
		if ( self::LATER !== $advice ) {
			return $advice;
		}
		return $is_final ? __( 'All tries were used up. Send it again when the cause is gone.', 'push-bridge' ) : __( 'Nothing: it is tried again by itself.', 'push-bridge' );
	}

	/**
	 * The word without its details.
	 *
	 * @param string $reason The column reason.
	 */
	public static function word( string $reason ): string {
		return 0 === strpos( $reason, 'HTTP ' ) ? 'HTTP' : (string) strtok( $reason, ':' );
	}

	/**
	 * Every word that is explained.
	 *
	 * @return string[]
	 */
	public static function words(): array {
		return array_keys( self::texts() );
	}

	/**
	 * Word => what it means, what to do.
	 *
	 * @return array<string,string[]>
	 */
	private static function texts(): array {
		$clean      = __( 'Nothing: the token is removed, or waits on the Tokens page.', 'push-bridge' );
		$credential = __( 'Check key id, team id and bundle id on the Credentials page, or make a new key at Apple.', 'push-bridge' );
		$sender     = __( 'Correct the code that sends this notification, then send a new one.', 'push-bridge' );
		$bug        = __( 'Report it to the makers of Push Bridge: its requests cannot be so.', 'push-bridge' );
		$channel    = __( 'Compare it with push-bridge channels list, for both environments.', 'push-bridge' );
		$broadcast  = __( 'Enable broadcasts in the app\'s capabilities at Apple.', 'push-bridge' );
		$proxy      = __( 'Check whether a proxy stands between the server and Apple.', 'push-bridge' );
		return array(
			'NoDeviceToken'               => array( __( 'The user has no registered device for this kind of notification.', 'push-bridge' ), __( 'The user must open the app and allow notifications; calls need a VoIP token of their own.', 'push-bridge' ) ),
			'NotConfigured'               => array( __( 'No credential is stored for this app and channel.', 'push-bridge' ), __( 'Add one on the Credentials page, then send again.', 'push-bridge' ) ),
			'Unregistered'                => array( __( 'The app was deleted from the device, or notifications were never allowed.', 'push-bridge' ), $clean ),
			'ExpiredToken'                => array( __( 'The device token has expired.', 'push-bridge' ), $clean ),
			'BadDeviceToken'              => array( __( 'Apple does not know this token, neither in production nor in the sandbox.', 'push-bridge' ), $clean ),
			'PrunedToken'                 => array( __( 'Apple has called this token dead before, so nothing was sent.', 'push-bridge' ), __( 'Nothing: when the device registers again, it gets notifications again. If the removal was wrong, undo it on the Tokens page.', 'push-bridge' ) ),
			'EnvironmentUnproven'         => array( __( 'The token is unknown in one environment, and the other could not be asked with this credential.', 'push-bridge' ), __( 'Use a key that is valid for production and sandbox, or set [apns] environment.', 'push-bridge' ) ),
			'MalformedDeviceToken'        => array( __( 'What is stored for the device is no device token.', 'push-bridge' ), __( 'Clean it up on the Tokens page.', 'push-bridge' ) ),
			'WrongTokenKind'              => array( __( 'The token belongs to another kind of notification.', 'push-bridge' ), __( 'Correct which token the app registers under which kind.', 'push-bridge' ) ),
			'DeviceTokenNotForTopic'      => array( __( 'The token belongs to another app than the credential\'s bundle id.', 'push-bridge' ), __( 'Compare the bundle id on the Credentials page with the app that registers the tokens.', 'push-bridge' ) ),
			'TopicMismatch'               => array( __( 'The broadcast channel belongs to another app.', 'push-bridge' ), $credential ),
			'TopicDisallowed'             => array( __( 'Apple does not allow this credential to push to the app.', 'push-bridge' ), $credential ),
			'TopicNotInCertificate'       => array( __( 'The certificate does not list the topic of this push, so nothing was sent.', 'push-bridge' ), __( 'Store a signing key (.p8), which may send every push type, or a certificate that lists the topic.', 'push-bridge' ) ),
			'BadTopic'                    => array( __( 'Apple does not know the bundle id.', 'push-bridge' ), $credential ),
			'MissingTopic'                => array( __( 'The certificate is for several apps, and no bundle id was given.', 'push-bridge' ), $credential ),
			'InvalidProviderToken'        => array( __( 'Apple refused the signing key.', 'push-bridge' ), $credential ),
			'ExpiredProviderToken'        => array( __( 'Apple took the signature for too old.', 'push-bridge' ), __( 'Check the clock of the server that runs the daemon.', 'push-bridge' ) ),
			'MissingProviderToken'        => array( __( 'Apple wanted a signature or certificate and got none.', 'push-bridge' ), $credential ),
			'ProviderTokenUnavailable'    => array( __( 'The daemon could not make a signature with the stored key.', 'push-bridge' ), $credential ),
			'TooManyProviderTokenUpdates' => array( __( 'Signatures were renewed too often: several programs push with the same key.', 'push-bridge' ), __( 'Give each program a key of its own.', 'push-bridge' ) ),
			'BadCertificate'              => array( __( 'Apple refused the certificate.', 'push-bridge' ), __( 'Renew it at Apple and store the new one on the Credentials page.', 'push-bridge' ) ),
			'BadCertificateEnvironment'   => array( __( 'The certificate is for the other environment (production or sandbox).', 'push-bridge' ), __( 'Use a certificate for both, or a signing key (.p8).', 'push-bridge' ) ),
			'BadEnvironmentKeyIdInToken'  => array( __( 'The signing key is limited to the other environment.', 'push-bridge' ), $credential ),
			'BadEnvironmentKeyInToken'    => array( __( 'The signing key is limited to the other environment.', 'push-bridge' ), $credential ),
			'UnrelatedKeyIdInToken'       => array( __( 'The signing key does not belong to this team or app.', 'push-bridge' ), $credential ),
			'Forbidden'                   => array( __( 'Apple forbids this push.', 'push-bridge' ), $credential ),
			'PayloadTooLarge'             => array( __( 'The notification is larger than Apple takes: 4096 bytes, 5120 for calls.', 'push-bridge' ), __( 'Shorten it, or let it be shortened with "fit".', 'push-bridge' ) ),
			'PayloadEmpty'                => array( __( 'There was nothing to send.', 'push-bridge' ), $sender ),
			'EmptyMessage'                => array( __( 'There was nothing to send.', 'push-bridge' ), $sender ),
			'MissingCallkitPayload'       => array( __( 'A call came without callkit_payload.', 'push-bridge' ), $sender ),
			'MissingAlert'                => array( __( 'The notification came without any text to show.', 'push-bridge' ), $sender ),
			'SilentVoip'                  => array( __( 'A call cannot be silent: iOS ends apps that take a call without showing it.', 'push-bridge' ), $sender ),
			'InvalidMessage'              => array( __( 'A field of the notification has a wrong value.', 'push-bridge' ), $sender ),
			'UnknownType'                 => array( __( 'The type of the notification is unknown.', 'push-bridge' ), $sender ),
			'UnsupportedType'             => array( __( 'The type of the notification is not supported here.', 'push-bridge' ), $sender ),
			'NoRecipient'                 => array( __( 'Nobody was named as the recipient.', 'push-bridge' ), $sender ),
			'InvalidAudience'             => array( __( 'The audience was not understood.', 'push-bridge' ), $sender ),
			'UnsupportedRecipient'        => array( __( 'The device is not one of Apple\'s.', 'push-bridge' ), '' ),
			'BadCollapseId'               => array( __( 'The collapse id is longer than 64 bytes.', 'push-bridge' ), $sender ),
			'BadExpirationDate'           => array( __( 'Apple did not take the expiry date.', 'push-bridge' ), $sender ),
			'BadPriority'                 => array( __( 'Apple did not take the priority.', 'push-bridge' ), $sender ),
			'InvalidPushType'             => array( __( 'Apple did not take the push type.', 'push-bridge' ), $sender ),
			'BadMessageId'                => array( __( 'Apple did not take the id of the notification.', 'push-bridge' ), $sender ),
			'MissingPushType'             => array( __( 'Apple missed the push type.', 'push-bridge' ), $sender ),
			'DuplicateHeaders'            => array( __( 'A header was sent twice.', 'push-bridge' ), $sender ),
			'MissingDeviceToken'          => array( __( 'Apple missed the device token.', 'push-bridge' ), $bug ),
			'BadPath'                     => array( __( 'Apple did not know the address.', 'push-bridge' ), $bug ),
			'MethodNotAllowed'            => array( __( 'Apple did not take the method.', 'push-bridge' ), $bug ),
			'BadRequestParams'            => array( __( 'Apple did not understand the request.', 'push-bridge' ), $bug ),
			'BadRequestPayload'           => array( __( 'Apple did not understand the content of the request.', 'push-bridge' ), $bug ),
			'MissingChannelId'            => array( __( 'Apple missed the id of the broadcast channel.', 'push-bridge' ), $bug ),
			'BadChannelId'                => array( __( 'No broadcast channel can have this id.', 'push-bridge' ), $channel ),
			'ChannelNotRegistered'        => array( __( 'There is no such broadcast channel: it was deleted, or made in the other environment.', 'push-bridge' ), $channel ),
			'FeatureNotEnabled'           => array( __( 'The app may not broadcast.', 'push-bridge' ), $broadcast ),
			'BroadcastFeatureNotEnabled'  => array( __( 'The app may not broadcast.', 'push-bridge' ), $broadcast ),
			'CannotCreateChannelConfig'   => array( __( 'The app has as many broadcast channels as Apple allows.', 'push-bridge' ), __( 'Delete channels that are not needed: push-bridge channels delete.', 'push-bridge' ) ),
			'TooManyRequests'             => array( __( 'Too many notifications were sent to the same device in a short time.', 'push-bridge' ), self::LATER ),
			'InternalServerError'         => array( __( 'Apple\'s server had a fault.', 'push-bridge' ), self::LATER ),
			'ServiceUnavailable'          => array( __( 'Apple\'s server was not available.', 'push-bridge' ), self::LATER ),
			'Service Unavailable'         => array( __( 'Apple\'s server was not available.', 'push-bridge' ), self::LATER ),
			'Shutdown'                    => array( __( 'Apple\'s server was shutting down.', 'push-bridge' ), self::LATER ),
			'IdleTimeout'                 => array( __( 'The connection to Apple was idle for too long.', 'push-bridge' ), self::LATER ),
			'CannotConnect'               => array( __( 'The daemon could not connect to Apple.', 'push-bridge' ), __( 'Check that the server may reach api.push.apple.com, port 443.', 'push-bridge' ) ),
			'ConnectionLost'              => array( __( 'The connection to Apple broke before an answer came.', 'push-bridge' ), self::LATER ),
			'StreamReset'                 => array( __( 'The push was reset before an answer came.', 'push-bridge' ), self::LATER ),
			'Timeout'                     => array( __( 'No answer came in time.', 'push-bridge' ), self::LATER ),
			'StreamRefused'               => array( __( 'Apple\'s server refused it again and again without looking at it.', 'push-bridge' ), self::LATER ),
			'Stopped'                     => array( __( 'The daemon was stopping, or the credential was replaced.', 'push-bridge' ), self::LATER ),
			'TLSFailure'                  => array( __( 'The daemon did not trust the connection to Apple.', 'push-bridge' ), __( 'Check the server\'s clock and root certificates, and whether a proxy stands in between.', 'push-bridge' ) ),
			'ProtocolError'               => array( __( 'What answered does not speak Apple\'s protocol.', 'push-bridge' ), $proxy ),
			'HTTP'                        => array( __( 'Apple gave a number and no reason.', 'push-bridge' ), $proxy ),
			'Unknown'                     => array( __( 'No reason is known.', 'push-bridge' ), '' ),
			'OutcomeUnknown'              => array( __( 'It was sent, but the connection broke or the daemon ended before Apple\'s answer came.', 'push-bridge' ), __( 'The device may have got it, so it is not repeated by itself.', 'push-bridge' ) ),
			'Expired'                     => array( __( 'Its time was over before it could be sent.', 'push-bridge' ), __( 'Check that the daemon runs, or give it more time ("ttl").', 'push-bridge' ) ),
			'UserGone'                    => array( __( 'The user to whom the token belongs was deleted.', 'push-bridge' ), '' ),
		);
	}
}
