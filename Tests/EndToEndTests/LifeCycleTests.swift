import ApnsSimulator
import Glibc
import MariaDB
import ServiceRuntime
import TestSupport
import Testing

extension EndToEndTests {
    @Suite struct LifeCycleTests {
        @Test func termFinishesWhatIsUnderWayAndLeavesTheRest() async throws {
            var setup = Bridge.Setup()
            setup.configuration["standard"] = ["batch = 50", "max_in_flight = 100"]
            try await Bridge.run(setup) { bridge in
                for user in 1...400 { try bridge.addDevice(user: UInt64(user)) }
                bridge.simulator.settings.answerDelay = 300
                for user in 1...400 { try bridge.site.enqueue(#"{"title":"x"}"#, user: UInt64(user)) }
                let first = try await bridge.startDaemon()
                #expect(try await eventually { bridge.simulator.receivedCount() > 0 })
                first.signal(SIGTERM)
                try await bridge.exit(of: first)
                let states = try bridge.site.states()
                let sent = states["sent"] ?? 0
                #expect(sent > 0 && sent < 400, "\(states)")
                #expect(states["queued"] == 400 - sent, "\(states)")
                #expect(bridge.simulator.receivedCount(status: 200) == sent)
                #expect(try bridge.site.number("SELECT COUNT(*) FROM wp_pushbridge_workers") == 0)
                #expect(try first.log.contains("stopped"))

                bridge.simulator.settings.answerDelay = 0
                try await bridge.startDaemon()
                #expect(try await eventually { try bridge.site.states() == ["sent": 400] })
                #expect(bridge.simulator.receivedCount() == 400)
            }
        }

        @Test func aStateDirectoryThatCannotBeUsedEndsTheStart() async throws {
            try await Bridge.run { bridge in
                let path = bridge.directory + "/state"
                try FileSystem.create(path, [], mode: 0o600)
                let log = try await bridge.command("run", expecting: 3)
                #expect(log.contains("[state] directory = \(path)"))
                unsafe unlink(path)
                try await bridge.startDaemon()
                #expect(FileSystem.status(path)?.isDirectory == true)
            }
        }

        @Test func aSecondTermStopsAtOnce() async throws {
            try await Bridge.run { bridge in
                let token = try bridge.addDevice()
                bridge.simulator.inject(Fault(.silence))
                let daemon = try await bridge.startDaemon()
                let id = try bridge.site.enqueue(#"{"title":"x"}"#)
                #expect(try await eventually { bridge.received(token).count == 1 })
                daemon.signal(SIGTERM)
                #expect(try await eventually { try daemon.log.contains("stopping") })
                #expect(daemon.exitCode == nil)
                daemon.signal(SIGTERM)
                try await bridge.exit(of: daemon)
                // Had it waited for the answer, or for the request's time-out, there would be a result.
                #expect(try bridge.site.action(id).state == "sending")
                #expect(try bridge.site.deliveries(id).isEmpty)
            }
        }

        @Test func aDatabaseThatDiesUnderLoadIsWaitedFor() async throws {
            var setup = Bridge.Setup()
            setup.ownServer = true
            setup.configuration["retry"] = ["base_delay = 0.02"]
            try await Bridge.run(setup) { bridge in
                bridge.simulator.unknownTokens = .accept
                bridge.simulator.settings.answerDelay = 50
                try bridge.addDevices(3000)
                try bridge.enqueueForEach(3000)
                let daemon = try await bridge.startDaemon()
                for threshold in [200, 1200] {
                    #expect(try await eventually { bridge.simulator.receivedCount() > threshold })
                    bridge.server.kill()
                    try await Task.sleep(for: .milliseconds(300))
                    try bridge.server.start()
                }
                #expect(try await eventually(within: 60) { try bridge.site.states() == ["sent": 3000] })
                #expect(daemon.exitCode == nil)
                let accepted = bridge.simulator.received().filter(\.accepted).map(\.token)
                #expect(accepted.count == 3000)
                #expect(Set(accepted).count == 3000)
                #expect(try daemon.log.contains("recovered"))
            }
        }

        @Test func aDatabaseThatTakesNoWritesLosesNothing() async throws {
            var setup = Bridge.Setup()
            setup.ownServer = true
            try await Bridge.run(setup) { bridge in
                let token = try bridge.addDevice()
                let daemon = try await bridge.startDaemon()
                let id = try bridge.site.enqueue(
                    #"{"title":"x"}"#, more: ["send_at": "UTC_TIMESTAMP(3) + INTERVAL 500000 MICROSECOND"])
                try bridge.server.exec("SET GLOBAL read_only = 1")
                #expect(try await eventually { try daemon.log.contains("read-only") })
                try await Task.sleep(for: .milliseconds(700))
                #expect(try bridge.site.action(id).state == "queued")
                #expect(bridge.simulator.receivedCount() == 0)
                try bridge.server.exec("SET GLOBAL read_only = 0")
                #expect(try await bridge.settled(id).state == "sent")
                #expect(bridge.received(token).count == 1)
                #expect(daemon.exitCode == nil)
            }
        }

        @Test func aDaemonThatStartsBeforeItsDatabaseWaits() async throws {
            var setup = Bridge.Setup()
            setup.ownServer = true
            try await Bridge.run(setup) { bridge in
                try bridge.addDevice()
                let id = try bridge.site.enqueue(#"{"title":"x"}"#)
                bridge.server.stop()
                let daemon = try bridge.launch(["run"])
                #expect(try await eventually { try daemon.log.contains("waiting_for_database") })
                #expect(try !Bridge.isReady(daemon))
                try bridge.server.start()
                #expect(try await bridge.settled(id).state == "sent")
                #expect(try Bridge.isReady(daemon))

                bridge.server.stop()
                let waiting = try bridge.launch(["run"])
                #expect(try await eventually { try waiting.log.contains("waiting_for_database") })
                waiting.signal(SIGTERM)
                try await bridge.exit(of: waiting)
                daemon.signal(SIGTERM)
                try await bridge.exit(of: daemon)
            }
        }

        @Test func aDatagramWakesALaneThatLooksRarely() async throws {
            var setup = Bridge.Setup()
            setup.configuration["standard"] = ["poll_interval_ms = 60000"]
            setup.configuration["wake"] = ["listen = udp://127.0.0.1:\(UInt16.random(in: 10_000..<32_000))"]
            try await Bridge.run(setup) { bridge in
                try bridge.addDevice()
                let first = try bridge.site.enqueue(#"{"title":"x"}"#)
                try await bridge.startDaemon()
                #expect(try await bridge.settled(first).state == "sent")
                // Its last look, after the result, is over soon.
                try await Task.sleep(for: .milliseconds(300))
                let id = try bridge.site.enqueue(#"{"title":"x"}"#)
                try await Task.sleep(for: .milliseconds(500))
                #expect(try bridge.site.action(id).state == "queued")
                let address = try bridge.site.query("SELECT wake_address FROM wp_pushbridge_workers").first?.string(0)
                try Datagram.send(to: try #require(address))
                #expect(try await bridge.settled(id).state == "sent")
            }
        }

        @Test func aCopyOfASiteSendsNothingUntilItIsTold() async throws {
            try await Bridge.run { bridge in
                try bridge.addDevice()
                let id = try bridge.site.enqueue(#"{"title":"x"}"#)
                try bridge.site.execute("UPDATE wp_options SET option_value = 'https://staging.example.com'")
                let daemon = try bridge.launch(["run"])
                #expect(try await eventually { try daemon.log.contains("--accept-clone") })
                try await Task.sleep(for: .milliseconds(500))
                #expect(try !Bridge.isReady(daemon))
                #expect(daemon.exitCode == nil)
                #expect(try bridge.site.action(id).state == "queued")
                try await bridge.command("init", "--accept-clone")
                #expect(try await bridge.settled(id).state == "sent")
                #expect(bridge.simulator.receivedCount() == 1)
            }
        }
    }
}
