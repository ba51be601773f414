import ApnsSimulator
import ServiceRuntime
import TestSupport
import Testing

extension EndToEndTests {
    @Suite struct RetryTests {
        /// Waits of milliseconds instead of minutes.
        private static func quick(_ lines: String...) -> Bridge.Setup {
            var setup = Bridge.Setup()
            setup.configuration["retry"] = ["base_delay = 0.02"] + lines
            return setup
        }

        // MARK: Calls

        @Test func aStaleCallIsExpiredAndNeverSent() async throws {
            var setup = Bridge.Setup()
            setup.configuration["voip"] = ["max_age = 1"]
            try await Bridge.run(setup) { bridge in
                let token = try bridge.addDevice(voip: true)
                let missed = try bridge.site.enqueue(Call.message, type: "voip")
                try await Task.sleep(for: .milliseconds(1200))
                let old = try bridge.site.enqueue(
                    Call.message, type: "voip", more: ["created_at": "UTC_TIMESTAMP(3) - INTERVAL 5 MINUTE"])
                let over = try bridge.site.enqueue(
                    Call.message, type: "voip", more: ["expires_at": "UTC_TIMESTAMP(3) - INTERVAL 1 SECOND"])
                try await bridge.startDaemon()
                let fresh = try bridge.site.enqueue(Call.message, type: "voip")
                for id in [missed, old, over] { #expect(try await bridge.settled(id).state == "expired") }
                #expect(try await bridge.settled(fresh).state == "sent")
                #expect(bridge.received(token).count == 1)
            }
        }

        @Test func anAppMayGiveItsCallsALifeOfTheirOwn() async throws {
            var setup = Bridge.Setup()
            setup.configuration["voip"] = ["max_age = 2"]
            setup.configuration["app.news"] = ["max_age = 60"]
            try await Bridge.run(setup) { bridge in
                try await bridge.setCredential("voip", app: "news")
                try bridge.addDevice(voip: true)
                let old = "UTC_TIMESTAMP(3) - INTERVAL 10 SECOND"
                let news = try bridge.site.enqueue(
                    Call.message, type: "voip", more: ["app": "'news'", "created_at": old])
                let other = try bridge.site.enqueue(Call.message, type: "voip", more: ["created_at": old])
                try await bridge.startDaemon()
                #expect(try await bridge.settled(news).state == "sent")
                #expect(try await bridge.settled(other).state == "expired")
            }
        }

        @Test func aCallThatAppleNeverAnsweredIsUnknownAndNeverSentAgain() async throws {
            try await Bridge.run(Self.quick()) { bridge in
                let token = try bridge.addDevice(voip: true)
                let first = try await bridge.startDaemon()
                bridge.simulator.inject(Fault(.silence))
                let message = #"{"title":"Anna","callkit_payload":{"a":1},"ttl":2}"#
                let silent = try bridge.site.enqueue(message, type: "voip")
                #expect(try await eventually { bridge.received(token).count == 1 })
                let action = try await bridge.settled(silent)
                #expect(action.state == "failed")
                #expect(action.reason == "OutcomeUnknown")
                #expect(try bridge.site.deliveries(silent).map(\.status) == ["unknown"])
                bridge.simulator.inject(Fault(.dropConnection))
                let dropped = try await bridge.settled(bridge.site.enqueue(message, type: "voip"))
                #expect(dropped.reason == "OutcomeUnknown")
                first.signal(9)
                try await bridge.exit(of: first, 128 + 9)
                try await bridge.startDaemon()
                #expect(try await bridge.settled(bridge.site.enqueue(message, type: "voip")).state == "sent")
                #expect(bridge.received(token).count == 3)
            }
        }

        @Test func aCallOfADaemonThatDiedIsNeverRungASecondTime() async throws {
            try await Bridge.run { bridge in
                let token = try bridge.addDevice(voip: true)
                bridge.simulator.inject(Fault(.silence))
                let first = try await bridge.startDaemon()
                let id = try bridge.site.enqueue(
                    #"{"title":"Anna","callkit_payload":{"a":1},"ttl":60}"#, type: "voip")
                #expect(try await eventually { bridge.received(token).count == 1 })
                first.signal(9)
                try await bridge.exit(of: first, 128 + 9)
                try await bridge.startDaemon()
                #expect(try await bridge.settled(id).reason == "OutcomeUnknown")
                #expect(bridge.received(token).count == 1)
            }
        }

        @Test func aCallIsTriedAgainWithinItsLife() async throws {
            try await Bridge.run { bridge in
                let token = try bridge.addDevice(voip: true)
                try await bridge.startDaemon()
                bridge.simulator.inject(Fault(.answer(status: 503, reason: "ServiceUnavailable"), count: 3))
                let id = try bridge.site.enqueue(Call.message, type: "voip")
                #expect(try await bridge.settled(id).state == "sent")
                #expect(bridge.received(token).map(\.status) == [503, 503, 503, 200])
                #expect(Set(bridge.received(token).map { $0.header("apns-id") }).count == 1)
            }
        }

        // MARK: Alerts

        @Test func anAlertWithoutAnAnswerIsSentAgainUnderTheSameNames() async throws {
            try await Bridge.run(Self.quick()) { bridge in
                let token = try bridge.addDevice()
                try await bridge.startDaemon()
                bridge.simulator.inject(Fault(.dropConnection))
                let id = try bridge.site.enqueue(#"{"title":"x"}"#)
                #expect(try await bridge.settled(id).state == "sent")
                let pushes = bridge.received(token)
                #expect(pushes.map(\.fate) == [.unanswered, .answered])
                #expect(Set(pushes.map { $0.header("apns-id") }).count == 1)
                #expect(Set(pushes.map { $0.header("apns-collapse-id") }).count == 1)
                #expect(pushes.first?.header("apns-collapse-id")?.isEmpty == false)
                #expect(try bridge.site.deliveries(id).map(\.attempts) == [2])

                bridge.simulator.inject(Fault(.dropConnection))
                let silent = try await bridge.settled(bridge.site.enqueue(#"{"silent":true}"#))
                #expect(silent.reason == "OutcomeUnknown")
                #expect(bridge.received(token).count == 3)
            }
        }

        @Test func troubleAtAppleIsWaitedOutEverLonger() async throws {
            try await Bridge.run(Self.quick()) { bridge in
                let token = try bridge.addDevice()
                try await bridge.startDaemon()
                bridge.simulator.inject(Fault(.answer(status: 503, reason: "ServiceUnavailable"), count: 3))
                let id = try bridge.site.enqueue(#"{"title":"x"}"#)
                #expect(try await bridge.settled(id).state == "sent")
                let pushes = bridge.received(token)
                #expect(pushes.map(\.status) == [503, 503, 503, 200])
                // At least half of 15 × 20 ms, doubled each time.
                for (wait, pair) in zip([150, 300, 600] as [Int64], zip(pushes, pushes.dropFirst())) {
                    #expect(pair.1.arrival.milliseconds(since: pair.0.arrival) >= wait)
                }
                #expect(try bridge.site.deliveries(id).map(\.attempts) == [4])
            }
        }

        @Test func retryAfterIsObeyedAndTheTriesAreCounted() async throws {
            try await Bridge.run(Self.quick("max_attempts = 3")) { bridge in
                let token = try bridge.addDevice()
                try await bridge.startDaemon()
                bridge.simulator.inject(
                    Fault(.answer(status: 429, reason: "TooManyRequests", retryAfter: 2), token: token))
                bridge.simulator.inject(
                    Fault(.answer(status: 429, reason: "TooManyRequests"), token: token, nth: 2, count: nil))
                let id = try bridge.site.enqueue(#"{"title":"x"}"#)
                #expect(
                    try await eventually {
                        try bridge.site.deliveries(id).contains { $0.status == "retry" && ($0.dueIn ?? 0) > 1000 }
                    })
                #expect(try bridge.site.deliveries(id).map(\.errorClass) == ["rate_limited"])
                let action = try await bridge.settled(id)
                #expect(action.state == "failed")
                #expect(action.reason == "TooManyRequests")
                let delivery = try #require(try bridge.site.deliveries(id).first)
                #expect(delivery.status == "exhausted")
                #expect(delivery.attempts == 3)
                let pushes = bridge.received(token)
                #expect(pushes.count == 3)
                #expect(pushes[1].arrival.milliseconds(since: pushes[0].arrival) >= 1990)
            }
        }

        @Test func whatIsCancelledWhileItWaitsForAnotherTryIsCountedAndCanBeSentAfterAll() async throws {
            try await Bridge.run { bridge in
                let token = try bridge.addDevice()
                bridge.simulator.inject(Fault(.answer(status: 429, reason: "TooManyRequests")))
                let id = try bridge.site.enqueue(#"{"title":"x"}"#)
                try await bridge.startDaemon()
                #expect(try await eventually { try bridge.site.deliveries(id).map(\.status) == ["retry"] })
                try await bridge.command("queue", "cancel", "\(id)")
                #expect(try await eventually { try bridge.site.action(id).failed == 1 })
                #expect(try bridge.site.action(id).reason == "TooManyRequests")
                #expect(try bridge.site.deliveries(id).map(\.status) == ["exhausted"])
                #expect(try bridge.site.deliveries(id).map(\.dueIn) == [nil])
                #expect(bridge.received(token).count == 1)
                try await bridge.command("queue", "retry", "\(id)")
                #expect(try await eventually { try bridge.site.action(id).state == "sent" })
                #expect(bridge.received(token).map(\.status) == [429, 200])
            }
        }

        @Test(arguments: [
            FaultAction.goaway(lastStreamID: .same, reason: nil), .goaway(lastStreamID: .previous, reason: nil),
            .goaway(lastStreamID: .zero, reason: nil), .refuse, .streamLimit(1),
        ])
        func inAStormEveryActionIsProcessedExactlyOnce(action: FaultAction) async throws {
            try await Bridge.run(Self.quick("max_attempts = 2")) { bridge in
                let tokens = try (1...400).map { try bridge.addDevice(user: $0) }
                bridge.simulator.inject(Fault(action, every: 7, count: 60))
                try await bridge.startDaemon()
                let actions = try (1...400).map { try bridge.site.enqueue(#"{"title":"x"}"#, user: $0) }
                for id in actions { #expect(try await bridge.settled(id).state == "sent") }
                let accepted = bridge.simulator.received().filter(\.accepted).map(\.token)
                #expect(accepted.sorted() == tokens.sorted())
                let attempts = try bridge.site.number("SELECT MAX(attempts) FROM wp_pushbridge_deliveries")
                // What was surely not processed costs no try.
                #expect(attempts == 1)
                #expect(bridge.simulator.connectionCount < 100)
            }
        }
    }
}
