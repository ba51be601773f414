import Cryptography
import MariaDB
import PushStore
import ServiceRuntime

/// `push-bridge init`: from nothing to tables, keys and a configuration.
enum InitCommand: Command {
    static let manual = Manual(
        "init", "writes the configuration, makes the keys and the tables",
        synopsis: ["[--wp-config PATH] [--state DIR] [--key-file FILE] [--accept-clone [--drop-queue]]"],
        description: """
            Writes a commented configuration to the file that --config names, makes the daemon's key pair, makes \
            the tables, and publishes the public key. What exists is kept and said so: it can be run again after \
            a failure. Run as root it gives the files to the user push-bridge where there is one.

            Without --wp-config, complete [database] in the file it wrote, then run it again.

            A copy of a site (staging) holds the queue and keys of the original; nothing is sent from it until \
            --accept-clone says that it shall live on its own.
            """,
        options: [
            Option("wp-config", "PATH", "The site's wp-config.php: database and prefix are read from it."),
            Option("state", "DIR", "Where daemons keep their journals (default: /var/lib/push-bridge)."),
            Option(
                "key-file", "FILE", "Where the secret key goes (default: push-bridge.key beside the configuration)."),
            Option(
                flag: "accept-clone", "This copy of a site sends on its own from now on, with the key of this machine."),
            Option(flag: "drop-queue", "With --accept-clone: cancel what the original had queued."),
        ],
        exitCodes: [.configuration, .database, .credentials],
        examples: [
            Manual.Example("push-bridge init --wp-config /var/www/html/wp-config.php", "As root, on the web server.")
        ],
        seeAlso: ["doctor", "credentials set", "wp-config", "config"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let arguments = context.arguments
        if arguments.has("drop-queue"), !arguments.has("accept-clone") {
            throw usage("--drop-queue goes with --accept-clone")
        }
        try writeConfiguration(context)
        let configuration: Configuration
        do {
            configuration = try context.configuration()
        } catch {
            throw CommandFailure(
                error.exitCode, "\(error.message)\nComplete \(context.configPath), then run push-bridge init again.")
        }
        let key = try makeKey(configuration, context).publicKey
        try StateDirectory.prepare(configuration.stateDirectory)
        try await prepareDatabase(configuration, key, context)
        context.output.line("Public key fingerprint: \(key.fingerprint)")
        showNextSteps(configuration, context)
        return .ok
    }

    // MARK: Steps

    private static func writeConfiguration(_ context: CommandContext) throws {
        let path = FileSystem.absolute(context.configPath)
        let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        if FileSystem.status(path) != nil {
            context.output.line("Kept \(path): it exists already.")
            let ignored = ["wp-config", "state", "key-file"].filter { context.arguments.has($0) }
            if !ignored.isEmpty {
                context.warning("--\(ignored.joined(separator: ", --")) ignored: \(path) says what is used")
            }
            return
        }
        var given: [(key: SettingKey, value: String)] = []
        if let site = context.arguments.value("wp-config").map(FileSystem.absolute) {
            // A file that cannot be read at all must not leave a configuration that names it.
            do { _ = try SiteFile(path: site) } catch { throw CommandFailure(.configuration, error.text) }
            given.append((.wpConfig, site))
        }
        let keyFile = context.arguments.value("key-file").map(FileSystem.absolute) ?? "\(directory)/push-bridge.key"
        given.append((.keyFile, keyFile))
        if let state = context.arguments.value("state") { given.append((.stateDirectory, FileSystem.absolute(state))) }
        do {
            try FileSystem.makeDirectories(directory, mode: 0o755)
            // 0600: a password may be written into it.
            try FileSystem.create(path, Array(ConfigurationTemplate.text(given).utf8), mode: 0o600)
            if let owner = KeyPair.newOwner { try FileSystem.changeOwner(path, to: owner) }
        } catch {
            throw CommandFailure(.configuration, "\(error)")
        }
        context.output.line("Wrote \(path).")
    }

    private static func makeKey(_ configuration: Configuration, _ context: CommandContext) throws -> BoxSecretKey {
        let path = configuration.keyFile
        if FileSystem.status(path) != nil {
            let key = try KeyPair.read(path, context)
            context.output.line("Kept \(path): it exists already.")
            return key
        }
        let key = try KeyPair.make(path)
        context.output.line("Made the secret key \(path).")
        return key
    }

    private static func prepareDatabase(
        _ configuration: Configuration, _ key: BoxPublicKey, _ context: CommandContext
    ) async throws {
        let database = context.database(configuration)
        let tables = configuration.database.tables
        let acceptsClone = context.arguments.has("accept-clone")
        for name in try await Migrations(database: database, tables: tables).run() {
            context.output.line("Applied \(name).")
        }
        let site = SiteAddress(database: database, tables: tables)
        if acceptsClone {
            if context.arguments.has("drop-queue") {
                let queue = QueueAdministration(database: database, tables: tables)
                context.output.line("Cancelled \(try await queue.cancelAll()) actions.")
            }
            try await site.accept()
        } else if let (noted, now) = try await site.difference() {
            throw CommandFailure(
                .failed,
                """
                this database was set up for \(noted), but the site is \(now) now: is it a copy?
                A copy that shall send on its own, or a site that moved: push-bridge init --config \
                \(context.configPath) --accept-clone (and --drop-queue to cancel what is queued)
                """)
        }
        try await PublishedKey(database: database, tables: tables).publish(key, replacing: acceptsClone)
    }

    private static func showNextSteps(_ configuration: Configuration, _ context: CommandContext) {
        let output = context.output
        let config = context.configPath == CommandContext.defaultConfigPath ? "" : " --config \(context.configPath)"
        if let owner = KeyPair.newOwner, let site = configuration.database.wpConfig,
            let status = FileSystem.status(site),
            status.permissions & 0o004 == 0, status.owner != owner.id
        {
            context.warning(
                "\(site) is closed to others: see to it that the user \(owner.name) can read it, e.g. by its group")
        }
        output.line()
        output.line("Next:")
        output.line("  push-bridge credentials set\(config) --channel standard --bundle-id ID \\")
        output.line("      --p8 AuthKey.p8 --key-id ID --team-id ID      # the same for --channel voip, for calls")
        output.line("  push-bridge doctor\(config)")
        output.line("  push-bridge run\(config)                  # or: systemctl enable --now push-bridge")
    }
}
