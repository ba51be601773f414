import ApnsSimulator
import JSONText
import ServiceRuntime
import TestSupport
import Testing

extension EndToEndTests {
    /// What a monitoring system and an admin see of a running daemon.
    @Suite struct MonitoringTests {
        private static let readme =
            "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/README.md"

        private func page(_ path: String, port: Int, _ bridge: Bridge) async throws -> String {
            let log = "\(bridge.directory)/curl.log"
            let curl = try TestProgram(["curl", "-s", "http://127.0.0.1:\(port)/\(path)"], log: log)
            _ = try await eventually { curl.exitCode != nil }
            return try curl.log
        }

        @Test func aStoppedCredentialIsSeenInMetricsAndStatusUntilAppleTakesItAgain() async throws {
            let port = try TestMariaDB.freePort()
            var setup = Bridge.Setup()
            setup.configuration = ["retry": ["base_delay = 0.02"], "http": ["listen = 127.0.0.1:\(port)"]]
            try await Bridge.run(setup) { bridge in
                try bridge.addDevice()
                try bridge.site.execute(
                    "UPDATE wp_pushbridge_credentials SET not_after = '2030-01-01' WHERE channel = 'voip'")
                bridge.simulator.inject(
                    Fault(.answer(status: 403, reason: "InvalidProviderToken"), topic: Bridge.bundleID, count: nil))
                try await bridge.startDaemon()
                let id = try bridge.site.enqueue(#"{"title":"x"}"#)
                func has(_ line: String) async throws -> Bool {
                    try await page("metrics", port: port, bridge).split(separator: "\n").contains { $0 == line }
                }
                let stopped = #"pushbridge_held_back{app="default",channel="standard",scope="credential"}"#
                let usable = #"pushbridge_credential_usable{app="default",channel="standard"}"#
                #expect(try await eventually { try await has("\(stopped) 1") })
                #expect(try await eventually { try await has("\(usable) 0") })
                #expect(try await has(#"pushbridge_held_back{app="default",channel="voip",scope="credential"} 0"#))
                #expect(
                    try await has(
                        #"pushbridge_credential_expiry_timestamp_seconds{app="default",channel="voip"} 1893456000"#))
                let held = try JSONParser.parse(Array(try await bridge.command("status", "--json").utf8))["held_back"]
                #expect(held?.array?.count == 1)
                #expect(held?.array?.first?["scope"] == "credential")
                #expect(held?.array?.first?["reason"] == "InvalidProviderToken")
                #expect(held?.array?.first?["channel"] == "standard")
                let shown = try await bridge.command("status")
                #expect(shown.contains("Held back") && shown.contains("InvalidProviderToken"))

                bridge.simulator.clearFaults()
                #expect(try await bridge.settled(id).state == "sent")
                #expect(try await eventually { try await has("\(stopped) 0") })
                #expect(try await eventually { try await has("\(usable) 1") })
                #expect(
                    try await eventually { try await !bridge.command("status").contains("Held back") })
            }
        }

        @Test func theReadmeNamesEveryMetric() async throws {
            let port = try TestMariaDB.freePort()
            var setup = Bridge.Setup()
            setup.configuration = ["http": ["listen = 127.0.0.1:\(port)"]]
            try await Bridge.run(setup) { bridge in
                try await bridge.startDaemon()
                var names: [String] = []
                // The daemon serves as soon as it may; its pages come with the next breath.
                _ = try await eventually {
                    names = try await page("metrics", port: port, bridge).split(separator: "\n")
                        .filter { $0.hasPrefix("# TYPE ") }.map { String($0.split(separator: " ")[2]) }
                    return !names.isEmpty
                }
                let readme = String(decoding: try FileSystem.read(Self.readme, limit: 1 << 20), as: UTF8.self)
                #expect(names.count > 10)
                for name in names {
                    let short = name.split(separator: "_").suffix(2).joined(separator: "_")
                    #expect(readme.contains("`\(name)`") || readme.contains("`_\(short)`"), "README.md lacks \(name)")
                }
            }
        }
    }
}
