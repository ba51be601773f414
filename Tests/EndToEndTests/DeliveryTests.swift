import ApnsSimulator
import JSONText
import MariaDB
import Testing

extension EndToEndTests {
    @Suite struct DeliveryTests {
        @Test func aRowBecomesAPushAndAResult() async throws {
            try await Bridge.run { bridge in
                let token = try bridge.addDevice(user: 42)
                try await bridge.startDaemon()
                let before = try bridge.site.number("SELECT UNIX_TIMESTAMP()")
                let id = try bridge.site.enqueue(
                    #"{"title":"Hi","body":"There — 你好","badge":3,"ttl":600,"data":{"a":1}}"#, user: 42)
                let action = try await bridge.settled(id)
                #expect(action.state == "sent")
                #expect(action.reason == nil)
                #expect([action.delivered, action.failed, action.pruned] == [1, 0, 0])

                let received = bridge.simulator.received()
                #expect(received.count == 1)
                let push = try #require(received.first)
                #expect(push.environment == .production)
                #expect(push.path == "/3/device/\(token)")
                #expect(push.header("apns-topic") == "com.example.app")
                #expect(push.header("apns-push-type") == "alert")
                #expect(push.header("apns-priority") == "10")
                let expiration = try #require(push.header("apns-expiration").flatMap { Int($0) })
                #expect((before + 598...before + 630).contains(expiration))
                #expect(push.header("apns-collapse-id")?.isEmpty == false)
                #expect(push.warnings.isEmpty)
                let body = try JSONParser.parse(push.body)
                #expect(body["aps"]?["alert"]?["title"]?.string == "Hi")
                #expect(body["aps"]?["alert"]?["body"]?.string == "There — 你好")
                #expect(body["aps"]?["sound"]?.string == "default")
                #expect(body["aps"]?["badge"] == 3)
                #expect(body["data"] == ["a": 1])

                let deliveries = try bridge.site.deliveries(id)
                #expect(deliveries.count == 1)
                let delivery = try #require(deliveries.first)
                #expect(delivery.token == token)
                #expect(delivery.channel == "standard")
                #expect(delivery.environment == "production")
                #expect(delivery.status == "delivered")
                #expect(delivery.httpStatus == 200)
                #expect(delivery.apnsID == push.header("apns-id"))
                #expect(delivery.attempts == 1)
                #expect(delivery.errorClass == nil)
            }
        }

        @Test func headersOfTheMessageWinOverWhatWeDerive() async throws {
            try await Bridge.run { bridge in
                let token = try bridge.addDevice()
                try await bridge.startDaemon()
                let headers = [
                    "apns-id": "3f2a6f3c-93a7-4f0e-8a36-5c8d5fd3b0e1", "apns-priority": "5", "apns-collapse-id": "mine",
                    "apns-expiration": "4102444800", "apns-topic": Bridge.bundleID,
                ]
                let object = headers.map { #""\#($0.key)":"\#($0.value)""# }.joined(separator: ",")
                let id = try bridge.site.enqueue(#"{"title":"x","collapse_id":"other","ttl":9,"headers":{\#(object)}}"#)
                #expect(try await bridge.settled(id).state == "sent")
                let push = try #require(bridge.received(token).first)
                for (name, value) in headers { #expect(push.header(name) == value) }
                #expect(try bridge.site.deliveries(id).first?.apnsID == headers["apns-id"])
            }
        }

        @Test func aSerializedArrayOfTheLegacyPluginIsSentAlike() async throws {
            try await Bridge.run { bridge in
                let token = try bridge.addDevice()
                try await bridge.startDaemon()
                let id = try bridge.site.enqueue(
                    #"a:3:{s:5:"title";s:6:"Grüß";s:5:"badge";s:1:"7";s:6:"silent";b:0;}"#)
                #expect(try await bridge.settled(id).state == "sent")
                let push = try #require(bridge.received(token).first)
                let body = try JSONParser.parse(push.body)
                #expect(body["aps"]?["alert"]?["title"]?.string == "Grüß")
                #expect(body["aps"]?["badge"] == 7)
            }
        }

        @Test func aSilentMessageGoesInTheBackground() async throws {
            try await Bridge.run { bridge in
                let token = try bridge.addDevice()
                try await bridge.startDaemon()
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"silent":true}"#)).state == "sent")
                let push = try #require(bridge.received(token).first)
                #expect(push.header("apns-push-type") == "background")
                #expect(push.header("apns-priority") == "5")
                #expect(push.header("apns-collapse-id") == nil)
                #expect(try JSONParser.parse(push.body)["aps"] == ["content-available": 1])
            }
        }

        @Test func aCallGoesToTheVoipTokenThroughTheVoipCredential() async throws {
            var setup = Bridge.Setup()
            setup.credentials = ["voip"]
            try await Bridge.run(setup) { bridge in
                try bridge.addDevice()
                let token = try bridge.addDevice(voip: true)
                try await bridge.startDaemon()
                let id = try bridge.site.enqueue(Call.message, type: "voip")
                #expect(try await bridge.settled(id).state == "sent")
                #expect(bridge.simulator.received().map(\.token) == [token])
                let push = try #require(bridge.simulator.received().first)
                #expect(push.header("apns-topic") == "com.example.app.voip")
                #expect(push.header("apns-push-type") == "voip")
                #expect(push.header("apns-priority") == "10")
                #expect(push.header("apns-expiration") == "0")
                #expect(push.header("apns-collapse-id") == nil)
                let body = try JSONParser.parse(push.body)
                #expect(body["callkit_payload"]?["uuid"]?.string == Call.uuid)
                #expect(body["aps"]?["sound"]?.string == "ringtone")
                #expect(body["aps"]?["interruption-level"]?.string == "time-sensitive")
                #expect(body["aps"]?["alert"]?["title"]?.string == "Anna")
                #expect(try bridge.site.deliveries(id).map(\.channel) == ["voip"])
            }
        }

        @Test func callsAndAlertsNeverMeetTheOthersTokens() async throws {
            try await Bridge.run { bridge in
                let standard = try (0..<3).map { _ in try bridge.addDevice() }
                let voip = try (0..<2).map { _ in try bridge.addDevice(voip: true) }
                try bridge.addDevice(user: 2)
                try await bridge.startDaemon()
                let alert = try bridge.site.enqueue(#"{"title":"x"}"#)
                let call = try bridge.site.enqueue(Call.message, type: "voip")
                let callWithoutToken = try bridge.site.enqueue(Call.message, type: "voip", user: 2)
                #expect(try await bridge.settled(alert).delivered == 3)
                #expect(try await bridge.settled(call).delivered == 2)
                let refused = try await bridge.settled(callWithoutToken)
                #expect(refused.state == "failed")
                #expect(refused.reason == "NoDeviceToken")
                let received = bridge.simulator.received()
                #expect(Set(received.filter { $0.header("apns-push-type") == "alert" }.map(\.token)) == Set(standard))
                #expect(Set(received.filter { $0.header("apns-push-type") == "voip" }.map(\.token)) == Set(voip))
                #expect(received.count == 5)
            }
        }

        @Test func aTokenThatStandsTwiceIsSentToOnceAndEveryFormIsRead() async throws {
            try await Bridge.run { bridge in
                let tokens = (0..<3).map { _ in bridge.makeDevice() }
                let forms = [
                    tokens[0].uppercased(), #"a:1:{i:0;s:64:"\#(tokens[1])";}"#,
                    #"[{"token":"\#(tokens[2])","device":"x"},"\#(tokens[0])"]"#,
                ]
                for form in forms { try bridge.site.addMeta(user: 1, Bridge.standardKey, Array(form.utf8)) }
                try await bridge.startDaemon()
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).delivered == 3)
                #expect(bridge.simulator.received().map(\.token).sorted() == tokens.sorted())
            }
        }

        @Test func aScheduledActionWaitsForItsTimeAndACancelledOneIsNeverSent() async throws {
            try await Bridge.run { bridge in
                let token = try bridge.addDevice()
                try await bridge.startDaemon()
                let soon = try bridge.site.enqueue(
                    #"{"title":"soon"}"#, more: ["send_at": "UTC_TIMESTAMP(3) + INTERVAL 1 SECOND"])
                let cancelled = try bridge.site.enqueue(
                    #"{"title":"never"}"#, more: ["send_at": "UTC_TIMESTAMP(3) + INTERVAL 1 SECOND"])
                try bridge.site.execute(
                    "UPDATE wp_pushbridge_actions SET state = 'cancelled' WHERE id = ? AND state = 'queued'",
                    [.unsigned(cancelled)])
                let now = try bridge.site.enqueue(#"{"title":"now"}"#)
                #expect(try await bridge.settled(now).state == "sent")
                #expect(try bridge.site.action(soon).state == "queued")
                #expect(try await bridge.settled(soon).state == "sent")
                #expect(try bridge.site.action(cancelled).state == "cancelled")
                #expect(bridge.received(token).count == 2)
            }
        }
    }
}
