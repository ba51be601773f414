import ApnsSimulator
import Glibc
import MariaDB
import ServiceRuntime
import TestSupport
import Testing

extension EndToEndTests {
    /// Three daemons of which one is killed, frozen, stopped or told to reload every moment, and an Apple that hangs up.
    @Suite struct ChaosTests {
        private static let users = 20

        @Test func whateverHappensToTheDaemonsNoPhoneRingsTwiceAndEveryCountIsRight() async throws {
            var setup = Bridge.Setup()
            setup.configuration["retry"] = ["base_delay = 0.02"]
            setup.simulator = { $0.settings.answerDelay = 40 }
            try await Bridge.run(setup) { bridge in
                for user in 1...UInt64(Self.users) {
                    try bridge.addDevice(user: user)
                    try bridge.addDevice(user: user, voip: true)
                }
                var daemons: [TestProgram] = []
                for _ in 0..<3 { daemons.append(try await bridge.startDaemon()) }
                var dice: UInt64 = 20_261_201
                func roll(_ sides: UInt64) -> UInt64 {
                    dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return (dice >> 33) % sides
                }
                let session = try Connection(bridge.site.connection)
                var (calls, alerts) = (0, 0)
                let end = MonotonicTime.now.advanced(milliseconds: 15_000)
                while MonotonicTime.now < end, calls < 1000 {
                    try session.execute(
                        "INSERT INTO wp_pushbridge_actions (type, user_id, message) VALUES ('voip', ?, ?)",
                        [.unsigned(roll(20) + 1), .text(Call.message(number: calls))])
                    calls += 1
                    for _ in 0..<5 {
                        try session.execute(
                            "INSERT INTO wp_pushbridge_actions (user_id, message) VALUES (?, '{\"title\":\"x\"}')",
                            [.unsigned(roll(20) + 1)])
                        alerts += 1
                    }
                    let place = Int(roll(3))
                    switch roll(30) {
                    case 0:
                        daemons[place].signal(SIGKILL)
                        daemons[place] = try bridge.launch(["run"])
                    case 1:
                        daemons[place].signal(SIGTERM)
                        daemons[place].signal(SIGCONT)
                        daemons[place] = try bridge.launch(["run"])
                    case 2: daemons[place].signal(SIGSTOP)
                    case 3, 4: for daemon in daemons { daemon.signal(SIGCONT) }
                    case 5: daemons[place].signal(SIGHUP)
                    case 6: bridge.simulator.sendGoaway()
                    case 7: bridge.simulator.dropConnections()
                    default: break
                    }
                    try await Task.sleep(for: .milliseconds(50))
                }
                for daemon in daemons { daemon.signal(SIGCONT) }
                let open = "SELECT COUNT(*) FROM wp_pushbridge_actions WHERE state IN ('queued', 'sending')"
                #expect(try await eventually(within: 90) { try bridge.site.number(open) == 0 })

                let accepted = bridge.simulator.received().filter(\.accepted)
                let rings = Dictionary(grouping: accepted.compactMap { Call.number(in: $0.body) }) { $0 }
                #expect(!rings.values.contains { $0.count > 1 }, "no phone rings twice")
                // A call that was not delivered is of unknown outcome, or its time was over.
                let lost = try bridge.site.query(
                    """
                    SELECT DISTINCT reason FROM wp_pushbridge_actions WHERE state <> 'sent'
                    AND NOT (type = 'voip' AND reason IN ('OutcomeUnknown', 'Expired'))
                    """)
                #expect(try lost.map { try $0.optionalString(0) } == [])
                let delivered = "SELECT COUNT(*) FROM wp_pushbridge_deliveries d WHERE d.action_id = a.id AND"
                let wrong = try bridge.site.number(
                    """
                    SELECT COUNT(*) FROM wp_pushbridge_actions a WHERE
                    delivered <> (\(delivered) d.status = 'delivered') OR failed <> (\(delivered) d.status <> 'delivered')
                    """)
                #expect(wrong == 0)
                #expect(try bridge.site.number("SELECT SUM(delivered) FROM wp_pushbridge_actions") >= alerts)
                let twice = Dictionary(grouping: accepted) { $0.header("apns-id") }.values.count { $0.count > 1 }
                print("\(calls) calls, \(rings.count) rang; \(alerts) alerts, \(twice) sent again")
            }
        }
    }
}
