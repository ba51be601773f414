import MariaDB
import PushCore
import PushStore
import Testing

@Suite struct MySQLPushTokenRepositoryTests {
    private let a = token("a")
    private let b = token("b")
    private let c = token("c")

    private func serialized(_ tokens: [String]) -> String {
        "a:\(tokens.count):{" + tokens.enumerated().map { "i:\($0);s:\($1.utf8.count):\"\($1)\";" }.joined() + "}"
    }

    @Test func everyFormOfValueIsReadInTheOrderOfTheRows() async throws {
        let site = try await TokenSite()
        let c = c.uppercased()
        let values = [
            token("0"), "<1111 \(String(repeating: "1", count: 60))>", serialized([token("2"), token("3")]),
            #"["\#(token("4"))","\#(token("5"))"]"#, #"{"phone":"\#(token("6"))"}"#,
            #"[{"token":"\#(token("7"))","environment":"sandbox"}]"#, #"{"token":"\#(token("8"))"}"#,
            #"a:1:{i:0;a:1:{s:5:"token";s:64:"\#(token("9"))";}}"#, "s:64:\"\(a)\";", c,
        ]
        for value in values { try await site.add(7, value) }
        for value in ["", nil, "a:0:{}"] { try await site.add(7, value) }
        let found = try await site.recipients(7)
        #expect(found.map(\.column) == ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "c"].map { token($0) })
        #expect(found[7].environment == .sandbox)
        #expect(found.allSatisfy { $0.userID == 7 && $0.kind == .standard && !$0.isPruned })
        #expect(
            found[0].source
                == .init(metaID: 1, userID: 7, metaKey: "mam_ios_device_token", value: Array(token("0").utf8)))
    }

    @Test func eachUserGetsHisOwnTokensOfTheKindAskedFor() async throws {
        let site = try await TokenSite()
        try await site.add(1, a)
        try await site.add(2, b)
        try await site.add(2, c, key: "mam_ios_voip_token")
        try await site.add(2, token("d"), key: "first_name")
        let standard = try await site.repository.recipients(of: [1, 2, 3, 2], app: "default", kind: .standard)
        #expect(standard.mapValues { $0.map(\.column) } == [1: [a], 2: [b]])
        let voip = try await site.repository.recipients(of: [1, 2, 3], app: "default", kind: .voip)
        #expect(voip.mapValues { $0.map(\.column) } == [2: [c]])
        #expect(try await site.repository.recipients(of: [], app: "default", kind: .voip).isEmpty)
    }

    @Test func aKeyThatOnlyTheCollationTakesForTheSameIsNotRead() async throws {
        let site = try await TokenSite()
        try await site.add(1, a, key: "MAM_iOS_device_token")
        try await site.add(1, b, key: "mam_ios_dévice_token")
        #expect(try await site.recipients(1).isEmpty)
    }

    @Test func oneTokenInSeveralPlacesIsOneRecipientWithItsLatestRegistration() async throws {
        let site = try await TokenSite()
        let first = try await site.add(
            1, #"[{"token":"\#(a)","registered_at":1700000000,"environment":"sandbox"},"\#(a)"]"#)
        let second = try await site.add(
            1, #"{"token":"\#(a.uppercased())","registered_at":1800000000,"bundle_id":"x.y"}"#)
        let third = try await site.add(1, a)
        let found = try await site.recipients(1)
        #expect(found.map(\.column) == [a])
        #expect(found[0].registeredAt == 1_800_000_000_000 && found[0].environment == nil && found[0].bundleID == "x.y")
        #expect(found[0].source?.metaID == first && found[0].duplicates.map(\.metaID) == [second, third])
    }

    @Test func theLatestRegistrationSaysToWhichLiveActivityATokenBelongs() async throws {
        let site = try await TokenSite()
        let key = TokenKind.liveActivity.defaultMetaKey
        try await site.add(1, #"{"token":"\#(a)","activity_id":"ride-1","registered_at":1700000000}"#, key: key)
        try await site.add(1, #"[{"token":"\#(b)","activity_id":2},"\#(c)"]"#, key: key)
        try await site.add(1, #"{"token":"\#(a)","activity_id":"ride-3","registered_at":1800000000}"#, key: key)
        #expect(try await site.recipients(1, kind: .liveActivity).map(\.activityID) == ["ride-3", "2", nil])
    }

    @Test func whatIsNoTokenIsShownShortAndNeverLost() async throws {
        let site = try await TokenSite()
        let secret = "password-of-the-mail-account"
        for value in [secret, "password-of-another", "../../x", #"["\#(a)""#, "a:1:{i:0;s:9:\"x\";}", "O:1:\"X\":0:{}"]
        {
            try await site.add(1, value)
        }
        let found = try await site.recipients(1)
        #expect(found.count >= 5 && Set(found.map(\.column)).count == found.count)
        for recipient in found {
            guard case .malformed(let shown) = recipient.address else { return #expect(Bool(false), "\(recipient)") }
            #expect(shown.utf8.count <= 64 && shown.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x2F })
            #expect(!shown.contains("word-of-") && recipient.refusal?.reason == "MalformedDeviceToken")
        }
        #expect(try await site.recipients(1).map(\.column) == found.map(\.column))
    }

    @Test func otherPlatformsAreUnsupportedByTheirKeyOrTheirRecord() async throws {
        var site = try await TokenSite()
        site.settings.keys.otherPlatforms = ["fcm_token": "android"]
        try await site.add(1, "cX1:APA91bH_x", key: "fcm_token")
        try await site.add(1, #"[{"token":"dY2:APA91bH_y","platform":"Android"},{"token":"\#(a)","platform":"ios"}]"#)
        try await site.add(1, #"{"token":"\#(b)","platform":"huawei"}"#)
        let found = try await site.recipients(1)
        let platforms = found.map { recipient in
            if case .other(let platform, _) = recipient.address { platform } else { recipient.column }
        }
        #expect(platforms == ["android", a, "android", "huawei"])
        #expect(try await site.recipients(1, kind: .voip).isEmpty)
    }

    @Test func anAppMayHaveKeysOfItsOwnAndSeveral() async throws {
        var site = try await TokenSite()
        site.settings.appKeys["news"] = TokenKeys(metaKeys: [.standard: ["news_token", "old_news_token"], .voip: []])
        try await site.add(1, a, key: "old_news_token")
        try await site.add(1, b, key: "news_token")
        try await site.add(1, c)
        #expect(try await site.recipients(1, app: "news").map(\.column) == [a, b])
        #expect(try await site.recipients(1, app: "another").map(\.column) == [c])
        #expect(try await site.recipients(1, app: "news", kind: .voip).isEmpty)
    }

    @Test func aCustomUserMetaTableIsRead() async throws {
        let site = try await TokenSite(prefix: "blog_", customUserMeta: "shared_meta")
        try await site.add(1, a)
        #expect(try await site.recipients(1).map(\.column) == [a])
    }

    @Test func aValueOfManyMebibytesHurtsNobodyElse() async throws {
        let site = try await TokenSite()
        try await site.execute(
            "INSERT INTO {usermeta} (user_id, meta_key, meta_value) VALUES (1, 'mam_ios_device_token', REPEAT('ab', 5000000))"
        )
        try await site.add(1, a)
        try await site.add(2, b)
        let found = try await site.repository.recipients(of: [1, 2], app: "default", kind: .standard)
        #expect(found[1]?.map(\.refusal?.reason) == ["MalformedDeviceToken", nil])
        #expect(found[1]?.first?.source == nil)
        #expect(found[2]?.map(\.column) == [b])
    }

    @Test func whatWasLearnedOfATokenIsJoinedIn() async throws {
        let site = try await TokenSite()
        try await site.add(1, a)
        try await site.add(1, b)
        try await site.execute(
            "INSERT INTO {environments} (token, environment) VALUES (?, 'sandbox'), (?, 'production')",
            [.text(a), .text(c)])
        #expect(try await site.recipients(1).map(\.learnedEnvironment) == [.sandbox, nil])
    }

    @Test func fiveThousandUsersAreReadAtOnce() async throws {
        let site = try await TokenSite()
        let users = 1...5000 as ClosedRange<UInt64>
        for part in 0..<10 {
            let rows = (1...500).map { index -> String in
                let user = part * 500 + index
                let digits = String(user, radix: 16)
                let hex = String(repeating: "0", count: 64 - digits.count) + digits
                return "(\(user), 'mam_ios_device_token', '\(hex)'), (\(user), 'nickname', 'x')"
            }
            try await site.execute(
                "INSERT INTO {usermeta} (user_id, meta_key, meta_value) VALUES \(rows.joined(separator: ","))")
        }
        _ = try await site.repository.recipients(of: Array(users), app: "default", kind: .standard)
        let clock = ContinuousClock()
        let start = clock.now
        let found = try await site.repository.recipients(of: Array(users), app: "default", kind: .standard)
        print("recipients of 5,000 users: \(clock.now - start)")
        #expect(found.count == 5000 && found.values.allSatisfy { $0.count == 1 })
        #expect(found[4999]?.first?.column.hasSuffix("1387") == true)
    }
}
