import ApnsSimulator
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
    /// A configuration that is read again while the daemon runs.
    @Suite struct ReloadTests {
        private func lines(_ daemon: TestProgram, _ event: String) throws -> [Substring] {
            try daemon.log.split(separator: "\n").filter { $0.contains(" \(event)") }
        }

        /// Tells the daemon to read the file again and waits until it has.
        private func reload(_ daemon: TestProgram, _ bridge: Bridge, _ more: [String: [String]]) async throws {
            let before = try lines(daemon, "reloaded").count
            try bridge.configure(more)
            daemon.signal(SIGHUP)
            #expect(try await eventually { try lines(daemon, "reloaded").count == before + 1 })
        }

        @Test func hupPutsWhatMayChangeInForceWithoutARestart() async throws {
            var setup = Bridge.Setup()
            setup.configuration["standard"] = ["poll_interval_ms = 60000"]
            try await Bridge.run(setup) { bridge in
                let device = try bridge.addDevice(user: 1)
                let other = bridge.makeDevice()
                try bridge.site.addMeta(user: 2, "other_ios_token", Array(other.utf8))
                let before = try bridge.site.enqueue(#"{"title":"x"}"#, user: 2)
                let daemon = try await bridge.startDaemon()
                #expect(try await bridge.settled(before).state == "failed")

                let fast = ["poll_interval_ms = 20"]
                try await reload(
                    daemon, bridge,
                    [
                        "standard": fast, "tokens": ["standard_meta_keys = other_ios_token"],
                        "pruning": ["mode = report"], "retry": ["max_attempts = 1"],
                    ])
                let told = try #require(try lines(daemon, "reloaded").first)
                #expect(told.contains("[standard] poll_interval_ms") && told.contains("[pruning] mode"))
                // The first look after the reload comes with it; the second one shows the new interval.
                for _ in 0..<2 {
                    let id = try bridge.site.enqueue(#"{"title":"x"}"#, user: 2)
                    #expect(try await bridge.settled(id).state == "sent")
                }
                #expect(bridge.received(other).count == 2)
                // Where tokens are no longer looked for, there are none.
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#, user: 1)).state == "failed")
                #expect(bridge.received(device).isEmpty)
                // Nothing is removed any more, and the first failure is the last try.
                let dead = try bridge.site.addMeta(user: 3, "other_ios_token", Array(bridge.makeToken().utf8))
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#, user: 3)).pruned == 1)
                #expect(try bridge.site.meta(dead) != nil)
                bridge.simulator.inject(Fault(.answer(status: 503, reason: "ServiceUnavailable")))
                let failed = try bridge.site.enqueue(#"{"title":"x"}"#, user: 2)
                #expect(try await bridge.settled(failed).reason == "ServiceUnavailable")
                #expect(try lines(daemon, "needs_a_restart").isEmpty)
            }
        }

        @Test func anotherWayToAppleIsTakenWhilePushesFinishOnTheOldOne() async throws {
            try await Bridge.run { bridge in
                let device = try bridge.addDevice(user: 1)
                let daemon = try await bridge.startDaemon()
                bridge.simulator.settings.answerDelay = 3000
                let slow = try bridge.site.enqueue(#"{"title":"x"}"#)
                #expect(try await eventually { bridge.received(device).count == 1 })
                try await reload(daemon, bridge, ["app.default": ["environment = sandbox"]])
                // Both channels have a sender made anew.
                #expect(try await eventually { try lines(daemon, "credential_loaded").count == 4 })
                #expect(try await bridge.settled(slow).state == "sent")
                #expect(bridge.received(device).count == 1)
                bridge.simulator.settings.answerDelay = 0
                let id = try bridge.site.enqueue(#"{"title":"x"}"#)
                #expect(try await bridge.settled(id).reason == "BadDeviceToken")
                #expect(bridge.received(device).map(\.environment) == [.production, .sandbox])
            }
        }

        @Test func aBrokenFileIsRefusedAsAWhole() async throws {
            try await Bridge.run { bridge in
                let device = try bridge.addDevice()
                let daemon = try await bridge.startDaemon()
                try bridge.configure([
                    "tokens": ["standard_meta_keys = other"], "standard": ["batch = many"], "vip": ["x = 1"],
                ])
                daemon.signal(SIGHUP)
                #expect(try await eventually { try lines(daemon, "reload_refused").count == 1 })
                let problems = try lines(daemon, "configuration_problem")
                #expect(problems.count == 2)
                #expect(problems.contains { $0.contains("unknown section [vip]") })
                #expect(problems.contains { $0.contains("batch") && $0.contains("no whole number") })
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).state == "sent")
                #expect(bridge.received(device).count == 1)
                #expect(try lines(daemon, "reloaded").isEmpty)
            }
        }

        @Test func whatCannotChangeIsNamedUntilTheRestart() async throws {
            try await Bridge.run { bridge in
                try bridge.addDevice()
                let daemon = try await bridge.startDaemon()
                let port = try TestMariaDB.freePort()
                let more = ["http": ["listen = 127.0.0.1:\(port)"], "database": ["tls_ca = /nonexistent/ca.pem"]]
                for count in 1...2 {
                    try await reload(daemon, bridge, more)
                    #expect(try await eventually { try lines(daemon, "needs_a_restart").count == count })
                }
                let told = try #require(try lines(daemon, "needs_a_restart").last)
                #expect(told.contains("[http] listen") && told.contains("[database] tls_ca"))
                #expect(!told.contains("[wake]"))
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).state == "sent")
                try await reload(daemon, bridge, [:])
                #expect(try lines(daemon, "needs_a_restart").count == 2)
            }
        }
    }
}
