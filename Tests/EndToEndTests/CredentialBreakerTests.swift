import ApnsSimulator
import Glibc
import MariaDB
import ServiceRuntime
import TestSupport
import Testing

extension EndToEndTests {
    /// A credential that Apple refuses, from the first answer to its coming back, as an admin sees it.
    @Suite struct CredentialBreakerTests {
        private static func quick() -> Bridge.Setup {
            var setup = Bridge.Setup()
            setup.configuration["retry"] = ["base_delay = 0.02"]
            return setup
        }

        private func error(_ bridge: Bridge) throws -> String? {
            try bridge.site.query("SELECT error FROM wp_pushbridge_credentials WHERE channel = 'standard'").first?
                .optionalString(0)
        }

        private func lines(_ daemon: TestProgram, _ event: String) throws -> [Substring] {
            try daemon.log.split(separator: "\n").filter { $0.contains(event) }
        }

        @Test func aRefusedKeyIsToldOnceLeftAloneAndComesBackByItself() async throws {
            try await Bridge.run(Self.quick()) { bridge in
                let tokens = try (1...30).map { try bridge.addDevice(user: $0) }
                let call = try bridge.addDevice(user: 1, voip: true)
                bridge.simulator.inject(
                    Fault(.answer(status: 403, reason: "InvalidProviderToken"), topic: Bridge.bundleID, count: nil))
                let daemon = try await bridge.startDaemon()
                let actions = try (1...30).map { try bridge.site.enqueue(#"{"title":"x"}"#, user: $0) }
                #expect(try await eventually { try error(bridge)?.contains("InvalidProviderToken") ?? false })
                #expect(try error(bridge)?.contains("key id and team id") == true)
                let breakers = try bridge.site.query("SELECT stats FROM wp_pushbridge_workers").first?.string(0)
                #expect(breakers?.contains("default/standard all pushes: InvalidProviderToken") == true)
                // Calls have a credential of their own.
                let ring = try bridge.site.enqueue(Call.message, type: "voip")
                #expect(try await bridge.settled(ring).state == "sent")
                #expect(bridge.received(call).count == 1)

                bridge.simulator.clearFaults()
                for id in actions { #expect(try await bridge.settled(id).state == "sent") }
                for token in tokens { #expect(bridge.received(token).count { $0.accepted } == 1) }
                #expect(try await eventually { try error(bridge) == nil })
                #expect(try await eventually { try lines(daemon, "credential_resumed").count == 1 })
                #expect(try lines(daemon, "credential_stopped").count == 1)
                #expect(try lines(daemon, "credential_stopped").first?.contains("store the credential again") == true)
                // What was held back cost no try.
                let attempts = try bridge.site.number("SELECT SUM(attempts) FROM wp_pushbridge_deliveries")
                #expect(attempts == bridge.simulator.receivedCount())
            }
        }

        @Test func whatWaitsBecauseAppleRefusedTheKeyGoesAtOnceWithTheNextOne() async throws {
            try await Bridge.run(Self.quick()) { bridge in
                let users = UInt64(1)...8
                for user in users { try bridge.addDevice(user: user) }
                bridge.simulator.inject(
                    Fault(.answer(status: 403, reason: "InvalidProviderToken"), topic: Bridge.bundleID, count: nil))
                let daemon = try await bridge.startDaemon()
                let single = try bridge.site.enqueue(#"{"title":"x"}"#, user: 1)
                let everyone = try bridge.site.enqueue(
                    #"{"title":"x"}"#, user: nil, more: ["audience": #"'{"all":true}'"#])
                func waiting(_ errorClass: String) throws -> Int {
                    try bridge.site.number(
                        """
                        SELECT COUNT(*) FROM wp_pushbridge_deliveries
                        WHERE status = 'retry' AND error_class = '\(errorClass)'
                        """)
                }
                #expect(try await eventually { try waiting("auth_failed") == 9 })
                daemon.signal(SIGTERM)
                try await bridge.exit(of: daemon)
                // As after a night of probes ever further apart; one device waits for another reason.
                let late = "UTC_TIMESTAMP(3) + INTERVAL 1 HOUR"
                try bridge.site.execute("UPDATE wp_pushbridge_deliveries SET next_attempt_at = \(late)")
                try bridge.site.execute(
                    "UPDATE wp_pushbridge_actions SET owner = NULL, lease_until = \(late) WHERE state = 'sending'")
                try bridge.site.execute(
                    "UPDATE wp_pushbridge_deliveries SET error_class = 'rate_limited' WHERE action_id = ? LIMIT 1",
                    [.unsigned(everyone)])
                bridge.simulator.clearFaults()

                let next = try await bridge.startDaemon()
                #expect(try await bridge.settled(single).state == "sent")
                #expect(try await eventually { try waiting("auth_failed") == 0 })
                #expect(try waiting("rate_limited") == 1)
                #expect(try bridge.site.action(everyone).state == "sending")

                // The same for a daemon that runs.
                try bridge.site.execute("UPDATE wp_pushbridge_deliveries SET error_class = 'auth_failed'")
                try await bridge.setCredential("standard")
                #expect(try await bridge.settled(everyone).delivered == 8)
                #expect(try lines(next, "sent_again=").count > 2)
            }
        }

        @Test func aProviderTokenThatAppleCallsExpiredIsRenewedForAllProcesses() async throws {
            try await Bridge.run(Self.quick()) { bridge in
                let token = try bridge.addDevice()
                // Half an hour old by the database, and Apple's clock is 45 minutes ahead.
                try bridge.site.execute(
                    "UPDATE wp_pushbridge_credentials SET jwt_issued_at = UTC_TIMESTAMP() - INTERVAL 30 MINUTE")
                bridge.simulator.settings.clockOffset = 2700
                let daemon = try await bridge.startDaemon()
                let id = try bridge.site.enqueue(#"{"title":"x"}"#)
                #expect(try await bridge.settled(id).state == "sent")
                let headers = bridge.received(token).map { $0.header("authorization") }
                #expect(Set(headers).count == 2)
                let age = try bridge.site.number(
                    """
                    SELECT TIMESTAMPDIFF(SECOND, jwt_issued_at, UTC_TIMESTAMP()) FROM wp_pushbridge_credentials
                    WHERE channel = 'standard'
                    """)
                #expect((0..<60).contains(age))
                #expect(try lines(daemon, "credential_stopped").isEmpty)
            }
        }

        @Test func aTopicThatAppleRefusesIsNamedWhereTheCredentialIsListed() async throws {
            try await Bridge.run(Self.quick()) { bridge in
                for user in UInt64(1)...8 { try bridge.addDevice(user: user) }
                bridge.simulator.inject(
                    Fault(.answer(status: 400, reason: "TopicDisallowed"), topic: Bridge.bundleID, count: nil))
                let daemon = try await bridge.startDaemon()
                for user in UInt64(1)...8 { try bridge.site.enqueue(#"{"title":"x"}"#, user: user) }
                #expect(try await eventually { try error(bridge)?.contains("TopicDisallowed") ?? false })
                #expect(try error(bridge)?.contains(Bridge.bundleID) == true)
                #expect(try lines(daemon, "credential_stopped").count == 1)
                bridge.simulator.clearFaults()
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).state == "sent")
                #expect(try await eventually { try error(bridge) == nil })
            }
        }

        @Test(arguments: ["auto", "production"])
        func aKeyThatNoEnvironmentTakesIsToldLeftAloneAndComesBackByItself(environment: String) async throws {
            var setup = Self.quick()
            setup.configuration["apns"] = ["environment = \(environment)"]
            try await Bridge.run(setup) { bridge in
                for user in UInt64(1)...20 { try bridge.addDevice(user: user) }
                bridge.simulator.inject(
                    Fault(
                        .answer(status: 403, reason: "BadEnvironmentKeyIdInToken"), topic: Bridge.bundleID, count: nil))
                let daemon = try await bridge.startDaemon()
                let actions = try (UInt64(1)...20).map { try bridge.site.enqueue(#"{"title":"x"}"#, user: $0) }
                #expect(try await eventually { try error(bridge)?.contains("BadEnvironmentKeyIdInToken") ?? false })
                try await Task.sleep(for: .seconds(2))
                #expect(bridge.simulator.receivedCount() <= 40)
                for id in actions { #expect(try bridge.site.action(id).state == "sending") }
                bridge.simulator.clearFaults()
                for id in actions { #expect(try await bridge.settled(id).state == "sent") }
                #expect(try lines(daemon, "credential_stopped").count == 1)
                #expect(try await eventually { try error(bridge) == nil })
            }
        }

        @Test func aMessageForAnEnvironmentThatRefusesTheKeyStopsNoOther() async throws {
            try await Bridge.run(Self.quick()) { bridge in
                try bridge.addDevice()
                bridge.simulator.inject(
                    Fault(.answer(status: 403, reason: "BadEnvironmentKeyIdInToken"), environment: .sandbox, count: nil)
                )
                let daemon = try await bridge.startDaemon()
                try bridge.site.enqueue(#"{"title":"x","environment":"sandbox"}"#)
                #expect(try await eventually { bridge.simulator.receivedCount() > 1 })
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).state == "sent")
                #expect(try lines(daemon, "credential_stopped").isEmpty)
            }
        }

        @Test func oneWordOfTooManyTokenUpdatesDoesNotKeepCallsBackForLongerThanTheyLive() async throws {
            try await Bridge.run { bridge in
                try bridge.addDevice(voip: true)
                try await bridge.startDaemon()
                bridge.simulator.inject(
                    Fault(.answer(status: 429, reason: "TooManyProviderTokenUpdates"), topic: Bridge.bundleID + ".voip")
                )
                // Both wait; a probe comes while they live.
                let calls = try (0..<2).map { _ in try bridge.site.enqueue(Call.message, type: "voip") }
                for call in calls { #expect(try await bridge.settled(call).state == "sent") }
                #expect(Set(bridge.simulator.received().map { $0.header("authorization") }).count == 1)
            }
        }

        @Test func aWrongClockIsNamedAndNothingIsSentUntilItIsRight() async throws {
            try await Bridge.run(Self.quick()) { bridge in
                let token = try bridge.addDevice()
                bridge.simulator.settings.clockOffset = 7200
                let daemon = try await bridge.startDaemon()
                let id = try bridge.site.enqueue(#"{"title":"x"}"#)
                #expect(try await eventually { try error(bridge)?.contains("behind Apple's") ?? false })
                let text = try #require(try error(bridge))
                #expect(text.contains(HostName.current))
                #expect(text.contains("(the database)"))
                #expect(text.contains("720") || text.contains("719"))
                #expect(try lines(daemon, "credential_stopped").count == 1)
                let stats = try bridge.site.query("SELECT stats FROM wp_pushbridge_workers").first?.string(0)
                #expect(stats?.contains(#""clock_behind_seconds":7"#) == true)
                #expect(try bridge.site.action(id).state == "sending")
                bridge.simulator.settings.clockOffset = 0
                #expect(try await bridge.settled(id).state == "sent")
                // Never made anew within 20 minutes.
                #expect(Set(bridge.received(token).map { $0.header("authorization") }).count == 1)
                #expect(try await eventually { try error(bridge) == nil })
            }
        }
    }
}
