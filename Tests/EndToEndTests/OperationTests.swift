import ApnsSimulator
import MariaDB
import TestSupport
import Testing

extension EndToEndTests {
    /// What an admin does while the daemon runs.
    @Suite struct OperationTests {
        @Test func anUndoMakesAPrunedTokenReachableAgain() async throws {
            try await Bridge.run { bridge in
                let token = bridge.makeToken()
                try bridge.site.addMeta(user: 1, Bridge.standardKey, Array(token.utf8))
                try await bridge.startDaemon()
                #expect(
                    try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).reason == "BadDeviceToken")
                let id = try bridge.site.number("SELECT MAX(id) FROM wp_pushbridge_prunes")
                bridge.simulator.register(SimulatedToken(token, topics: [Bridge.bundleID]))
                #expect(
                    try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).reason == "NoDeviceToken")
                try await bridge.command("tokens", "undo", "\(id)")
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).state == "sent")
                #expect(bridge.received(token).last?.accepted == true)
            }
        }

        @Test func aPausedAppRestsWhileOthersAreSentAndGoesOnWhenResumed() async throws {
            try await Bridge.run { bridge in
                try await bridge.setCredential("standard", app: "news")
                let token = try bridge.addDevice()
                let daemon = try await bridge.startDaemon()
                try await bridge.command("queue", "pause", "--app", "news")
                #expect(try await eventually { try daemon.log.contains("queue_paused") })
                let resting = try bridge.site.enqueue(#"{"title":"later"}"#, more: ["app": "'news'"])
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"now"}"#)).state == "sent")
                #expect(try bridge.site.action(resting).state == "queued")
                #expect(bridge.received(token).count == 1)
                #expect(try await bridge.command("status").contains("news"))
                try await bridge.command("queue", "resume", "--app", "news")
                #expect(try await bridge.settled(resting).state == "sent")
            }
        }

        @Test func aPausedLaneKeepsCallsGoing() async throws {
            try await Bridge.run { bridge in
                try bridge.addDevice()
                try bridge.addDevice(voip: true)
                let daemon = try await bridge.startDaemon()
                try await bridge.command("queue", "pause", "--lane", "standard")
                #expect(try await eventually { try daemon.log.contains("queue_paused") })
                let resting = try bridge.site.enqueue(#"{"title":"later"}"#)
                #expect(try await bridge.settled(bridge.site.enqueue(Call.message, type: "voip")).state == "sent")
                #expect(try bridge.site.action(resting).state == "queued")
                try await bridge.command("queue", "resume", "--lane", "standard")
                #expect(try await bridge.settled(resting).state == "sent")
            }
        }
    }
}
