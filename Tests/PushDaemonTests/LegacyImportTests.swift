import Cryptography
import Glibc
import JSONText
import MariaDB
import PushStore
import ServiceRuntime
import Testing

/// A site whose older plugin kept its secrets in the options.
@Suite struct LegacyImportTests {
    private let site: TestSite
    private let key: BoxSecretKey

    init() throws {
        site = try TestSite()
        key = try BoxSecretKey.generate()
        try KeyFile.write(key, to: "\(site.directory.path)/push.key")
        try site.execute("CREATE TABLE wp_options (option_name varchar(191), option_value longtext)")
        let script = """
            cd '\(site.directory.path)' && umask 077 && mkdir -p www/keys && touch www/wp-settings.php && {
            openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out www/keys/key.p8
            openssl req -x509 -newkey rsa:2048 -nodes -subj '/UID=com.example.app.voip/CN=VoIP' -days 90 -keyout c.key -out c.pem
            cat c.pem c.key > both.pem
            openssl pkcs12 -export -inkey c.key -in c.pem -out c.p12 -passout pass:secret
            base64 -w0 c.p12 > c.b64; } 2>/dev/null
            """
        #expect(unsafe system(script) == 0)
        try option("bundle", "com.example.app")
        try option("key_id", "s:10:\"ABC123DEFG\";")
        try option("team_id", "DEF123GHIJ")
    }

    private func option(_ name: String, _ value: String) throws {
        _ = try Connection(site.connection).execute(
            "INSERT INTO wp_options VALUES (?, ?)", [.text(name), .text(value)])
    }

    private func importLegacy(_ channel: String, _ more: String...) throws -> Program.Run {
        let base = [
            "credentials", "import-legacy", "--app", "default", "--channel", channel, "--bundle-id-option", "bundle",
        ]
        return try Program.shell(base + ["--config", site.config, "--json"] + more, suffix: "")
    }

    private func importKey(_ option: String, _ more: String...) throws -> Program.Run {
        let base = [
            "credentials", "import-legacy", "--channel", "standard", "--bundle-id-option", "bundle", "--p8-option",
            option,
            "--key-id-option", "key_id", "--team-id-option", "team_id", "--config", site.config, "--json",
        ]
        return try Program.shell(base + more, suffix: "")
    }

    private func options() throws -> [String?] { try site.column("SELECT option_name FROM wp_options ORDER BY 1") }

    private func opened() async throws -> CredentialContent {
        let stored = try await MySQLCredentialStore(database: site.database(), tables: site.tables).all()
        return try CredentialBox.open(try #require(stored.first), with: [key])
    }

    @Test func aKeyInAnOptionIsTakenOverAndWiped() async throws {
        try option("p8", try site.directory.read("www/keys/key.p8"))
        let kept = try importKey("p8")
        #expect(kept.exitCode == 0, "\(kept.errors)")
        #expect(try kept.json["key_id"] == "ABC123DEFG")
        #expect(try options().contains("p8"))
        let run = try importKey("p8", "--wipe", "--offline")
        #expect(try run.json["wiped_options"] == ["p8"])
        #expect(try options() == ["bundle", "key_id", "team_id"])
        guard case .token(_, "DEF123GHIJ", let p8) = try await opened().proof else {
            Issue.record("no token")
            return
        }
        #expect(String(decoding: p8.reveal(), as: UTF8.self).contains("PRIVATE KEY"))
    }

    @Test func aFileIsReadNamedAndNeverRemoved() throws {
        let path = "\(site.directory.path)/www/keys/key.p8"
        try option("p8", path)
        let run = try importKey("p8", "--wipe", "--offline")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try run.json["files_left"] == [.string(path)])
        #expect(run.errors.contains("\(path) lies below the site's directory"))
        #expect(try !site.directory.read("www/keys/key.p8").isEmpty)
        #expect(try !options().contains("p8"))
    }

    @Test func certificatesComeAsPEMOrBase64WithTheirPassphrase() async throws {
        try option("pem", try site.directory.read("both.pem"))
        try option("p12", try site.directory.read("c.b64"))
        try option("pass", "secret")
        #expect(try importLegacy("voip", "--cert-option", "pem").json["topics"] == ["com.example.app.voip"])
        let run = try importLegacy("voip", "--cert-option", "p12", "--passphrase-option", "pass", "--wipe", "--offline")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try run.json["wiped_options"] == ["p12", "pass"])
        guard case .certificate(_, false, let passphrase) = try await opened().proof else {
            Issue.record("no .p12")
            return
        }
        #expect(passphrase?.reveal() == Array("secret".utf8))
    }

    @Test func whatIsNoSecretStoresAndWipesNothing() throws {
        try option("p8", "nonsense")
        try option("list", "a:1:{i:0;s:1:\"x\";}")
        try option("gone", "/nonexistent.p8")
        for name in ["p8", "list", "gone", "missing"] {
            let run = try importKey(name, "--wipe", "--offline")
            #expect(run.exitCode == 5, "\(name): \(run.errors)")
        }
        // A certificate for calls is none for the rest.
        try option("pem", try site.directory.read("both.pem"))
        #expect(try importLegacy("standard", "--cert-option", "pem", "--wipe", "--offline").exitCode == 5)
        #expect(try options().count == 7)
        #expect(try site.column("SELECT COUNT(*) FROM wp_pushbridge_credentials") == ["0"])
        #expect(try importLegacy("voip").exitCode == 2)
        #expect(try importLegacy("voip", "--cert-option", "pem", "--key-id-option", "key_id").exitCode == 2)
    }
}
