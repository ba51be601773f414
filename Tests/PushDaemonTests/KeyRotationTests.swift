import Cryptography
import Glibc
import JSONText
import PushCore
import PushStore
import ServiceRuntime
import TestSupport
import Testing

@Suite struct KeyRotationTests {
    private let site: TestSite
    private let keyFile: String

    init() throws {
        site = try TestSite()
        keyFile = "\(site.directory.path)/push.key"
        #expect(try site.run("keys", "generate").exitCode == 0)
        #expect(try site.run("migrate").exitCode == 0)
    }

    private func store(_ channel: PushChannel, sealedTo key: BoxPublicKey? = nil) async throws {
        let status = unsafe system(
            "cd '\(site.directory.path)' && umask 077 && "
                + "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.p8 2>/dev/null")
        #expect(status == 0)
        let p8 = Secret(Array(try site.directory.read("key.p8").utf8))
        let content = CredentialContent(
            app: "default", channel: channel, bundleID: "com.example.app",
            proof: .token(keyID: "ABC123DEFG", teamID: "DEF123GHIJ", p8: p8))
        let key = try key ?? ServiceKey.read(keyFile).publicKey
        try await credentials().save(try CredentialBox.seal(content, to: key))
    }

    private func credentials() -> MySQLCredentialStore {
        MySQLCredentialStore(database: site.database(), tables: site.tables)
    }

    private func setting(_ name: String) throws -> String? {
        try site.column("SELECT value FROM wp_pushbridge_settings WHERE name = '\(name)'").first ?? nil
    }

    @Test func everythingIsSealedToTheNewKeyAndTheOldOneIsKept() async throws {
        try await store(.standard)
        try await store(.voip)
        try site.execute("UPDATE wp_pushbridge_credentials SET jwt_issued_at = '2030-01-02 03:04:05'")
        let old = try ServiceKey.read(keyFile)
        let run = try site.run("keys", "rotate", "--json")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try run.json["resealed"] == 2)
        let new = try ServiceKey.read(keyFile)
        #expect(new.publicKey != old.publicKey)
        #expect(try ServiceKey.read(keyFile + ".previous").publicKey == old.publicKey)
        #expect(try setting("public_key") == new.publicKey.base64)
        for stored in try await credentials().all() {
            #expect(try CredentialBox.open(stored, with: [new]).keyID == "ABC123DEFG")
        }
        // The provider token goes on: Apple counts its changes.
        #expect(
            try site.column("SELECT COUNT(*) FROM wp_pushbridge_credentials WHERE jwt_issued_at IS NOT NULL") == ["2"])
        #expect(FileSystem.status(keyFile)?.permissions == 0o600)
        #expect(try site.run("credentials", "show", "--channel", "voip").output.contains("signing key ABC123DEFG"))

        // What the site sealed just before still opens, and rekey seals it anew.
        try await store(.voip, sealedTo: old.publicKey)
        #expect(try site.run("credentials", "show", "--channel", "voip").exitCode == 0)
        #expect(try site.run("credentials", "rekey", "--json").json["resealed"] == 1)
        #expect(try site.run("credentials", "rekey", "--json").json["resealed"] == 0)
    }

    @Test func aCredentialThatCannotBeOpenedOrAnotherHostStopsItBeforeAnythingChanges() async throws {
        try await store(.standard)
        try await store(.voip, sealedTo: try BoxSecretKey.generate().publicKey)
        let before = try site.directory.read("push.key")
        let refused = try site.run("keys", "rotate")
        #expect(refused.exitCode == 5)
        #expect(refused.errors.contains("credential default/voip: sealed to the key"))
        #expect(try site.run("credentials", "show", "--channel", "voip").exitCode == 5)
        #expect(try site.run("credentials", "remove", "--channel", "voip").exitCode == 0)
        try site.execute(
            "INSERT INTO wp_pushbridge_workers (id, host, pid, version, state) VALUES (1, 'elsewhere', 1, '1', 'running')"
        )
        let elsewhere = try site.run("keys", "rotate")
        #expect(elsewhere.exitCode == 1)
        #expect(elsewhere.errors.contains("daemons are running on elsewhere"))
        #expect(try site.directory.read("push.key") == before)
        #expect(FileSystem.status(keyFile + ".previous") == nil)
    }

    @Test func aRunningDaemonTakesTheNewKeyWithoutARestartOrAnAlarm() async throws {
        try await store(.standard)
        let config = try site.directory.write(
            "daemon.ini", site.directory.read("push.ini") + "\n[http]\nlisten =\n[wake]\nlisten =\n")
        let daemon = try TestProgram(
            [TestProgram.path(of: "push-bridge"), "run", "--config", config], log: "\(site.directory.path)/daemon.log")
        func wait(until isSo: () throws -> Bool) throws {
            let end = MonotonicTime.now.advanced(milliseconds: 30_000)
            while try !isSo(), MonotonicTime.now < end { Thread.sleep(milliseconds: 50) }
        }
        try wait { try daemon.log.contains("ready\n") }
        #expect(try site.run("keys", "rotate").exitCode == 0)
        try wait { try daemon.log.split(separator: "credential_loaded").count > 2 }
        let log = try daemon.log
        #expect(log.contains("key_changed") && !log.contains("public_key_changed"), "\(log)")
        #expect(try site.column("SELECT error FROM wp_pushbridge_credentials") == [nil])
        #expect(try setting("public_key") == ServiceKey.read(keyFile).publicKey.base64)
        #expect(try setting("public_key_alarm").map(\.isEmpty) ?? true)
        daemon.signal(SIGTERM)
        try wait { daemon.exitCode != nil }
    }
}
