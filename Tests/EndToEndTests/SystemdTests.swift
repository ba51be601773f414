import Glibc
import TestSupport
import Testing

extension EndToEndTests {
    /// What `systemctl status` shows, and what systemd acts on.
    @Suite struct SystemdTests {
        @Test func systemdHearsWhatTheDaemonWaitsForThatItServesThatItLivesAndThatItStops() async throws {
            var setup = Bridge.Setup()
            setup.ownServer = true
            try await Bridge.run(setup) { bridge in
                bridge.server.stop()
                let socket = try NotifySocket("\(bridge.directory)/notify")
                let daemon = try bridge.launch(
                    ["run"], environment: ["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "400000"])
                #expect(
                    try await eventually { socket.heard.contains { $0.hasPrefix("STATUS=waiting for the database") } })
                // A reload does not make a daemon ready that waits.
                daemon.signal(SIGHUP)
                #expect(try await eventually { try daemon.log.contains("reloaded") })
                // Longer than the watchdog would bear from a lane.
                try await Task.sleep(for: .milliseconds(1200))
                #expect(!socket.heard.contains("READY=1"))

                try bridge.server.start()
                #expect(try await eventually { socket.heard.contains("READY=1") })
                #expect(socket.heard.contains("STATUS=serving"))
                #expect(try await eventually { socket.heard.count { $0 == "WATCHDOG=1" } > 3 })
                #expect(try !daemon.log.contains("lane_stuck"))
                daemon.signal(SIGHUP)
                #expect(try await eventually { socket.heard.count { $0 == "READY=1" } == 2 })
                #expect(socket.heard.contains("RELOADING=1"))

                daemon.signal(SIGTERM)
                try await bridge.exit(of: daemon)
                #expect(socket.heard.contains("STOPPING=1"))
            }
        }
    }
}
