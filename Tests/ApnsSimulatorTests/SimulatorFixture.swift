import ApnsSimulator
import Glibc

/// A running simulator in a directory of its own, and a key that it knows; both go away with it.
final class SimulatorFixture {
    let simulator: ApnsSimulator
    let key: SimulatedSigningKey
    let directory: String
    /// The provider token that all requests of the fixture carry.
    let providerToken: String

    init(_ change: (inout SimulatorConfiguration) -> Void = { _ in }) throws {
        directory = "/tmp/apns-simulator-test.\(getpid()).\(UInt64.random(in: 0 ... .max))"
        var configuration = SimulatorConfiguration(tlsDirectory: directory)
        change(&configuration)
        simulator = try ApnsSimulator(configuration)
        key = try SimulatedSigningKey()
        providerToken = try key.providerToken()
        try simulator.register(key.registration())
        try simulator.start()
    }

    deinit {
        simulator.stop()
        _ = Curl.run("rm -r '\(directory)'")
    }

    var curl: Curl { Curl(caFile: simulator.caFile) }

    /// A request that APNs takes; `change` makes it one that it does not.
    func push(sandbox: Bool = false, _ change: (inout Curl.Request) -> Void = { _ in }) -> Curl.Request {
        var request = Curl.Request(url: sandbox ? simulator.sandboxURL : simulator.productionURL)
        request.headers = [
            "authorization: bearer \(providerToken)", "apns-topic: com.example.app",
            "apns-push-type: alert",
        ]
        change(&request)
        return request
    }

    /// Seconds since 1970.
    static var now: Int { time(nil) }
}
