import ApplePush
import HTTP2Client
import PushCore
import ServiceRuntime

/// Makes senders from credentials, on the connection loop of the channel's lane.
struct SenderFactory: Sendable {
    let standardLoop: ConnectionLoop
    let voipLoop: ConnectionLoop
    let installationID: String
    /// How to reach Apple for an app, as configured just now.
    let settings: @Sendable (_ app: String) -> ApnsConfiguration

    /// A sender for `credentials`, with connections of its own.
    /// - Parameter configured: what `settings` says of the app.
    /// - Throws: `HTTPEndpointError` when a configured address is none.
    func make(
        _ credentials: IosCredentials, _ configured: ApnsConfiguration, tokenProvider: ApnsTokenProvider?
    ) throws -> SenderRegistry.Entry {
        let apns = try Self.settings(configured, for: credentials)
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

    private static func settings(
        _ configured: ApnsConfiguration, for credentials: IosCredentials
    ) throws -> ApnsSettings {
        var settings = try configured.settings
        // A claim holds longer than any request may take (LaneSettings.lease).
        settings.requestTimeout = credentials.channel == .voip ? 5_000 : 10_000
        settings.keepsSpare = credentials.channel == .voip
        return settings
    }
}
