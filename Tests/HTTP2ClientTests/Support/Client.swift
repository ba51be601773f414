import ServiceRuntime

@testable import HTTP2Client

/// A loop with one pool, for one test.
final class Client: Sendable {
    let loop: ConnectionLoop
    let pool: ConnectionPool

    /// A pool towards `url` that trusts the tests' CA; `adjust` changes its configuration.
    init(_ url: String, _ adjust: (inout PoolConfiguration) -> Void = { _ in }) throws {
        var configuration = PoolConfiguration(
            endpoint: try HTTPEndpoint(url: url), caFile: TestCertificates.shared.ca)
        adjust(&configuration)
        loop = ConnectionLoop(name: "test-loop")
        pool = loop.pool(configuration)
    }

    /// A request whose body is `body`, due in `milliseconds`.
    static func request(_ body: String, within milliseconds: Int64 = 20_000) -> HTTPRequest {
        HTTPRequest(
            path: Array("/3/device/0123456789abcdef".utf8),
            headers: [
                HTTPHeader(name: "authorization", value: Array("bearer token".utf8)),
                HTTPHeader(name: "apns-id", value: Array("11111111-2222-4333-8444-555555555555".utf8)),
            ],
            body: Array(body.utf8), deadline: .now.advanced(milliseconds: milliseconds))
    }

    func send(_ body: String, within milliseconds: Int64 = 20_000) async -> HTTPOutcome {
        await pool.send(Client.request(body, within: milliseconds))
    }

    /// Submits requests with the bodies "0", "1", … as one batch and waits for all ends, in order of their index.
    func sendBatch(_ count: Int, within milliseconds: Int64 = 20_000) async -> [HTTPOutcome] {
        await withCheckedContinuation { continuation in
            let ends = Locked<[HTTPCompletion]>([])
            pool.submit((0..<count).map { Client.request(String($0), within: milliseconds) }) { completions in
                let all = ends.withLock { ends in
                    ends += completions
                    return ends
                }
                guard all.count >= count else { return }
                continuation.resume(returning: all.sorted { $0.index < $1.index }.map(\.outcome))
            }
        }
    }

    /// Waits until the pool's figures are as wanted; false when they are not within ten seconds.
    func waits(until condition: (PoolStatistics) -> Bool) async -> Bool {
        for _ in 0..<1_000 {
            if condition(pool.statistics) { return true }
            try? await Task.sleep(nanoseconds: 10_000_000)
        }
        return false
    }
}

extension HTTPOutcome {
    var status: Int? { if case .response(let response) = self { response.status } else { nil } }
    var response: HTTPResponse? { if case .response(let response) = self { response } else { nil } }
    var failure: TransportFailure? { if case .failure(let failure) = self { failure } else { nil } }
}
