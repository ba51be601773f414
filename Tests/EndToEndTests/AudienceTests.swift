import ApnsSimulator
import Glibc
import MariaDB
import ServiceRuntime
import TestSupport
import Testing

extension EndToEndTests {
    @Suite struct AudienceTests {
        private static let users = 300
        private static let everybody = ["audience": #"'{"all":true}'"#]

        @Test func threeHundredUsersGetOneActionOnceEach() async throws {
            try await Bridge.run { bridge in
                bridge.simulator.unknownTokens = .accept
                try bridge.addDevices(Self.users)
                for _ in 0..<2 { try await bridge.startDaemon() }
                let action = try await bridge.settled(Self.enqueue(bridge))
                #expect(action.state == "sent")
                #expect([action.delivered, action.failed, action.pruned] == [Self.users, 0, 0])
                #expect(bridge.simulator.receivedCount() == Self.users)
                #expect(Set(bridge.simulator.received().map(\.token)).count == Self.users)
                #expect(Set(try bridge.site.deliveries(action.id).map(\.token)).count == Self.users)
            }
        }

        @Test func aLongListOfTokensOrUsersReachesAllAndOneThatIsTooLongSaysItsLength() async throws {
            try await Bridge.run { bridge in
                bridge.simulator.unknownTokens = .accept
                try bridge.addDevices(Self.users)
                try await bridge.startDaemon()
                // 200 KiB each.
                let tokens = (0..<3000).map { _ in bridge.makeToken() }
                let file = "\(bridge.directory)/tokens.txt"
                try FileSystem.create(file, Array(tokens.joined(separator: "\n").utf8), mode: 0o600)
                try await bridge.command("send", "--token-file", file, "--title", "x")
                #expect(try await bridge.settled(1, within: 60).delivered == 3000)
                #expect(Set(bridge.simulator.received().map(\.token)) == Set(tokens))

                let users = (1...40_000).map(String.init).joined(separator: ",")
                let toUsers = try await bridge.settled(
                    bridge.site.enqueue(
                        #"{"title":"x"}"#, user: nil, more: ["audience": #"'{"users":[\#(users)]}'"#]))
                #expect(toUsers.state == "sent")
                #expect(toUsers.delivered == Self.users)

                let tooLong = try bridge.site.enqueue(
                    #"{"title":"x"}"#, user: nil,
                    more: ["audience": #"CONCAT('{"users":[1', REPEAT(' ', 8388608), ']}')"#])
                let refusal = try await bridge.settled(tooLong).reason
                #expect(refusal == "InvalidAudience: 8388621 bytes, 8388608 allowed")
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).state == "sent")
            }
        }

        @Test func campaignsTakeTurnsAndASmallOneDoesNotWaitForTheLargeOnesBeforeIt() async throws {
            var setup = Bridge.Setup()
            setup.simulator = {
                $0.settings.unknownTokens = .accept
                $0.settings.answerDelay = 50
            }
            try await Bridge.run(setup) { bridge in
                try bridge.addDevices(1500)
                let large = try (0..<5).map { _ in try Self.enqueue(bridge) }
                let small = try bridge.site.enqueue(
                    #"{"title":"x"}"#, user: nil, more: ["audience": #"'{"users":[1,2]}'"#])
                try await bridge.startDaemon()
                for id in large + [small] { #expect(try await bridge.settled(id, within: 120).state == "sent") }
                func time(_ function: String, _ id: UInt64) throws -> String {
                    try bridge.site.query(
                        "SELECT CAST(\(function)(created_at) AS CHAR) FROM wp_pushbridge_deliveries WHERE action_id = ?",
                        [.unsigned(id)]
                    ).first?.string(0) ?? ""
                }
                let ends = try large.map { try time("MAX", $0) }
                #expect(try time("MAX", small) < ends.max() ?? "")
                #expect(try time("MIN", large[4]) < ends[0])
            }
        }

        @Test func aTryLaterIsForTheDeviceThatWaitsAndNotForItsOwnersOthers() async throws {
            var setup = Bridge.Setup()
            setup.configuration["retry"] = ["base_delay = 0.02"]
            try await Bridge.run(setup) { bridge in
                let phones = try (0..<2).map { _ in try bridge.addDevice() }
                bridge.simulator.inject(
                    Fault(.answer(FaultAnswer(status: 429, reason: "TooManyRequests")), token: phones[1]))
                let id = try Self.enqueue(bridge)
                try await bridge.startDaemon()
                #expect(try await bridge.settled(id).delivered == 2)
                #expect(bridge.received(phones[0]).map(\.status) == [200])
                #expect(bridge.received(phones[1]).map(\.status) == [429, 200])
            }
        }

        @Test(arguments: [#"{"all":true}"#, #"{"users":[1,2,3]}"#])
        func devicesOfOtherPlatformsAreCountedAsUnsupported(audience: String) async throws {
            var setup = Bridge.Setup()
            setup.configuration["tokens"] = ["other_meta_keys = fcm_token:android"]
            try await Bridge.run(setup) { bridge in
                let phone = try bridge.addDevice()
                try bridge.site.addMeta(user: 2, "fcm_token", Array("fcm:abc".utf8))
                try bridge.site.addMeta(
                    user: 3, Bridge.standardKey, Array(#"{"token":"hcm:abc","platform":"huawei"}"#.utf8))
                try await bridge.startDaemon()
                let action = try await bridge.settled(
                    bridge.site.enqueue(#"{"title":"x"}"#, user: nil, more: ["audience": "'\(audience)'"]))
                #expect(action.state == "partial")
                #expect(action.reason == "UnsupportedRecipient")
                #expect([action.delivered, action.failed, action.pruned] == [1, 2, 0])
                let others = try bridge.site.deliveries(action.id).filter { $0.token != phone }
                #expect(others.map(\.status) == ["unsupported", "unsupported"])
                #expect(others.allSatisfy { $0.errorClass == "unsupported_recipient" })
                #expect(bridge.simulator.received().map(\.token) == [phone])
            }
        }

        @Test func memoryStaysFlatWhateverTheAudience() async throws {
            var setup = Bridge.Setup()
            setup.simulator = { $0.settings.unknownTokens = .accept }
            try await Bridge.run(setup) { bridge in
                try bridge.addDevices(20_000)
                let daemon = try await bridge.startDaemon()
                func peak() throws -> Int {
                    let status = try TestFile.read("/proc/\(daemon.process)/status")
                    let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
                        .first { $0.hasPrefix("VmHWM:") }
                    return try #require(
                        line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
                }
                let some = (1...2000).map(String.init).joined(separator: ",")
                let first = try bridge.site.enqueue(
                    #"{"title":"x"}"#, user: nil, more: ["audience": #"'{"users":[\#(some)]}'"#])
                #expect(try await bridge.settled(first, within: 60).delivered == 2000)
                let before = try peak()
                #expect(try await bridge.settled(Self.enqueue(bridge), within: 120).delivered == 20_000)
                // Ten times the audience; a daemon that held all of it would need several times as much.
                let after = try peak()
                #expect(Double(after) < 1.3 * Double(before), "\(before) kB, then \(after) kB")
            }
        }

        @Test func listedTokensThatMustWaitAreSentToLater() async throws {
            var setup = Bridge.Setup()
            setup.configuration["retry"] = ["base_delay = 0.02"]
            setup.simulator = { $0.settings.unknownTokens = .accept }
            try await Bridge.run(setup) { bridge in
                let token = bridge.makeToken()
                bridge.simulator.inject(Fault(.answer(FaultAnswer(status: 429, reason: "TooManyRequests"))))
                let id = try bridge.site.enqueue(
                    #"{"title":"x"}"#, user: nil, more: ["audience": #"'{"tokens":["\#(token)"]}'"#])
                try await bridge.startDaemon()
                #expect(try await bridge.settled(id).state == "sent")
                #expect(bridge.received(token).map(\.status) == [429, 200])
            }
        }

        @Test func aCampaignFromTheShellIsWatchedToItsEnd() async throws {
            var setup = Self.slow
            // Work that is over within a second shows no progress.
            setup.simulator = {
                $0.settings.unknownTokens = .accept
                $0.settings.answerDelay = 100
            }
            try await Bridge.run(setup) { bridge in
                try bridge.addDevices(Self.users)
                try await bridge.startDaemon()
                // `script` gives it a terminal, where progress is shown.
                let program = try TestProgram.path(of: "push-bridge")
                let log = "\(bridge.directory)/terminal.log"
                let line = "\(program) send --all --title x --wait --timeout 60 --config \(bridge.configuration)"
                let terminal = try TestProgram(["script", "-qec", line, "/dev/null"], log: log)
                try await bridge.exit(of: terminal)
                let shown = try terminal.log
                #expect(shown.contains("delivered, 0 failed"), "\(shown)")
                #expect(shown.contains("action 1 ["), "\(shown)")
                let words = shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                #expect(words.hasSuffix("\(Self.users) delivered -"), "\(shown)")
                let json = try await bridge.command(
                    "send", "--role", "nobody", "--title", "x", "--wait", "--json", expecting: 1)
                #expect(json.contains(#""reason":"NoDeviceToken""#))
            }
        }

        @Test func aDaemonKilledHalfWayLeavesNobodyOutAndShowsNobodyTheMessageTwice() async throws {
            try await Bridge.run(Self.slow) { bridge in
                try bridge.addDevices(Self.users)
                let id = try Self.enqueue(bridge)
                let first = try await bridge.startDaemon()
                #expect(try await eventually { bridge.simulator.receivedCount() > Self.users / 4 })
                first.signal(SIGKILL)
                try await bridge.exit(of: first, 128 + SIGKILL)
                #expect(bridge.simulator.receivedCount() < Self.users)
                try await bridge.startDaemon()
                let action = try await bridge.settled(id, within: 90)
                #expect(action.state == "sent")
                #expect([action.delivered, action.failed, action.pruned] == [Self.users, 0, 0])
                #expect(Set(try bridge.site.deliveries(id).map(\.token)).count == Self.users)
                let pushes = Dictionary(grouping: bridge.simulator.received(), by: \.token)
                #expect(pushes.count == Self.users)
                // What was in the air is sent again, and replaces the first on the device.
                for again in pushes.values where again.count > 1 {
                    #expect(again.count == 2)
                    #expect(Set(again.map { $0.header("apns-collapse-id") }).count == 1)
                    #expect(again[0].header("apns-collapse-id") != nil)
                }
            }
        }

        @Test func aCancelledAudienceStopsHalfWayAndItsCountsAreRight() async throws {
            try await Bridge.run(Self.slow) { bridge in
                try bridge.addDevices(5 * Self.users)
                let id = try Self.enqueue(bridge)
                try await bridge.startDaemon()
                #expect(try await eventually { bridge.simulator.receivedCount() > Self.users / 4 })
                try await bridge.command("queue", "cancel", "\(id)")
                // What is on the wire is still recorded.
                let isSettled = try await eventually {
                    let action = try bridge.site.action(id)
                    return try action.delivered == bridge.simulator.receivedCount()
                        && action.delivered == bridge.site.deliveries(id).count(where: { $0.status == "delivered" })
                }
                #expect(isSettled)
                let action = try bridge.site.action(id)
                #expect(action.state == "cancelled")
                #expect(action.delivered < 5 * Self.users)
            }
        }

        @Test func anAudienceCancelledWhileItWaitsForItsTurnReachesNobody() async throws {
            var setup = Bridge.Setup()
            setup.configuration["voip"] = ["max_age = 60"]
            try await Bridge.run(setup) { bridge in
                let phones = try (1...5).map { try bridge.addDevice(user: $0, voip: true) }
                try await bridge.startDaemon()
                #expect(try await bridge.settled(bridge.site.enqueue(Call.message, type: "voip")).state == "sent")
                bridge.simulator.clear()
                // Less than a request's deadline, more than a daemon takes to see that an action is its own no longer.
                bridge.simulator.settings.answerDelay = 4500
                let calls = try (1...5).map {
                    try bridge.site.enqueue(
                        Call.message, type: "voip", user: nil, more: ["audience": #"'{"users":[\#($0)]}'"#])
                }
                // Four are served at once.
                #expect(
                    try await eventually {
                        try bridge.simulator.receivedCount() == 4 && bridge.site.states()["sending"] == 5
                    })
                let waiting = try #require(phones.firstIndex { bridge.received($0).isEmpty })
                try bridge.site.execute(
                    "UPDATE wp_pushbridge_actions SET state = 'cancelled' WHERE id = \(calls[waiting])")
                for call in calls { #expect(try await bridge.settled(call).isFinal) }
                // What comes later is served: nothing of the cancelled one is under way.
                bridge.simulator.settings.answerDelay = 0
                #expect(try await bridge.settled(bridge.site.enqueue(Call.message, type: "voip")).state == "sent")
                #expect(bridge.received(phones[waiting]).isEmpty)
            }
        }

        @Test func aPausedAudienceRestsAndThenReachesEverybodyOnce() async throws {
            try await Bridge.run(Self.slow) { bridge in
                try bridge.addDevices(5 * Self.users)
                let id = try Self.enqueue(bridge)
                try await bridge.startDaemon()
                #expect(try await eventually { bridge.simulator.receivedCount() > Self.users / 4 })
                try await bridge.command("queue", "pause", "\(id)")
                // The parts in the air end; then nothing moves.
                var before = -1
                #expect(
                    try await eventually {
                        defer { before = bridge.simulator.receivedCount() }
                        try await Task.sleep(for: .milliseconds(700))
                        return before == bridge.simulator.receivedCount()
                    })
                #expect(before < 5 * Self.users)
                #expect(try !bridge.site.action(id).isFinal)
                try await bridge.command("queue", "resume", "\(id)")
                let action = try await bridge.settled(id, within: 90)
                #expect([action.delivered, action.failed] == [5 * Self.users, 0])
                let pushes = bridge.simulator.received().map(\.token)
                #expect(pushes.count == 5 * Self.users)
                #expect(Set(pushes).count == 5 * Self.users)
            }
        }

        /// Few streams and slow answers, so that there is a middle to be caught in.
        private static var slow: Bridge.Setup {
            var setup = Bridge.Setup()
            setup.configuration["apns"] = ["connections = 1", "max_streams = 10"]
            setup.configuration["retry"] = ["base_delay = 0.02"]
            setup.simulator = {
                $0.settings.unknownTokens = .accept
                $0.settings.answerDelay = 30
            }
            return setup
        }

        private static func enqueue(_ bridge: Bridge) throws -> UInt64 {
            try bridge.site.enqueue(#"{"title":"Hello","body":"everybody"}"#, user: nil, more: everybody)
        }
    }
}
