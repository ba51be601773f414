import ApnsSimulator
import PushCore
import Testing

extension EndToEndTests {
    /// Which of a user's tokens a push for one Live Activity reaches.
    @Suite struct LiveActivityTests {
        private static let type = "liveactivity"

        private func push(_ event: String, for activity: String) -> String {
            #"{"live_activity":{"event":"\#(event)","activity_id":"\#(activity)","content_state":{"eta":5}}}"#
        }

        /// A token that Apple knows, in a record that names its activity.
        private func add(_ bridge: Bridge, user: UInt64, activity: String?) throws -> String {
            try bridge.addDevice(user: user, kind: .liveActivity) { token in
                activity.map { #"{"token":"\#(token)","activity_id":"\#($0)"}"# } ?? token
            }
        }

        @Test func anUpdateGoesToTheTokensOfItsActivityAndToThoseOfNone() async throws {
            try await Bridge.run { bridge in
                let first = try add(bridge, user: 1, activity: "ride-1")
                let second = try add(bridge, user: 1, activity: "ride-2")
                let bare = try add(bridge, user: 1, activity: nil)
                try await bridge.startDaemon()
                let dry = try await bridge.command(
                    "send", "--dry-run", "--user", "1", "--type", Self.type, "--message",
                    try bridge.file("update.json", push("update", for: "ride-1")))
                #expect(dry.contains("2 of 2 devices would get it."), "\(dry)")

                let update = try bridge.site.enqueue(push("update", for: "ride-1"), type: Self.type)
                #expect(try await bridge.settled(update).delivered == 2)
                #expect(Set(try bridge.site.deliveries(update).map(\.token)) == [first, bare])
                #expect(bridge.received(second).isEmpty)
                let end = try bridge.site.enqueue(push("end", for: "ride-2"), type: Self.type)
                #expect(try await bridge.settled(end).delivered == 2)
                #expect(Set(try bridge.site.deliveries(end).map(\.token)) == [second, bare])
                #expect(bridge.received(first).count == 1)
            }
        }

        @Test func anUpdateOfAnActivityThatNoTokenHasFails() async throws {
            try await Bridge.run { bridge in
                let tokens = try [1, 2].map { try add(bridge, user: $0, activity: "ride-1") }
                try await bridge.startDaemon()
                let users = ["audience": #"'{"users":[1,2]}'"#]
                for (user, more) in [(1, [:]), (nil, users)] as [(UInt64?, [String: String])] {
                    let action = try await bridge.settled(
                        bridge.site.enqueue(push("update", for: "ride-9"), type: Self.type, user: user, more: more))
                    #expect(action.state == "failed")
                    #expect(action.reason == "NoDeviceToken")
                    #expect(try bridge.site.deliveries(action.id).isEmpty)
                }
                #expect(tokens.allSatisfy { bridge.received($0).isEmpty })
            }
        }

        @Test(arguments: [#"{"users":[1,2,3]}"#, #"{"all":true}"#])
        func anAudienceIsNarrowedToTheActivity(audience: String) async throws {
            try await Bridge.run { bridge in
                let riders = try [1, 2].map { try add(bridge, user: $0, activity: "ride-1") }
                let other = try add(bridge, user: 3, activity: "ride-2")
                try await bridge.startDaemon()
                let action = try bridge.site.enqueue(
                    push("update", for: "ride-1"), type: Self.type, user: nil, more: ["audience": "'\(audience)'"])
                #expect(try await bridge.settled(action).delivered == 2)
                #expect(Set(try bridge.site.deliveries(action).map(\.token)) == Set(riders))
                #expect(bridge.received(other).isEmpty)
            }
        }
    }
}
