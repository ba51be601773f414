package import HTTP2Client
import JSONText
package import PushCore
import ServiceRuntime

/// Manages an app's broadcast channels in one environment, on connections of its own
/// (facts: Apple, Sending channel management requests to APNs).
package final class BroadcastChannelClient: Sendable {
    private let bundleID: String
    private let pool: ConnectionPool
    private let tokenProvider: ApnsTokenProvider?
    private let timeout: Int64

    // Apple: at most 10,000 ids, whose length it leaves open.
    private static let longestAnswer = 4 << 20
    private static let pushType: JSONValue = "LiveActivity"

    /// - Parameters:
    ///   - endpoint: the environment's management server.
    ///   - settings: of the app; its two push servers are not used.
    ///   - tokenProvider: of the credential's key; nil for a certificate.
    package init(
        credentials: IosCredentials, endpoint: HTTPEndpoint, settings: ApnsSettings, loop: ConnectionLoop,
        tokenProvider: ApnsTokenProvider?
    ) {
        bundleID = credentials.bundleID
        self.tokenProvider = tokenProvider
        timeout = settings.requestTimeout
        var configuration = PoolConfiguration(
            endpoint: endpoint, caFile: settings.caFile, proxy: settings.proxy, identity: credentials.identity,
            connectTimeoutMilliseconds: settings.connectTimeout)
        configuration.maximumBodyBytes = Self.longestAnswer
        pool = loop.pool(configuration)
    }

    /// Makes a channel; Apple chooses its id.
    /// - Throws: `ChannelFailure`.
    package func create(_ policy: MessageStoragePolicy) async throws(ChannelFailure) -> BroadcastChannel {
        let body: JSONValue = ["message-storage-policy": .integer(policy.number), "push-type": Self.pushType]
        let answer = try await send("POST", "channels", body: JSONWriter.bytes(body), expecting: 201)
        guard let value = answer.response.header("apns-channel-id"),
            let channel = BroadcastChannel(String(decoding: value, as: UTF8.self))
        else { throw .unreadable("it names no channel; see push-bridge channels list", requestID: answer.requestID) }
        return channel
    }

    /// How the channel was made.
    /// - Throws: `ChannelFailure`.
    package func policy(of channel: BroadcastChannel) async throws(ChannelFailure) -> MessageStoragePolicy {
        let answer = try await send("GET", "channels", channel: channel, expecting: 200)
        guard let number = try answer.json["message-storage-policy"]?.integer,
            let policy = MessageStoragePolicy(number: number)
        else { throw .unreadable("it names no storage policy that is known", requestID: answer.requestID) }
        return policy
    }

    /// The app's channels, in Apple's order.
    /// - Throws: `ChannelFailure`.
    package func all() async throws(ChannelFailure) -> [BroadcastChannel] {
        let answer = try await send("GET", "all-channels", expecting: 200)
        guard let list = try answer.json["channels"]?.array else {
            throw .unreadable("it has no list of channels", requestID: answer.requestID)
        }
        let channels = list.compactMap { $0.string.flatMap(BroadcastChannel.init) }
        guard channels.count == list.count else {
            throw .unreadable("it names a channel that is no Base64", requestID: answer.requestID)
        }
        return channels
    }

    /// Deletes the channel for good.
    /// - Throws: `ChannelFailure`.
    package func delete(_ channel: BroadcastChannel) async throws(ChannelFailure) {
        _ = try await send("DELETE", "channels", channel: channel, expecting: 204)
    }

    /// Takes no more requests and closes the connections.
    package func close() { pool.close() }

    // MARK: Requests

    private struct Answer {
        let response: HTTPResponse
        let requestID: String

        var json: JSONValue {
            get throws(ChannelFailure) {
                do { return try JSONParser.parse(response.body, maximumDepth: 8) } catch {
                    throw .unreadable("it is not JSON: \(error)", requestID: requestID)
                }
            }
        }
    }

    private func send(
        _ method: StaticString, _ resource: String, channel: BroadcastChannel? = nil, body: [UInt8] = [],
        expecting status: Int
    ) async throws(ChannelFailure) -> Answer {
        let requestID = RequestIdentifier.random()
        var headers: [HTTPHeader] = []
        if let tokenProvider {
            guard let bearer = tokenProvider.bearer else { throw .withoutProviderToken }
            headers.append(HTTPHeader(name: "authorization", value: bearer))
        }
        headers.append(HTTPHeader(name: "apns-request-id", value: Array(requestID.utf8)))
        if let channel { headers.append(HTTPHeader(name: "apns-channel-id", value: Array(channel.id.utf8))) }
        let outcome = await pool.send(
            HTTPRequest(
                path: Array("/1/apps/\(bundleID)/\(resource)".utf8), method: method, headers: headers, body: body,
                deadline: MonotonicTime.now.advanced(milliseconds: timeout)))
        switch outcome {
        case .failure(let failure): throw .transport(failure)
        case .response(let response):
            guard response.status == status else {
                throw .refused(status: response.status, reason: ApnsAnswer(response).reason, requestID: requestID)
            }
            return Answer(response: response, requestID: requestID)
        }
    }
}
