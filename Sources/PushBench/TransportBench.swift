import HTTP2Client
import ServiceRuntime

/// HTTP2Client alone: one connection, requests in batches, a token and an id of their own for each.
struct TransportBench {
    private let options: BenchOptions
    private let authorization: [UInt8]

    /// - Throws: `SystemError` when the simulator's files cannot be read.
    init(_ options: BenchOptions) throws {
        self.options = options
        // The file is a whole header line, for curl and h2load.
        let line = try FileSystem.read("\(options.keyDirectory)/authorization", limit: 4096)
        authorization = Array(line.drop { $0 != UInt8(ascii: ":") }.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") })
    }

    func run() -> Measurement {
        let loop = ConnectionLoop(name: "bench")
        defer { loop.stop() }
        let pool = loop.pool(
            PoolConfiguration(endpoint: options.endpoint, caFile: options.caFile, maximumStreams: options.streams))
        let refill = Refill(
            count: options.count, batch: options.batch, ahead: 2 * options.streams + 2 * options.batch)
        return Measurement.of(options.count) {
            Self.send(to: pool, authorization, refill)
        }
    }

    private static func send(to pool: ConnectionPool, _ authorization: [UInt8], _ refill: Refill) -> Int {
        @Sendable func submit(_ numbers: Range<Int>) {
            let deadline = MonotonicTime.now.advanced(milliseconds: 30_000)
            let requests = numbers.map { number in
                let digits = BenchPush.digits(number)
                return HTTPRequest(
                    path: Array("/3/device/\(BenchPush.token(digits))".utf8),
                    headers: [
                        HTTPHeader(name: "authorization", value: authorization),
                        HTTPHeader(name: "apns-topic", value: BenchPush.topic),
                        HTTPHeader(name: "apns-push-type", value: BenchPush.alert),
                        HTTPHeader(name: "apns-priority", value: BenchPush.priority),
                        HTTPHeader(name: "apns-id", value: Array("00000000-0000-4000-8000-\(digits)".utf8)),
                    ], body: BenchPush.body, deadline: deadline)
            }
            pool.submit(requests) { completions in
                let failed = completions.count { completion in
                    guard case .response(let response) = completion.outcome else { return true }
                    return response.status != 200
                }
                refill.end(completions.count, failed: failed, submit)
            }
        }
        return refill.run(submit)
    }
}
