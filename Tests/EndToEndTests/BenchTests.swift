import ApnsSimulator
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
    /// The program behind `make bench`.
    @Suite struct BenchTests {
        @Test(arguments: ["transport", "sender"])
        func theBenchmarkCountsOnlyWhatAppleTook(part: String) async throws {
            var setup = Bridge.Setup()
            setup.credentials = []
            setup.simulator = {
                $0.settings.unknownTokens = .accept
                $0.settings.unknownKeys = .accept
            }
            try await Bridge.run(setup) { bridge in
                func run(_ name: String, _ arguments: [String]) throws -> TestProgram {
                    try TestProgram(
                        [TestProgram.path(of: name)] + arguments, log: "\(bridge.directory)/\(name).log")
                }
                // The site's key has the id of the one made here.
                bridge.simulator.unregisterAll()
                let keys = "\(bridge.directory)/keys"
                try await bridge.exit(of: run("apns-simulator", ["--make-key", keys]))
                let bench = [
                    part, "url=\(bridge.simulator.productionURL)", "ca=\(bridge.simulator.caFile)", "keys=\(keys)",
                    "count=1500",
                ]
                let good = try run("push-bench", bench)
                try await bridge.exit(of: good)
                #expect(bridge.simulator.receivedCount(status: 200) == 1500)
                bridge.simulator.inject(Fault(.answer(status: 503, reason: "ServiceUnavailable"), count: nil))
                try await bridge.exit(of: run("push-bench", bench), 1)
            }
        }
    }
}
