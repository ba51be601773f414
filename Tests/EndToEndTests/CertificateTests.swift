import ApnsSimulator
import JSONText
import MariaDB
import PushCore
import ServiceRuntime
import TestSupport
import Testing

extension EndToEndTests {
    /// Push certificates instead of signing keys.
    @Suite struct CertificateTests {
        private static let withoutCredentials: Bridge.Setup = {
            var setup = Bridge.Setup()
            setup.credentials = []
            return setup
        }()

        /// Writes a certificate of the app's, PEM with its key, and returns the file's path.
        private func certificate(
            _ bridge: Bridge, _ change: (inout ProviderCertificate.Contents) -> Void = { _ in }
        ) throws -> String {
            var contents = ProviderCertificate.Contents(bundleID: Bridge.bundleID)
            change(&contents)
            let pem = try ProviderCertificate(contents, tlsDirectory: bridge.directory + "/tls").pem
            return try bridge.file("\(contents.bundleID)-\(contents.daysFromNow.upperBound).pem", pem)
        }

        private func store(
            _ bridge: Bridge, _ channel: String, _ file: [String], app: String = "default",
            bundleID: String = Bridge.bundleID
        ) async throws {
            let set = ["credentials", "set", "--app", app, "--channel", channel, "--bundle-id", bundleID]
            try await bridge.exit(of: bridge.launch(set + file))
        }

        @Test func oneProcessSendsAlertsByACertificateAndCallsByAnother() async throws {
            try await Bridge.run(Self.withoutCredentials) { bridge in
                let pem = try certificate(bridge)
                // As Keychain writes it: RC2 and 3DES, which OpenSSL 3 does not read by itself.
                let p12 = bridge.directory + "/push.p12"
                let export = try TestProgram(
                    [
                        "openssl", "pkcs12", "-export", "-legacy", "-in", pem, "-out", p12, "-passout", "pass:geheim",
                    ], log: bridge.directory + "/openssl.log")
                try await bridge.exit(of: export)
                let passphrase = bridge.directory + "/passphrase"
                try FileSystem.create(passphrase, Array("geheim\n".utf8), mode: 0o600)
                try await store(bridge, "standard", ["--pem", pem])
                try await store(bridge, "voip", ["--p12", p12, "--passphrase-file", passphrase])

                let phone = try bridge.addDevice()
                let call = try bridge.addDevice(voip: true)
                try await bridge.startDaemon()
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).state == "sent")
                #expect(try await bridge.settled(bridge.site.enqueue(Call.message, type: "voip")).state == "sent")
                let pushes = bridge.received(phone) + bridge.received(call)
                #expect(pushes.map { $0.header("apns-topic") } == [Bridge.bundleID, Bridge.bundleID + ".voip"])
                #expect(pushes.allSatisfy { $0.header("authorization") == nil })
                let listed = try JSONParser.parse(
                    Array(try await bridge.command("credentials", "list", "--json").utf8))
                #expect(listed.array?.map { $0["kind"] } == ["certificate", "certificate"])
                #expect(listed.array?.allSatisfy { $0["not_after"]?.isNull == false } == true)
            }
        }

        @Test func whatTheSiteStoredWithoutOpeningItIsReadByTheDaemon() async throws {
            try await Bridge.run(Self.withoutCredentials) { bridge in
                try await store(bridge, "standard", ["--pem", certificate(bridge)])
                // The plugin seals a file that it does not look into.
                try bridge.site.execute("UPDATE wp_pushbridge_credentials SET topics = NULL, not_after = NULL")
                try await bridge.startDaemon()
                let row = try #require(
                    try bridge.site.query("SELECT topics, not_after IS NOT NULL FROM wp_pushbridge_credentials").first)
                #expect(try row.string(0).contains(Bridge.bundleID))
                #expect(try row.int(1) == 1)
            }
        }

        @Test func whatTheCertificateIsNotForIsRefusedWithoutNetworkAndSentOnceAKeyIsStored() async throws {
            try await Bridge.run(Self.withoutCredentials) { bridge in
                try await store(bridge, "standard", ["--pem", certificate(bridge)])
                let token = try bridge.addDevice(kind: .location)
                let message = #"{"data":{"why":"lost"}}"#
                let dry = try await bridge.command(
                    "send", "--dry-run", "--user", "1", "--type", "location", "--message",
                    bridge.file("where.json", message), expecting: 1)
                #expect(dry.contains("warning: apns-topic: the stored certificate is for com.example.app, "), "\(dry)")
                #expect(dry.contains("0 of 1 devices would get it; the others: 1 TopicNotInCertificate."), "\(dry)")

                try await bridge.startDaemon()
                let id = try bridge.site.enqueue(message, type: "location")
                let action = try await bridge.settled(id)
                #expect(action.state == "failed")
                #expect(action.reason == "TopicNotInCertificate")
                #expect(action.warnings?.contains("does not list com.example.app.location-query") == true)
                let delivery = try #require(try bridge.site.deliveries(id).first)
                #expect(delivery.status == "rejected")
                #expect(delivery.errorClass == "auth_failed")
                #expect(delivery.httpStatus == nil)
                #expect(bridge.received(token).isEmpty)
                let explained = try await bridge.command("explain", "\(id)")
                #expect(explained.contains("to do: store a signing key (.p8)"), "\(explained)")

                try await bridge.setCredential("standard")
                #expect(
                    try await eventually {
                        try await bridge.command("queue", "retry", "\(id)")
                        return try await bridge.settled(id).state == "sent"
                    })
                #expect(bridge.received(token).map { $0.header("apns-topic") } == ["com.example.app.location-query"])
            }
        }

        @Test func aCertificateThatEndsSoonIsToldOfOnce() async throws {
            try await Bridge.run(Self.withoutCredentials) { bridge in
                for (channel, days) in [("standard", 20), ("voip", 5)] {
                    let pem = try certificate(bridge) { $0.daysFromNow = -1...days }
                    try await store(bridge, channel, ["--pem", pem])
                }
                let daemon = try await bridge.startDaemon()
                let lines = { (event: String) in
                    try daemon.log.split(separator: "\n").filter { $0.contains(event) }
                }
                // Two more looks at the table, each of which shows itself by a credential that it finds.
                let lasting = try certificate(bridge)
                for app in ["news", "shop"] {
                    try await store(bridge, "standard", ["--pem", lasting], app: app)
                    #expect(
                        try await eventually {
                            try lines("credential_loaded").contains { $0.contains("app=\(app)") }
                        })
                }
                let told = try lines("credential_expires")
                #expect(told.count == 2, "\(told)")
                #expect(told.contains { $0.contains(/channel=standard days_left=(19|20)$/) }, "\(told)")
                #expect(told.contains { $0.contains(/channel=voip days_left=[45]$/) }, "\(told)")
            }
        }

        @Test func anMDMPushGoesToTheTopicInTheCertificatesSubject() async throws {
            try await Bridge.run(Self.withoutCredentials) { bridge in
                let topic = "com.apple.mgmt.External.0a1b2c3d"
                let pem = try certificate(bridge) {
                    $0.bundleID = topic
                    $0.topics = []
                }
                try await store(bridge, "standard", ["--pem", pem], bundleID: topic)
                let token = try bridge.addDevice(kind: .mdm, topics: [topic])
                try await bridge.startDaemon()
                let id = try bridge.site.enqueue(#"{"push_magic":"M-1"}"#, type: "mdm")
                #expect(try await bridge.settled(id).state == "sent")
                let push = try #require(bridge.received(token).first)
                #expect(push.header("apns-topic") == topic)
                #expect(push.header("apns-push-type") == "mdm")
                #expect(String(decoding: push.body, as: UTF8.self) == #"{"mdm":"M-1"}"#)
            }
        }

        @Test func aDevelopmentCertificateAsksTheSandboxFromThenOn() async throws {
            try await Bridge.run(Self.withoutCredentials) { bridge in
                try await store(bridge, "standard", ["--pem", certificate(bridge) { $0.environments = [.sandbox] }])
                let tokens = try (1...2).map { try bridge.addDevice(user: $0, .sandbox) }
                try await bridge.startDaemon()
                for user in [1, 2] as [UInt64] {
                    let action = try bridge.site.enqueue(#"{"title":"x"}"#, user: user)
                    #expect(try await bridge.settled(action).state == "sent")
                    #expect(try bridge.site.deliveries(action).map(\.environment) == ["sandbox"])
                }
                // Production is not asked again: what the certificate is for has been learned.
                #expect(bridge.received(tokens[1]).map(\.environment) == [.sandbox])
                #expect(try bridge.site.number("SELECT COUNT(*) FROM wp_pushbridge_prunes") == 0)
            }
        }

        @Test func aNewCertificateIsUsedAtOnceAndWhatIsInTheAirEndsOnTheOldOne() async throws {
            var setup = Self.withoutCredentials
            setup.simulator = { $0.settings.answerDelay = 1000 }
            try await Bridge.run(setup) { bridge in
                try await store(bridge, "standard", ["--pem", certificate(bridge)])
                let token = try bridge.addDevice()
                try await bridge.startDaemon()
                let first = try bridge.site.enqueue(#"{"title":"1"}"#)
                #expect(try await eventually { bridge.received(token).count == 1 })
                try await bridge.setCredential("standard")
                #expect(try await bridge.settled(first).state == "sent")
                #expect(
                    try await eventually {
                        let next = try await bridge.settled(bridge.site.enqueue(#"{"title":"2"}"#))
                        return next.state == "sent" && bridge.received(token).last?.header("authorization") != nil
                    })
                #expect(!bridge.received(token).contains { !$0.accepted })
                #expect(bridge.received(token).first?.header("authorization") == nil)
            }
        }
    }
}
