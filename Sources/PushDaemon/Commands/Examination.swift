import Cryptography
import JSONText
import MariaDB
import PushCore
import PushStore
import ServiceRuntime

/// The checks of `doctor`, in the order in which one thing needs another.
struct Examination {
    private let configuration: Configuration
    private let context: CommandContext
    private let database: Database
    private(set) var findings: [Finding] = []

    /// A clock that is further off than so many milliseconds is worth a look, and Apple refuses tokens of one that is
    /// off by more than the second number.
    private static let noticeableLead: Int64 = 2000
    private static let harmfulLead: Int64 = 300_000
    /// A worker not heard of for so many seconds is gone.
    private static let silence: Int64 = 60

    init(_ configuration: Configuration, _ context: CommandContext) {
        self.configuration = configuration
        self.context = context
        database = context.database(configuration)
    }

    /// Makes every check; what needs the database is left out when it cannot be reached.
    mutating func run() async {
        note("configuration", configuration.warnings.isEmpty ? .ok : .warning, "\(configuration.path) is in order")
        let keys = checkKeys()
        checkStateDirectory()
        guard await checkDatabase() else { return }
        guard await checkSchema() else { return }
        await checkGrants()
        await checkPublishedKey(keys.first)
        await checkCredentials(keys)
        if context.arguments.has("online"), !keys.isEmpty { await checkAtApple(keys) }
        await checkPause()
        await checkWorkers()
    }

    private mutating func note(_ check: String, _ status: Finding.Status, _ text: String) {
        findings.append(Finding(check: check, status: status, text: text))
    }

    /// Notes an error with the exit code that a command would end with.
    private mutating func fail(_ check: String, _ error: any Error) {
        let failure = FailureText.failure(for: error, configPath: context.configPath)
        note(check, .failed(failure.exitCode), failure.message)
    }

    // MARK: This machine

    private mutating func checkKeys() -> [BoxSecretKey] {
        do {
            let keys = try KeyPair.all(configuration, context)
            note("secret key", .ok, "\(configuration.keyFile), fingerprint \(keys[0].publicKey.fingerprint)")
            return keys
        } catch {
            fail("secret key", error)
            return []
        }
    }

    private mutating func checkStateDirectory() {
        let path = configuration.stateDirectory
        let isUsable = FileSystem.status(path)?.isDirectory == true && FileSystem.isWritable(path)
        let advice =
            "cannot be written to: make it, and give it to the daemon's user (push-bridge migrate does, as root)"
        note("state directory", isUsable ? .ok : .failed(.failed), isUsable ? path : "\(path) \(advice)")
    }

    // MARK: The database

    private mutating func checkDatabase() async -> Bool {
        let inspection = DatabaseInspection(database: database, tables: configuration.database.tables)
        do {
            let server = try await inspection.server()
            let place = "\(configuration.database.connection.address), \(server.version)"
            note(
                "database", server.isReadOnly ? .failed(.database) : .ok,
                server.isReadOnly ? "\(place) takes no writes: name the primary server in [database]" : place)
            let lead = try await inspection.clockLead()
            let size = abs(lead)
            note(
                "clock", size < Self.noticeableLead ? .ok : size < Self.harmfulLead ? .warning : .failed(.failed),
                "the database's clock is \(lead) ms ahead of this machine's"
                    + (size < Self.noticeableLead ? "" : ": let both keep time by NTP"))
            return true
        } catch {
            fail("database", error)
            return false
        }
    }

    private mutating func checkSchema() async -> Bool {
        let tables = configuration.database.tables
        do {
            try await Migrations(database: database, tables: tables).check()
            note("schema", .ok, "version \(Migration.latest)")
            if let (noted, now) = try await SiteAddress(database: database, tables: tables).difference() {
                note(
                    "site", .failed(.failed),
                    "set up for \(noted), but the site is \(now) now: nothing is sent; see push-bridge init --help")
            }
            return true
        } catch {
            fail("schema", error)
            return false
        }
    }

    private mutating func checkGrants() async {
        let inspection = DatabaseInspection(database: database, tables: configuration.database.tables)
        let editsUserMeta = configuration.pruning.mode == .direct || configuration.pruning.mode == .auto
        do {
            let missing = try await inspection.rights(editsUserMeta: editsUserMeta).filter { $0.refusal != nil }
            for right in missing {
                let name = configuration.database.name
                note(
                    "grants", right.loss == nil ? .failed(.database) : .warning,
                    "\(right.loss.map { "\($0): " } ?? "")\(right.privilege) is missing: GRANT \(right.privilege) ON `\(name)`.`\(right.table)` TO "
                        + "'\(configuration.database.user)'@…; the server said: \(right.refusal ?? "")")
            }
            if missing.isEmpty { note("grants", .ok, "everything the daemon does is allowed") }
        } catch {
            fail("grants", error)
        }
    }

    // MARK: Credentials

    private mutating func checkPublishedKey(_ key: BoxSecretKey?) async {
        do {
            let settings = PublishedKey(database: database, tables: configuration.database.tables)
            let published = try await settings.current()
            if let alarm = try await settings.alarm() {
                note(
                    "public key", .failed(.credentials),
                    "somebody had put another key (\(alarm)) into the database; no new credential is taken. "
                        + "Find out who; then push-bridge doctor --accept")
            }
            switch (published, key?.publicKey) {
            case (let published?, let own?) where published == own: note("public key", .ok, published.fingerprint)
            case (let published?, let own?):
                note(
                    "public key", .failed(.credentials),
                    "the database holds \(published.fingerprint), the key file is \(own.fingerprint): "
                        + "credentials sealed by the site cannot be opened; see push-bridge init --help")
            case (nil, _): note("public key", .warning, "not published yet: push-bridge init")
            case (_, nil): break
            }
        } catch {
            fail("public key", error)
        }
    }

    private mutating func checkCredentials(_ keys: [BoxSecretKey]) async {
        guard !keys.isEmpty else { return }
        do {
            let store = MySQLCredentialStore(database: database, tables: configuration.database.tables)
            let stored = try await store.all()
            if stored.isEmpty { note("credentials", .warning, "none stored: push-bridge credentials set --help") }
            for credential in stored {
                let name = "credential \(credential.app)/\(credential.channel.rawValue)"
                do {
                    let health = try CredentialHealth(
                        CredentialBox.open(credential, with: keys), now: WallClock.seconds)
                    note(name, health.isSound ? .ok : .warning, health.text)
                } catch {
                    fail(name, error)
                }
            }
        } catch {
            fail("credentials", error)
        }
    }

    private mutating func checkAtApple(_ keys: [BoxSecretKey]) async {
        do {
            let store = MySQLCredentialStore(database: database, tables: configuration.database.tables)
            let trial = CredentialTrial(configuration: configuration, store: store, keys: keys)
            for stored in try await store.all() {
                let name = "apple \(stored.app)/\(stored.channel.rawValue)"
                do {
                    let outcome = try await trial.run(stored)
                    note(name, outcome.status, outcome.lines.joined(separator: "; "))
                } catch {
                    fail(name, error)
                }
            }
        } catch {
            fail("apple", error)
        }
    }

    private mutating func checkPause() async {
        do {
            let pause = try await PauseAdministration(database: database, tables: configuration.database.tables)
                .current()
            if !pause.isEmpty {
                note("queue", .warning, "paused: \(pause.text); to go on: push-bridge queue resume")
            }
        } catch {
            fail("queue", error)
        }
    }

    private mutating func checkWorkers() async {
        do {
            let workers = try await QueueStatus(database: database, tables: configuration.database.tables).workers()
            let alive = workers.filter { ($0["heartbeat_seconds"]?.integer ?? .max) < Self.silence }.count
            note(
                "daemons", alive > 0 ? .ok : .warning,
                alive > 0 ? "\(alive) running" : "none is running: push-bridge run, or systemctl start push-bridge")
        } catch {
            fail("daemons", error)
        }
    }
}
