import ApnsSimulator
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
    /// What a load balancer or a watchdog asks.
    @Suite struct HealthTests {
        /// The status and the text of a page.
        private func page(_ path: String, port: Int, _ bridge: Bridge) async throws -> String {
            let log = "\(bridge.directory)/curl-\(path).log"
            let curl = try TestProgram(
                ["curl", "-s", "-m", "5", "-w", " %{http_code}", "http://127.0.0.1:\(port)/\(path)"], log: log)
            _ = try await eventually { curl.exitCode != nil }
            return try curl.log
        }

        @Test func aDaemonThatWaitsForItsDatabaseOrBeforeACopyIsAliveAndSaysWhyItIsNotReady() async throws {
            let port = try TestMariaDB.freePort()
            var setup = Bridge.Setup()
            setup.configuration = ["http": ["listen = 127.0.0.1:\(port)"]]
            setup.ownServer = true
            try await Bridge.run(setup) { bridge in
                func shows(_ text: String) async throws -> Bool {
                    let page = try await page("readyz", port: port, bridge)
                    return page.contains(text) && page.hasSuffix(" 503")
                }
                try bridge.site.execute("UPDATE wp_options SET option_value = 'https://staging.example.com'")
                bridge.server.stop()
                let daemon = try bridge.launch(["run"])
                #expect(try await eventually { try await shows("waiting for the database") })
                #expect(try await page("healthz", port: port, bridge).hasSuffix(" 200"))
                try bridge.server.start()
                #expect(try await eventually { try await shows("init --accept-clone") })
                try await bridge.command("init", "--accept-clone")
                #expect(try await eventually { try await page("readyz", port: port, bridge).hasSuffix(" 200") })
                #expect(daemon.exitCode == nil)
            }
        }

        @Test func readinessFollowsTheDatabaseAndTheCredentialsAndHealthDoesNot() async throws {
            let port = try TestMariaDB.freePort()
            var setup = Bridge.Setup()
            setup.configuration = ["http": ["listen = 127.0.0.1:\(port)"]]
            setup.ownServer = true
            try await Bridge.run(setup) { bridge in
                func ends(_ path: String, _ status: Int) async throws -> Bool {
                    try await page(path, port: port, bridge).hasSuffix(" \(status)")
                }
                try await bridge.startDaemon()
                #expect(try await eventually { try await ends("readyz", 200) })
                #expect(try await ends("healthz", 200))

                // A credential that nobody here can open.
                try bridge.site.execute(
                    "UPDATE wp_pushbridge_credentials SET box = REVERSE(box) WHERE channel = 'voip'")
                #expect(try await eventually { try await ends("readyz", 503) })
                #expect(try await page("readyz", port: port, bridge).contains("default/voip"))
                try await bridge.setCredential("voip")
                #expect(try await eventually { try await ends("readyz", 200) })

                bridge.server.stop()
                #expect(try await eventually(within: 60) { try await ends("readyz", 503) })
                #expect(try await page("readyz", port: port, bridge).contains("database"))
                #expect(try await ends("healthz", 200))
                #expect(try await page("metrics", port: port, bridge).contains("pushbridge_ready 0"))
                try bridge.server.start()
                #expect(try await eventually(within: 60) { try await ends("readyz", 200) })
            }
        }
    }
}
