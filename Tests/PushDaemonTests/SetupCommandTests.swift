import Cryptography
import Glibc
import JSONText
import MariaDB
import PushCore
import PushDaemon
import PushStore
import ServiceRuntime
import TestSupport
import Testing
import WordPress

/// From an empty database to a working installation, as an admin types it.
@Suite struct SetupCommandTests {
    private let directory: TemporaryDirectory
    private let connection: DatabaseConfiguration
    private let wpConfig: String

    init() throws {
        directory = try TemporaryDirectory()
        connection = try TestMariaDB.shared().makeDatabase()
        wpConfig = try directory.write(
            "wp-config.php",
            """
            <?php
            define( 'DB_NAME', '\(connection.database)' );
            define( 'DB_USER', '\(connection.user)' );
            define( 'DB_PASSWORD', '\(connection.password.reveal())' );
            define( 'DB_HOST', 'localhost:\(connection.socket ?? "")' );
            $table_prefix = 'blog_';
            """)
        _ = try Connection(connection).execute(
            "CREATE TABLE blog_usermeta (umeta_id bigint unsigned PRIMARY KEY, user_id bigint unsigned, "
                + "meta_key varchar(255), meta_value longtext)")
    }

    private var config: String { "\(directory.path)/etc/push.ini" }

    private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Run {
        try Program.shell(arguments + ["--config", config], environment: environment, suffix: "")
    }

    private func initialize(_ more: String...) throws -> Program.Run {
        let base = ["init", "--wp-config", wpConfig, "--state", "\(directory.path)/state", "--config", config]
        return try Program.shell(base + more, suffix: "")
    }

    private func setting(_ name: String) throws -> String? {
        try Connection(connection).query("SELECT value FROM blog_pushbridge_settings WHERE name = '\(name)'").first?
            .bytes(0).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func initMakesEverythingAndKeepsWhatExists() throws {
        let first = try initialize()
        #expect(first.exitCode == 0, "\(first.errors)")
        let key = try ServiceKey.read("\(directory.path)/etc/push-bridge.key").publicKey
        #expect(first.output.contains("fingerprint: \(key.fingerprint)"))
        #expect(first.output.contains("push-bridge credentials set --config \(config)"))
        #expect(try setting("public_key") == key.base64)
        #expect(try setting("schema_version") == "\(Migration.latest)")
        #expect(FileSystem.status(config)?.permissions == 0o600)
        #expect(FileSystem.status("\(directory.path)/state")?.isDirectory == true)
        let text = try directory.read("etc/push.ini")
        #expect(text.contains("\nwp_config = \(wpConfig)\n"))

        let second = try initialize()
        #expect(second.exitCode == 0, "\(second.errors)")
        #expect(second.output.contains("Kept \(config)"))
        #expect(second.output.contains("Kept \(directory.path)/etc/push-bridge.key"))
        #expect(second.errors.contains("--wp-config, --state ignored"))
        #expect(try directory.read("etc/push.ini") == text)
        #expect(try setting("public_key") == key.base64)
    }

    @Test func theWrittenConfigurationIsValidWithEveryDefaultUncommented() throws {
        #expect(try initialize().exitCode == 0)
        let text = try directory.read("etc/push.ini")
        let lines = text.split(separator: "\n").map { line in
            // What has a default is shown as ";key = value".
            line.hasPrefix(";") && !line.hasPrefix("; ") && (line.contains(" = ") || line.hasPrefix(";["))
                ? line.dropFirst() : line
        }
        let uncommented = lines.joined(separator: "\n").replacing("[app.NAME]", with: "[app.news]")
        let loaded = try ConfigurationLoader.load(Array(uncommented.utf8), path: config, environment: [:])
        #expect(loaded.apps.keys.contains("news"))
        #expect(lines.count > 60)
    }

    @Test func initWithoutASiteWritesAFileToComplete() throws {
        let run = try run("init")
        #expect(run.exitCode == 3)
        #expect(run.errors.contains("Complete \(config), then run push-bridge init again."))
        #expect(FileSystem.status(config) != nil)
        let environment = [
            "PUSH_BRIDGE_DATABASE_NAME": connection.database, "PUSH_BRIDGE_DATABASE_USER": connection.user,
            "PUSH_BRIDGE_DATABASE_PASSWORD": connection.password.reveal(),
            "PUSH_BRIDGE_DATABASE_SOCKET": connection.socket ?? "",
            "PUSH_BRIDGE_STATE_DIRECTORY": "\(directory.path)/state",
        ]
        #expect(try self.run("init", environment: environment).exitCode == 0)
    }

    @Test func initWithAnUnreadableSiteWritesNothing() throws {
        let run = try run("init", "--wp-config", "/nonexistent/wp-config.php")
        #expect(run.exitCode == 3)
        #expect(run.errors.contains("/nonexistent/wp-config.php"))
        #expect(FileSystem.status(config) == nil)
    }

    @Test func anotherDaemonsKeyIsNotReplaced() throws {
        #expect(try initialize().exitCode == 0)
        let foreign = try BoxSecretKey.generate().publicKey
        _ = try Connection(connection).execute(
            "UPDATE blog_pushbridge_settings SET value = '\(foreign.base64)' WHERE name = 'public_key'")
        let refused = try initialize()
        #expect(refused.exitCode == 5)
        #expect(refused.errors.contains(foreign.fingerprint))
        #expect(try setting("public_key") == foreign.base64)
        #expect(try initialize("--accept-clone").exitCode == 0)
        #expect(try setting("public_key") != foreign.base64)
    }

    @Test func aCopyOfTheSiteIsToldApart() throws {
        let connection = try Connection(connection)
        _ = try connection.execute("CREATE TABLE blog_options (option_name varchar(191), option_value longtext)")
        _ = try connection.execute("INSERT INTO blog_options VALUES ('siteurl', 'https://example.org')")
        #expect(try initialize().exitCode == 0)
        _ = try connection.execute("UPDATE blog_options SET option_value = 'https://staging.example.org'")
        _ = try connection.execute("INSERT INTO blog_pushbridge_actions (user_id, message) VALUES (1, '{}')")
        let found = try initialize()
        #expect(found.exitCode == 1)
        #expect(found.errors.contains("https://staging.example.org") && found.errors.contains("--accept-clone"))
        let accepted = try initialize("--accept-clone", "--drop-queue")
        #expect(accepted.exitCode == 0, "\(accepted.errors)")
        #expect(accepted.output.contains("Cancelled 1 actions."))
        #expect(try initialize().exitCode == 0)
    }

    @Test func migrateIsIdempotentAndShowsWhatItWouldDo() throws {
        _ = try run("init", "--wp-config", "/nonexistent")
        try FileSystem.makeDirectories("\(directory.path)/etc", mode: 0o755)
        try FileSystem.create(
            config, Array("[database]\nwp_config = \(wpConfig)\n[state]\ndirectory = \(directory.path)/state\n".utf8),
            mode: 0o600)
        #expect(try run("migrate", "--status", "--json").json["schema_version"] == 0)
        #expect(try run("migrate", "--dry-run").output.contains("CREATE TABLE IF NOT EXISTS blog_pushbridge_actions"))
        #expect(try run("migrate", "--status", "--json").json["schema_version"] == 0)
        let first = try run("migrate", "--json").json
        #expect(first["applied"]?.array?.count == Migration.all.count)
        let second = try run("migrate", "--json").json
        #expect(second["applied"] == [])
        #expect(second["schema_version"] == JSONValue(Migration.latest))
        _ = try Connection(connection).execute(
            "UPDATE blog_pushbridge_settings SET value = '9999' WHERE name = 'schema_version'")
        let newer = try run("migrate")
        #expect(newer.exitCode == 4)
        #expect(newer.errors.contains("9999") && newer.errors.contains("update push-bridge"))
    }

    @Test func keysGenerateNeverOverwrites() throws {
        #expect(try initialize().exitCode == 0)
        let file = "\(directory.path)/etc/push-bridge.key"
        let before = try directory.read("etc/push-bridge.key")
        let again = try run("keys", "generate")
        #expect(again.exitCode == 5)
        #expect(again.errors.contains(file))
        #expect(try directory.read("etc/push-bridge.key") == before)
    }

    @Test func doctorFindsASoundInstallationSound() throws {
        #expect(try initialize().exitCode == 0)
        let run = try run("doctor", "--json", environment: ["PUSH_BRIDGE_LOG_LEVEL": "debug"])
        #expect(run.exitCode == 0, "\(run.output) \(run.errors)")
        let checks = try #require(try run.json["checks"]?.array)
        #expect(checks.allSatisfy { $0["status"] != "failed" })
        #expect(checks.contains { $0["check"] == "grants" })
        let settings = try #require(try run.json["settings"]?.array)
        func origin(_ key: String) -> String? { settings.first { $0["key"]?.string == key }?["origin"]?.string }
        #expect(origin("level") == "PUSH_BRIDGE_LOG_LEVEL")
        #expect(origin("table_prefix") == "\(wpConfig) ($table_prefix)")
        #expect(origin("breaker_share") == "default")
        #expect(!run.output.contains(connection.password.reveal()))
        #expect(try self.run("doctor").output.contains("ok"))
    }

    @Test func doctorNamesEveryMissingRightAndAnUnsafeKey() throws {
        #expect(try initialize().exitCode == 0)
        let server = try TestMariaDB.shared()
        let name = connection.database
        for host in ["localhost", "127.0.0.1"] {
            try server.exec("REVOKE ALL ON \(name).* FROM '\(connection.user)'@'\(host)'")
            try server.exec("GRANT SELECT, INSERT, UPDATE ON \(name).* TO '\(connection.user)'@'\(host)'")
        }
        let run = try run("doctor", "--json")
        #expect(run.exitCode == 4, "\(run.output)")
        let failed = try #require(try run.json["checks"]?.array).filter { $0["status"] == "failed" }
        #expect(failed.count == 9)
        #expect(
            failed.allSatisfy { $0["text"]?.string?.hasPrefix("DELETE is missing: GRANT DELETE ON `\(name)`") == true })
        for host in ["localhost", "127.0.0.1"] {
            try server.exec("REVOKE INSERT ON \(name).* FROM '\(connection.user)'@'\(host)'")
        }
        #expect(try self.run("doctor").output.contains("GRANT INSERT ON `\(name)`.`blog_usermeta`"))
        _ = unsafe system("chmod 644 '\(directory.path)/etc/push-bridge.key'")
        #expect(try self.run("doctor").exitCode == 5)
    }

    @Test func anAccountOfFewRightsIsToldWhatItCannotSeeAndHowToMigrate() throws {
        #expect(try initialize().exitCode == 0)
        let server = try TestMariaDB.shared()
        let name = connection.database
        let tables = [
            "usermeta", "pushbridge_actions", "pushbridge_deliveries", "pushbridge_credentials", "pushbridge_prunes",
            "pushbridge_token_environments", "pushbridge_answers", "pushbridge_workers", "pushbridge_settings",
        ]
        for host in ["localhost", "127.0.0.1"] {
            let account = "'\(connection.user)'@'\(host)'"
            try server.exec("REVOKE ALL ON \(name).* FROM \(account)")
            for table in tables {
                try server.exec("GRANT SELECT, INSERT, UPDATE, DELETE ON \(name).blog_\(table) TO \(account)")
            }
        }
        let doctor = try run("doctor")
        #expect(doctor.exitCode == 0, "\(doctor.output)")
        #expect(doctor.output.contains("a copy of this site is not recognized: SELECT is missing"))
        try server.exec("UPDATE \(name).blog_pushbridge_settings SET value = '1' WHERE name = 'schema_version'")
        let migrate = try run("migrate")
        #expect(migrate.exitCode == 4)
        #expect(migrate.errors.contains("PUSH_BRIDGE_DATABASE_USER"), "\(migrate.errors)")
    }

    @Test func doctorReadsEveryStoredCredential() async throws {
        #expect(try initialize().exitCode == 0)
        let key = try ServiceKey.read("\(directory.path)/etc/push-bridge.key").publicKey
        let bad = CredentialContent(
            app: "default", channel: .voip, bundleID: "com.example.app",
            proof: .token(keyID: "ABC123DEFG", teamID: "DEF123GHIJ", p8: Secret(Array("nonsense".utf8))))
        try await MySQLCredentialStore(
            database: Database(configuration: connection, name: "test"), tables: TableNames(prefix: "blog_")
        )
        .save(CredentialBox.seal(bad, to: key))
        let run = try run("doctor")
        #expect(run.exitCode == 5)
        #expect(run.output.contains("FAILED   credential default/voip: this text is not a signing key"))
        #expect(!run.output.contains("nonsense"))
    }

    @Test func aForeignPublicKeyStaysAnAlarmUntilSomebodyAccepts() throws {
        #expect(try initialize().exitCode == 0)
        _ = try Connection(connection).execute(
            "INSERT INTO blog_pushbridge_settings (name, value) VALUES ('public_key_alarm', 'abcd1234')")
        let alarmed = try run("doctor")
        #expect(alarmed.exitCode == 5)
        #expect(alarmed.output.contains("abcd1234") && alarmed.output.contains("doctor --accept"))
        #expect(try run("doctor", "--accept").exitCode == 0)
        #expect(try run("doctor").exitCode == 0)
    }
}
