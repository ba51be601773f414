import ApnsSimulator
import Glibc
import MariaDB
import ServiceRuntime
import TestSupport
import Testing

extension EndToEndTests {
    @Suite struct LoadTests {
        private static let count = 20_000

        @Test func twoDaemonsDeliverEachOfManyActionsOnceAndCallsOvertakeThem() async throws {
            try await Bridge.run { bridge in
                bridge.simulator.unknownTokens = .accept
                try bridge.addDevices(Self.count)
                try bridge.addDevice(user: 1, voip: true)
                for _ in 0..<2 { try await bridge.startDaemon() }
                // Connections to Apple stand before the first call, as in any running service.
                #expect(try await bridge.settled(bridge.site.enqueue(Call.message, type: "voip")).state == "sent")
                // The promised 100 ms are `make bench`'s to show, on a release build. Here a ratio holds on any machine:
                // a call behind the bulk would wait for a good part of it.
                var best = 0.0
                for _ in 0..<3 where best < Self.overtaking {
                    best = try await max(best, Self.round(bridge))
                }
                #expect(best >= Self.overtaking)
            }
        }

        /// How many times longer the bulk takes than 95 of 100 calls beside it.
        private static let overtaking = 25.0

        /// Enqueues many alerts and, while they are sent, calls; returns how many times longer the alerts took than 95 of
        /// 100 calls to reach Apple.
        private static func round(_ bridge: Bridge) async throws -> Double {
            bridge.simulator.clear()
            try bridge.site.execute("DELETE FROM wp_pushbridge_actions")
            let session = try Connection(bridge.site.connection)
            let began = MonotonicTime.now
            try bridge.enqueueForEach(count)
            var calls: [MonotonicTime] = []
            while calls.count < 200, try bridge.isBusy(session) {
                calls.append(.now)
                try session.execute(
                    "INSERT INTO wp_pushbridge_actions (type, user_id, message) VALUES ('voip', 1, ?)",
                    [.text(Call.message(number: calls.count - 1))])
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(calls.count >= 20)
            #expect(try await eventually(within: 120) { try !bridge.isBusy(session) })
            let seconds = Double(MonotonicTime.now.milliseconds(since: began)) / 1000
            #expect(try await eventually { try bridge.site.states() == ["sent": count + calls.count] })

            let received = bridge.simulator.received()
            let alerts = received.filter { $0.header("apns-push-type") == "alert" }
            #expect(alerts.count == count)
            #expect(Set(alerts.map(\.token)).count == count)
            #expect(!alerts.contains { !$0.accepted })
            let arrivals = Dictionary(grouping: received.filter { $0.header("apns-push-type") == "voip" }) {
                Call.number(in: $0.body) ?? -1
            }
            var delays: [Int64] = []
            for (number, enqueued) in calls.enumerated() {
                let arrived = try #require(arrivals[number])
                #expect(arrived.count == 1)
                delays.append(arrived[0].arrival.milliseconds(since: enqueued))
            }
            print("\(count) actions by two daemons in \(seconds) s; \(calls.count) calls: \(Spread(delays)) ms")
            return seconds * 1000 / Double(max(Spread(delays).p95, 1))
        }

        @Test func aDaemonThatIsKilledLosesNothing() async throws {
            var setup = Bridge.Setup()
            setup.configuration["retry"] = ["base_delay = 0.02"]
            setup.configuration["standard"] = ["max_in_flight = 1000"]
            try await Bridge.run(setup) { bridge in
                bridge.simulator.unknownTokens = .accept
                bridge.simulator.settings.answerDelay = 20
                try bridge.addDevices(Self.count)
                try bridge.enqueueForEach(Self.count)
                let first = try await bridge.startDaemon()
                try await bridge.startDaemon()
                #expect(try await eventually { bridge.simulator.receivedCount() > Self.count / 3 })
                first.signal(SIGKILL)
                try await bridge.exit(of: first, 128 + SIGKILL)
                let session = try Connection(bridge.site.connection)
                #expect(try await eventually(within: 120) { try !bridge.isBusy(session) })
                #expect(try bridge.site.states() == ["sent": Self.count])
                let byToken = Dictionary(grouping: bridge.simulator.received(), by: \.token)
                #expect(byToken.count == Self.count)
                let twice = byToken.values.filter { $0.count > 1 }
                #expect(!twice.contains { $0.count > 2 })
                for pushes in twice {
                    #expect(Set(pushes.map { $0.header("apns-id") }).count == 1)
                    #expect(Set(pushes.map { $0.header("apns-collapse-id") }).count == 1)
                }
                // What the dead daemon held at most.
                #expect(twice.count <= 1000)
                print("\(twice.count) alerts were sent twice after kill -9")
                #expect(try bridge.site.number("SELECT COUNT(*) FROM wp_pushbridge_deliveries") == Self.count)
            }
        }
    }
}

extension Bridge {
    /// Whether an action waits or is being sent. Cheap, so that asking does not slow down what is measured.
    fileprivate func isBusy(_ session: Connection) throws -> Bool {
        try !session.query(
            "SELECT 1 FROM wp_pushbridge_actions WHERE lane = 0 AND state IN ('queued', 'sending') LIMIT 1"
        ).isEmpty
    }
}
