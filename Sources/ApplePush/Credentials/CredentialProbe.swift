import HTTP2Client
package import PushCore
import ServiceRuntime

/// Tries a credential at Apple with a push that cannot arrive: to a device token of zeros, which no device has.
package enum CredentialProbe {
    private static let token = String(repeating: "0", count: 64)

    /// Sends the probe; `BadDeviceToken` is the good answer: Apple took credential and topic and looked for the device.
    /// - Parameters:
    ///   - settings: how to reach Apple; their `environment` does not matter.
    ///   - environment: the one to ask.
    ///   - tokenProvider: of the credential's key, with a current token; nil for a certificate.
    package static func verify(
        _ credentials: IosCredentials, settings: ApnsSettings, environment: PushEnvironment,
        tokenProvider: ApnsTokenProvider?
    ) async -> ProbeResult {
        var headers = [
            HTTPHeader(name: "apns-topic", value: Array(credentials.topic(for: type(credentials)).utf8)),
            HTTPHeader(name: "apns-push-type", value: Array(type(credentials).rawValue.utf8)),
            HTTPHeader(name: "apns-priority", value: Array("10".utf8)),
            HTTPHeader(name: "apns-expiration", value: Array("0".utf8)),
        ]
        if case .token = credentials.kind {
            guard let bearer = tokenProvider?.bearer else {
                return ProbeResult(environment, reason: ApnsReason(LocalVerdict.providerTokenUnavailable.rawValue))
            }
            headers.append(HTTPHeader(name: "authorization", value: bearer))
        }
        let loop = ConnectionLoop(name: "apns-probe")
        defer { loop.stop() }
        let pool = loop.pool(
            PoolConfiguration(
                endpoint: environment == .production ? settings.production : settings.sandbox,
                caFile: settings.caFile, proxy: settings.proxy, identity: credentials.identity,
                connectTimeoutMilliseconds: settings.connectTimeout))
        let outcome = await pool.send(
            HTTPRequest(
                path: Array("/3/device/\(token)".utf8), headers: headers,
                body: Array(#"{"aps":{"alert":"probe"}}"#.utf8),
                deadline: MonotonicTime.now.advanced(milliseconds: settings.requestTimeout)))
        switch outcome {
        case .response(let response):
            return ProbeResult(environment, answer: ApnsAnswer(response), date: response.date)
        case .failure(let failure):
            return ProbeResult(
                environment, reason: ApnsVerdict.failure(failure, isReplaceable: true).reason, detail: failure.message)
        }
    }

    private static func type(_ credentials: IosCredentials) -> PushType {
        credentials.channel == .voip ? .voip : .alert
    }
}
