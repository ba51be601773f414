package import HTTP2Client
package import PushCore

/// Sends calls, and nothing else, through an app's VoIP credential, on connections that it shares with no one
/// (legacy: `MAM_IosVoipPushSender`).
package final class IosVoipPushSender: PushSender {
    private let sender: ApnsSender

    /// - Parameters:
    ///   - tokenProvider: of the credential's key; nil for a certificate.
    ///   - installationID: what tells this site's queue from every other's.
    package init(
        credentials: IosCredentials, settings: ApnsSettings, loop: ConnectionLoop, tokenProvider: ApnsTokenProvider?,
        installationID: String
    ) {
        sender = ApnsSender(
            credentials: credentials, settings: settings, loop: loop, tokenProvider: tokenProvider,
            installationID: installationID)
    }

    package func send(_ notifications: [PushNotification], results: @escaping @Sendable ([PushResult]) -> Void) {
        sender.send(notifications.accepted(on: .voip, results), results: results)
    }

    /// What Apple's answers say of the credential just now.
    package var standing: CredentialStanding { sender.standing }

    /// Takes no more; what is on its way is still answered.
    package func close() { sender.pools.close() }
}
