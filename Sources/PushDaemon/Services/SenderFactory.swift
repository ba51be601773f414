import ApplePush
import HTTP2Client
import PushCore
import ServiceRuntime

/// Makes senders from credentials, on the connection loop of the channel's lane.
struct SenderFactory: Sendable {
    let standardLoop: ConnectionLoop
    let voipLoop: ConnectionLoop
    let installationID: String
    let settings: @Sendable (_ app: String) -> ApnsConfiguration

    /// A sender for `credentials`, with connections of its own.
    /// - Throws: `HTTPEndpointError` when a configured address is none.
    func make(_ credentials: IosCredentials, tokenProvider: ApnsTokenProvider?) throws -> SenderRegistry.Entry {
        let apns = try settings(for: credentials)
        switch credentials.channel {
        case .voip:
            let sender = IosVoipPushSender(
                credentials: credentials, settings: apns, loop: voipLoop, tokenProvider: tokenProvider,
                installationID: installationID)
            return SenderRegistry.Entry(
                sender: sender, close: { sender.close() }, standing: { sender.standing })
        case .standard:
            let sender = IosPushSender(
                credentials: credentials, settings: apns, loop: standardLoop, tokenProvider: tokenProvider,
                installationID: installationID)
            return SenderRegistry.Entry(
                sender: sender, close: { sender.close() }, standing: { sender.standing })
        }
    }

    private func settings(for credentials: IosCredentials) throws -> ApnsSettings {
        var settings = try settings(credentials.app).settings
        // A claim holds longer than any request may take (LaneSettings.lease).
        settings.requestTimeout = credentials.channel == .voip ? 5_000 : 10_000
        settings.keepsSpare = credentials.channel == .voip
        return settings
    }
}
