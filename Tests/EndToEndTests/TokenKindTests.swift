import ApnsSimulator
import PushCore
import Testing

extension EndToEndTests {
    /// Each kind of token other than alerts' and calls': from its usermeta key to what Apple is asked.
    @Suite struct TokenKindTests {
        struct Case: Sendable, CustomTestStringConvertible {
            let kind: TokenKind
            let message: String
            let type: String
            let metaKey: String
            let topicSuffix: String
            var priority = "10"
            var expiration: String?

            var testDescription: String { metaKey }
        }

        private static let start = #"""
            {"title":"Your ride","live_activity":{"event":"start","content_state":{"eta":5},\#
            "attributes_type":"Ride","attributes":{"car":"M-X 1"}}}
            """#
        private static let cases = [
            Case(
                kind: .location, message: #"{"data":{"why":"lost"}}"#, type: "location",
                metaKey: "mam_ios_location_token", topicSuffix: ".location-query"),
            Case(
                kind: .complication, message: #"{"data":{"steps":7}}"#, type: "complication",
                metaKey: "mam_ios_complication_token", topicSuffix: ".complication"),
            Case(
                kind: .fileprovider, message: #"{"root":{"container-identifier":"c"}}"#, type: "fileprovider",
                metaKey: "mam_ios_fileprovider_token", topicSuffix: ".pushkit.fileprovider"),
            Case(
                kind: .widgets, message: #"{"content_changed":true}"#, type: "widgets",
                metaKey: "mam_ios_widgets_token", topicSuffix: ".push-type.widgets", priority: "5"),
            Case(
                kind: .controls, message: #"{"content_changed":true}"#, type: "controls",
                metaKey: "mam_ios_controls_token", topicSuffix: ".push-type.controls"),
            Case(
                kind: .pushtotalk, message: #"{"root":{"speaker":"Anna"}}"#, type: "pushtotalk",
                metaKey: "mam_ios_pushtotalk_token", topicSuffix: ".voip-ptt", expiration: "0"),
            Case(
                kind: .liveActivityStart, message: start, type: "liveactivity",
                metaKey: "mam_ios_live_activity_start_token", topicSuffix: ".push-type.liveactivity"),
            Case(
                kind: .liveActivity, message: #"{"live_activity":{"event":"update","content_state":{"eta":4}}}"#,
                type: "liveactivity", metaKey: "mam_ios_live_activity_token", topicSuffix: ".push-type.liveactivity"),
            Case(
                kind: .mdm, message: #"{"push_magic":"M-1"}"#, type: "mdm", metaKey: "mam_ios_mdm_token",
                topicSuffix: ""),
        ]

        @Test(arguments: cases)
        func aPushGoesToTheTokensOfItsKindAlone(_ push: Case) async throws {
            try await Bridge.run { bridge in
                // The user has a token of every kind.
                var tokens: [String: String] = [:]
                for other in Self.cases {
                    let token = bridge.makeToken()
                    bridge.simulator.register(
                        SimulatedToken(token, topics: [Bridge.bundleID], kind: SimulatedPushKind(other.kind)))
                    try bridge.site.addMeta(user: 1, other.metaKey, Array(token.utf8))
                    tokens[other.metaKey] = token
                }
                for voip in [false, true] { try bridge.addDevice(voip: voip) }
                let token = try #require(tokens[push.metaKey])
                try await bridge.startDaemon()
                let id = try bridge.site.enqueue(push.message, type: push.type)
                #expect(try await bridge.settled(id).state == "sent")
                #expect(try bridge.site.deliveries(id).map(\.token) == [token])
                #expect(try bridge.site.deliveries(id).map(\.channel) == ["standard"])
                let received = bridge.simulator.received()
                #expect(received.map(\.path) == ["/3/device/\(token)"])
                let request = try #require(received.first)
                #expect(request.header("apns-topic") == Bridge.bundleID + push.topicSuffix)
                #expect(request.header("apns-push-type") == push.type)
                #expect(request.header("apns-priority") == push.priority)
                #expect(request.header("apns-expiration") == push.expiration)
                #expect(request.header("apns-id") == (try bridge.site.deliveries(id).first?.apnsID))
                #expect(request.warnings.isEmpty)
            }
        }
    }
}
