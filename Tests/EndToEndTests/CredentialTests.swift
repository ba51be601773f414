import ApnsSimulator
import Cryptography
import Glibc
import MariaDB
import TestSupport
import Testing

extension EndToEndTests {
    @Suite struct CredentialTests {
        @Test func withoutCredentialsNothingIsSentAndOneThatIsSetIsUsedAtOnce() async throws {
            var setup = Bridge.Setup()
            setup.credentials = []
            try await Bridge.run(setup) { bridge in
                let token = try bridge.addDevice()
                try bridge.addDevice(voip: true)
                try await bridge.startDaemon()
                let alert = try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#))
                let call = try await bridge.settled(bridge.site.enqueue(Call.message, type: "voip"))
                for action in [alert, call] {
                    #expect(action.state == "failed")
                    #expect(action.reason == "NotConfigured")
                    #expect(try bridge.site.deliveries(action.id).map(\.status) == ["not_configured"])
                    #expect(try bridge.site.deliveries(action.id).map(\.errorClass) == ["not_configured"])
                }
                // What is no device of Apple's is told so, configured or not.
                try bridge.site.addMeta(
                    user: 7, Bridge.standardKey, Array(#"{"token":"fcm:abc","platform":"android"}"#.utf8))
                let android = try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#, user: 7))
                #expect(try bridge.site.deliveries(android.id).map(\.status) == ["unsupported"])
                #expect(bridge.simulator.connectionCount == 0)
                try await bridge.setCredential("standard")
                let isSent = try await eventually {
                    try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).state == "sent"
                }
                #expect(isSent)
                #expect(bridge.received(token).count == 1)
                let stillNot = try await bridge.settled(bridge.site.enqueue(Call.message, type: "voip"))
                #expect(stillNot.reason == "NotConfigured")

                try await bridge.command("credentials", "remove", "--channel", "standard")
                #expect(
                    try await eventually {
                        try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).reason == "NotConfigured"
                    })
            }
        }

        @Test func anotherKeyFileOpensNothingAndSaysSo() async throws {
            try await Bridge.run { bridge in
                try bridge.addDevice()
                unsafe unlink(bridge.directory + "/push-bridge.key")
                try await bridge.command("keys", "generate")
                let daemon = try await bridge.startDaemon()
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).reason == "NotConfigured")
                #expect(try daemon.log.contains("credential_refused"))
                let errors = try bridge.site.query("SELECT error FROM wp_pushbridge_credentials")
                #expect(errors.count == 2)
                for error in errors { #expect(try error.optionalString(0)?.contains("key") == true) }
                #expect(bridge.simulator.connectionCount == 0)
            }
        }

        @Test func aDaemonWithTheKeyFileOfAnotherSiteIsKeptOutAndHarmsNobody() async throws {
            try await Bridge.run { bridge in
                let token = try bridge.addDevice()
                let daemon = try await bridge.startDaemon()
                let published = "SELECT value FROM wp_pushbridge_settings WHERE name = 'public_key'"
                let ours = try bridge.site.query(published).first?.string(0)
                let path = bridge.directory + "/push-bridge.key"
                unsafe rename(path, path + ".right")
                try KeyFile.write(try BoxSecretKey.generate(), to: path)
                let log = try await bridge.command("run", expecting: 5)
                #expect(log.contains("opens none of the stored credentials"))
                #expect(log.contains("copy its key file here"))
                #expect(try bridge.site.query(published).first?.string(0) == ours)
                #expect(try bridge.site.number("SELECT COUNT(*) FROM wp_pushbridge_credentials WHERE error <> ''") == 0)
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).state == "sent")
                #expect(bridge.received(token).count == 1)
                #expect(daemon.exitCode == nil)

                // What the message advises for a key that is lost.
                daemon.signal(SIGTERM)
                try await bridge.exit(of: daemon)
                try await bridge.command("init", "--accept-clone")
                try await bridge.setCredential("standard")
                try await bridge.startDaemon()
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).state == "sent")
            }
        }

        @Test func aKeyFileThatOthersMayReadOrThatIsMissingEndsTheStart() async throws {
            try await Bridge.run { bridge in
                let path = bridge.directory + "/push-bridge.key"
                unsafe chmod(path, 0o644)
                let log = try await bridge.command("run", expecting: 5)
                #expect(log.contains(path))
                #expect(log.contains("chmod"))
                unsafe unlink(path)
                #expect(try await bridge.command("run", expecting: 5).contains(path))
            }
        }

        @Test func theDatabaseHoldsNoPartOfTheKey() async throws {
            try await Bridge.run { bridge in
                try bridge.addDevice()
                try await bridge.startDaemon()
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).state == "sent")
                let lines = try bridge.key.p8().split(separator: "\n").filter { !$0.hasPrefix("-") }
                let text = Array(lines.joined().utf8)
                let pieces = stride(from: 0, to: text.count - 12, by: 12).map { Array(text[$0..<$0 + 12]) }
                #expect(pieces.count > 10)
                let tables = try bridge.site.query("SHOW TABLES").map { try $0.string(0) }
                #expect(tables.count > 7)
                for table in tables {
                    for row in try bridge.site.query("SELECT * FROM \(table)") {
                        for column in row.values.indices {
                            let bytes = row.bytes(column) ?? []
                            let view = String(decoding: bytes, as: Unicode.ASCII.self)
                            for piece in pieces {
                                #expect(!view.contains(String(decoding: piece, as: UTF8.self)), "\(table)")
                            }
                        }
                    }
                }
            }
        }
    }
}
