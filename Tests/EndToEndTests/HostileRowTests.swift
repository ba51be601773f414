import ApnsSimulator
import MariaDB
import TestSupport
import Testing

extension EndToEndTests {
    @Suite struct HostileRowTests {
        /// A row of rubbish, and what its reason must say.
        struct Rubbish: Sendable {
            let name: String
            var message = Array(#"{"title":"x"}"#.utf8)
            var type = "standard"
            var more: [String: String] = [:]
            let reason: String

            init(
                _ name: String, _ message: String = #"{"title":"x"}"#, type: String = "standard",
                more: [String: String] = [:], reason: String
            ) {
                self.init(name, bytes: Array(message.utf8), type: type, more: more, reason: reason)
            }

            init(
                _ name: String, bytes: [UInt8], type: String = "standard", more: [String: String] = [:], reason: String
            ) {
                self.name = name
                message = bytes
                self.type = type
                self.more = more
                self.reason = reason
            }
        }

        static let rubbish: [Rubbish] = [
            Rubbish("broken JSON", #"{"title":"#, reason: "InvalidMessage: not JSON"),
            Rubbish("text behind JSON", #"{"title":"x"} y"#, reason: "InvalidMessage: not JSON"),
            Rubbish("a JSON list", #"["x"]"#, reason: "InvalidMessage"),
            Rubbish("a JSON number", "12", reason: "InvalidMessage"),
            Rubbish("nothing", "", reason: "EmptyMessage"),
            Rubbish("an empty object", "{}", reason: "EmptyMessage"),
            Rubbish("an empty PHP array", "a:0:{}", reason: "EmptyMessage"),
            Rubbish("a PHP object", #"O:8:"stdClass":1:{s:5:"title";s:1:"x";}"#, reason: "InvalidMessage"),
            Rubbish("a PHP length that lies", #"a:1:{s:5:"title";s:999999999:"x";}"#, reason: "not PHP-serialized"),
            Rubbish("a PHP count that lies", "a:2000000000:{}", reason: "not PHP-serialized"),
            Rubbish("a PHP reference", #"a:2:{s:5:"title";s:1:"x";s:4:"body";R:1;}"#, reason: "InvalidMessage"),
            Rubbish("PHP cut off", #"a:1:{s:5:"title";s:1:"#, reason: "neither JSON nor PHP-serialized"),
            Rubbish(
                "100,000 lists in each other", String(repeating: "[", count: 100_000),
                reason: "InvalidMessage: not JSON"),
            Rubbish(
                "20,000 objects in each other", String(repeating: #"{"a":"#, count: 20_000),
                reason: "InvalidMessage: not JSON"),
            Rubbish(
                "14,000 PHP arrays in each other", String(repeating: "a:1:{i:0;", count: 14_000),
                reason: "not PHP-serialized"),
            Rubbish(
                "100,000 PHP arrays in each other", String(repeating: "a:1:{i:0;", count: 100_000),
                reason: "InvalidMessage: 900000 bytes"),
            Rubbish(
                "15 MiB", bytes: Array(repeating: UInt8(ascii: "x"), count: 15 << 20),
                reason: "InvalidMessage: 15728640 bytes"),
            Rubbish("a title that is a list", #"{"title":["x"]}"#, reason: "InvalidMessage: title"),
            Rubbish("a badge that is a word", #"{"title":"x","badge":"many"}"#, reason: "InvalidMessage: badge"),
            Rubbish("data that is text", #"{"title":"x","data":"y"}"#, reason: "InvalidMessage: data"),
            Rubbish("a ttl that is endless", #"{"title":"x","ttl":1e400}"#, reason: "InvalidMessage"),
            Rubbish("a negative ttl", #"{"title":"x","ttl":-1}"#, reason: "InvalidMessage: ttl"),
            Rubbish("CR and LF in a collapse id", #"{"title":"x","collapse_id":"a\r\nb: c"}"#, reason: "collapse_id"),
            Rubbish(
                "CR and LF in a header", #"{"title":"x","headers":{"apns-topic":"a\r\nb: c"}}"#,
                reason: "InvalidMessage"),
            Rubbish(
                "a header that is none", #"{"title":"x","headers":{"apns-x\n":"a"}}"#, reason: "InvalidMessage"),
            Rubbish("a header of HTTP", #"{"title":"x","headers":{":path":"/3/device/ab"}}"#, reason: "InvalidMessage"),
            Rubbish("a NUL", #"{"title":"a\u0000b"}"#, reason: "InvalidMessage"),
            Rubbish("a raw NUL", bytes: Array("{\"title\":\"a\0b\"}".utf8), reason: "InvalidMessage"),
            Rubbish(
                "invalid UTF-8", bytes: Array(#"{"title":"a"#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8),
                reason: "InvalidMessage"),
            Rubbish(
                "invalid UTF-8 in PHP",
                bytes: Array(#"a:1:{s:5:"title";s:2:""#.utf8) + [0xC3, 0x28] + Array(#"";}"#.utf8),
                reason: "InvalidMessage"),
            Rubbish("a lone surrogate", #"{"title":"a\ud800"}"#, reason: "InvalidMessage"),
            Rubbish(
                "too much to send", #"{"title":"\#(String(repeating: "y", count: 5000))"}"#, reason: "PayloadTooLarge"),
            Rubbish("an unknown type", type: "smoke", reason: "UnknownType"),
            Rubbish("an empty type", type: "", reason: "UnknownType"),
            Rubbish("a type in capitals", type: "VOIP", reason: "UnknownType"),
            Rubbish("no user", more: ["user_id": "NULL"], reason: "NoRecipient"),
            Rubbish("a user without a token", more: ["user_id": "77"], reason: "NoDeviceToken"),
            Rubbish("user 0", more: ["user_id": "0"], reason: "NoDeviceToken"),
            Rubbish("an audience that is rubbish", more: ["user_id": "NULL", "audience": "'{'"], reason: "Audience"),
            Rubbish("send_at of zeros", more: ["send_at": "'0000-00-00'"], reason: "InvalidMessage: send_at"),
            Rubbish("expires_at of zeros", more: ["expires_at": "'0000-00-00'"], reason: "InvalidMessage: expires_at"),
            Rubbish("expires_at on no day", more: ["expires_at": "'2030-00-00'"], reason: "InvalidMessage: expires_at"),
            Rubbish("a call without callkit_payload", #"{"title":"x"}"#, type: "voip", reason: "MissingCallkitPayload"),
            Rubbish("a call without text", #"{"callkit_payload":{"a":1}}"#, type: "voip", reason: "MissingAlert"),
            Rubbish("a silent call", #"{"silent":true,"callkit_payload":{"a":1}}"#, type: "voip", reason: "SilentVoip"),
            Rubbish(
                "a callkit_payload that is empty", #"{"title":"x","callkit_payload":{}}"#, type: "voip",
                reason: "MissingCallkitPayload"),
        ]

        @Test func everyRowOfRubbishFailsWithItsReasonAndItsNeighboursAreDelivered() async throws {
            try await Bridge.run { bridge in
                let token = try bridge.addDevice()
                try bridge.addDevice(voip: true)
                var pairs: [(Rubbish, bad: UInt64, good: UInt64)] = []
                for rubbish in Self.rubbish {
                    let bad = try bridge.site.enqueueLax(
                        rubbish.message, type: rubbish.type, more: rubbish.more)
                    pairs.append((rubbish, bad, try bridge.site.enqueue(#"{"title":"good"}"#)))
                }
                let daemon = try await bridge.startDaemon()
                for (rubbish, bad, good) in pairs {
                    let action = try await bridge.settled(bad)
                    #expect(action.state == "failed", "\(rubbish.name)")
                    #expect(
                        action.reason?.contains(rubbish.reason) == true,
                        "\(rubbish.name): \(action.reason ?? "no reason")")
                    #expect([action.delivered, action.failed, action.pruned] == [0, 0, 0], "\(rubbish.name)")
                    #expect(try bridge.site.deliveries(bad).isEmpty, "\(rubbish.name)")
                    #expect(try await bridge.settled(good).state == "sent", "\(rubbish.name)'s neighbour")
                }
                #expect(bridge.received(token).count == pairs.count)
                #expect(bridge.simulator.receivedCount() == pairs.count)
                #expect(daemon.exitCode == nil)
            }
        }

        @Test func tokensThatWouldChangeThePathAreNeverSent() async throws {
            try await Bridge.run { bridge in
                let values = [
                    "../../3/device/abcd", "abcd?x=y", "abcd%2f", "abcd\r\nx: y", "abc", "", "zz", "ab cd/ef",
                    #"["\#(String(repeating: "ab", count: 101))"]"#, #"a:1:{i:0;s:4:"a/bc";}"#, "O:3:\"Foo\":0:{}",
                    "a:1:{i:0;s:99:\"ab\";}",
                ]
                for (user, value) in values.enumerated() {
                    try bridge.site.addMeta(user: UInt64(user + 2), Bridge.standardKey, Array(value.utf8))
                }
                let good = try bridge.addDevice()
                let daemon = try await bridge.startDaemon()
                for user in values.indices {
                    let action = try await bridge.settled(
                        bridge.site.enqueue(#"{"title":"x"}"#, user: UInt64(user + 2)))
                    #expect(action.state == "failed", "\(values[user])")
                    let reasons = ["MalformedDeviceToken", "NoDeviceToken"]
                    #expect(reasons.contains(action.reason ?? ""), "\(values[user]): \(action.reason ?? "")")
                }
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).state == "sent")
                #expect(bridge.simulator.received().map(\.token) == [good])
                #expect(daemon.exitCode == nil)
                let kept = try bridge.site.number("SELECT COUNT(*) FROM wp_usermeta")
                #expect(kept == values.count + 1)
            }
        }

        @Test func aTypeOfAnotherKindOfTokenFailsAndAnUnknownAppIsNotConfigured() async throws {
            try await Bridge.run { bridge in
                let token = try bridge.addDevice()
                try await bridge.startDaemon()
                let widgets = try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#, type: "widgets"))
                #expect(widgets.state == "failed")
                let other = try bridge.site.enqueue(#"{"title":"x"}"#, more: ["app": "'unheard-of'"])
                #expect(try await bridge.settled(other).reason == "NotConfigured")
                #expect(try bridge.site.deliveries(other).map(\.status) == ["not_configured"])
                let quoted = try bridge.site.enqueue(#"{"title":"x"}"#, more: ["app": "'a\\' OR 1=1 -- '"])
                #expect(try await bridge.settled(quoted).state == "failed")
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).state == "sent")
                #expect(bridge.simulator.received().map(\.token) == [token])
            }
        }

        @Test func datesAndNumbersAtTheEndOfTheirRangeStopNobody() async throws {
            try await Bridge.run { bridge in
                let token = try bridge.addDevice()
                let daemon = try await bridge.startDaemon()
                let never = "'9999-12-31 23:59:59.999'"
                let odd: [(type: String, more: [String: String])] = [
                    ("standard", ["expires_at": never]), ("standard", ["expires_at": "'2500-01-01'"]),
                    ("standard", ["expires_at": never, "created_at": never]),
                    ("standard", ["created_at": "'0001-01-01'"]),
                    ("voip", ["expires_at": never, "created_at": never]), ("voip", ["created_at": "'1970-01-01'"]),
                    ("standard", ["lease_seq": "4294967295"]), ("standard", ["attempts": "4294967295"]),
                ]
                let ids = try odd.map { row in
                    try bridge.site.enqueue(
                        row.type == "voip" ? Call.message : #"{"title":"x"}"#, type: row.type, more: row.more)
                }
                let everyone = ["walk_cursor": "18446744073709551615", "audience": #"'{"all":true}'"#]
                let listed = ["walk_cursor": "18446744073709551615", "audience": #"'{"users":[1]}'"#]
                let walks = try [everyone, listed].map {
                    try bridge.site.enqueue(#"{"title":"x"}"#, user: nil, more: $0)
                }
                for id in ids + walks { _ = try await bridge.settled(id) }
                for id in [ids[0], ids[1], ids[6], ids[7]] { #expect(try bridge.site.action(id).state == "sent") }
                for command in [["explain"], ["queue", "show"]] {
                    try await bridge.exit(of: bridge.launch(command + ["\(ids[0])"]))
                }
                let tired = try bridge.site.enqueue(#"{"title":"x"}"#, more: ["send_at": never])
                try bridge.site.execute(
                    """
                    INSERT INTO wp_pushbridge_deliveries
                        (action_id, user_id, token, channel, status, attempts, next_attempt_at)
                    VALUES (?, 1, ?, 'standard', 'retry', 4294967295, UTC_TIMESTAMP(3))
                    """, [.unsigned(tired), .text(token)])
                try bridge.site.execute(
                    "UPDATE wp_pushbridge_actions SET send_at = NULL, attempts = 4294967295 WHERE id = ?",
                    [.unsigned(tired)])
                _ = try await bridge.settled(tired)
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).state == "sent")
                #expect(daemon.exitCode == nil)
            }
        }
    }
}
