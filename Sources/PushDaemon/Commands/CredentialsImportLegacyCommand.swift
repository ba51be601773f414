import Cryptography
import JSONText
import PushCore
import PushStore
import ServiceRuntime

/// `push-bridge credentials import-legacy`: takes over what an older plugin kept in the site's options.
enum CredentialsImportLegacyCommand: Command {
    static let manual = Manual(
        "credentials import-legacy", "takes over a key or certificate from the site's options",
        synopsis: [
            "[--app NAME] --channel standard|voip --bundle-id-option NAME --p8-option NAME --key-id-option NAME "
                + "--team-id-option NAME [--wipe [--offline]] [--json]",
            "[--app NAME] --channel standard|voip --bundle-id-option NAME --cert-option NAME "
                + "[--passphrase-option NAME] [--wipe [--offline]] [--json]",
        ],
        description: """
            Reads options of the main site, in plain text or PHP-serialized, checks what they hold as "credentials \
            set" does, seals it, stores it, and reads it back. The option of a key or certificate may hold it \
            itself (a .p8; a certificate as PEM or a .p12 in Base64) or the path of its file; a relative path begins \
            at the site's directory.

            With --wipe the options that hold the secret are removed once the stored credential has been opened \
            again and Apple takes it (see "credentials verify"), so that a dump of the database does not give it \
            away any more. Files are never removed: each that is left is named. One below the site's directory can \
            perhaps be fetched by anybody.

            Old backups still hold the secret: at Apple, a new key and the end of the old one is the clean way.
            """,
        options: [
            Option("app", "NAME", "The app (default: default)."), Option("channel", "CHANNEL", "standard or voip."),
            Option("bundle-id-option", "NAME", "The option that holds the bundle id."),
            Option("p8-option", "NAME", "The option with the signing key or its path."),
            Option("key-id-option", "NAME", "The option that holds the key's id."),
            Option("team-id-option", "NAME", "The option that holds the team's id."),
            Option("cert-option", "NAME", "The option with the certificate and its private key, or their path."),
            Option("passphrase-option", "NAME", "The option that holds the certificate's passphrase."),
            Option(flag: "wipe", "Remove the secret options afterwards."),
            Option(flag: "offline", "With --wipe: do not ask Apple first."), .json,
        ],
        output: """
            What was done, each removed option and each file that is left. --json: an object with the columns of \
            "credentials list", wiped_options and files_left.
            """,
        exitCodes: [.configuration, .database, .credentials],
        examples: [
            Manual.Example(
                """
                push-bridge credentials import-legacy --channel voip \\
                        --bundle-id-option mam_bundle --cert-option mam_voip_pem --wipe
                """, "The certificate for calls; nothing readable remains in the options.")
        ],
        seeAlso: ["credentials set", "credentials verify"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let arguments = context.arguments
        let (app, channel) = (try arguments.app(), try arguments.channel())
        try checkForm(arguments)
        let configuration = try context.configuration()
        let database = context.database(configuration)
        let tables = configuration.database.tables
        let keys = try KeyPair.all(configuration, context)
        let site = SiteDirectory(wpConfig: configuration.database.wpConfig)
        let options = SiteOptions(database: database, tables: tables)

        let bundleID = try await LegacyOption(text: arguments.value("bundle-id-option") ?? "", options).text
        let (material, secrets) = try await material(arguments, options, site)
        let input = try CredentialInput(
            .init(app: app, channel: channel, bundleID: bundleID), material, now: WallClock.seconds)
        for warning in input.warnings { context.warning(warning) }
        let store = MySQLCredentialStore(database: database, tables: tables)
        _ = try await input.save(in: store, sealedTo: keys[0].publicKey)
        let stored = try await verified(app: app, channel: channel, in: store, keys)

        var wiped: [String] = []
        if arguments.has("wipe") {
            if !arguments.has("offline") {
                try await checkAtApple(
                    stored, CredentialTrial(configuration: configuration, store: store, keys: keys))
            }
            for secret in secrets {
                guard try await options.remove(secret.name, holding: secret.stored) else {
                    context.warning("option \(secret.name) was changed meanwhile and is left as it is")
                    continue
                }
                wiped.append(secret.name)
            }
            if try await Settings(database: database, tables: tables).value("object_cache") == "1" {
                context.warning("the site's object cache may still hold the options: wp cache flush")
            }
        }
        let files = secrets.compactMap(\.file)
        for file in files where site.contains(file) {
            context.warning("\(file) lies below the site's directory: perhaps anybody can fetch it; delete it")
        }
        report(stored, wiped: wiped, files: files, context)
        return .ok
    }

    private static func checkForm(_ arguments: ParsedArguments) throws {
        let isToken = arguments.has("p8-option")
        guard isToken != arguments.has("cert-option") else { throw usage("give one of --p8-option and --cert-option") }
        let needed = ["bundle-id-option"] + (isToken ? ["key-id-option", "team-id-option"] : [])
        for name in needed where !arguments.has(name) { throw usage("--\(name) is missing") }
        let odd = isToken ? ["passphrase-option"] : ["key-id-option", "team-id-option"]
        for name in odd where arguments.has(name) {
            throw usage("--\(name) does not go with --\(isToken ? "p8" : "cert")-option")
        }
    }

    private static func material(
        _ arguments: ParsedArguments, _ options: SiteOptions, _ site: SiteDirectory
    ) async throws -> (CredentialInput.Material, secrets: [LegacyOption]) {
        if let name = arguments.value("p8-option") {
            let key = try await LegacyOption(secret: name, options, site: site.path)
            let keyID = try await LegacyOption(text: arguments.value("key-id-option") ?? "", options).text
            let teamID = try await LegacyOption(text: arguments.value("team-id-option") ?? "", options).text
            return (.token(p8: key.content, keyID: keyID, teamID: teamID), [key])
        }
        let certificate = try await LegacyOption(
            secret: arguments.value("cert-option") ?? "", options, site: site.path)
        var secrets = [certificate]
        var passphrase: Secret<[UInt8]>?
        if let name = arguments.value("passphrase-option") {
            let option = try await LegacyOption(text: name, options)
            passphrase = Secret(option.content)
            secrets.append(option)
        }
        if certificate.text.contains("-----BEGIN") {
            return (.certificate(certificate.content, isPEM: true, passphrase: passphrase), secrets)
        }
        // A .p12 is binary: a file has it as it is, a text column only in Base64.
        let bytes = certificate.file == nil ? Base64.decode(certificate.text) : certificate.content
        guard let bytes else {
            throw CommandFailure(
                .credentials, "option \(certificate.name) holds neither PEM, nor a .p12 in Base64, nor a path")
        }
        return (.certificate(bytes, isPEM: false, passphrase: passphrase), secrets)
    }

    // What was written must open again, before anything else of it is removed.
    private static func verified(
        app: String, channel: PushChannel, in store: MySQLCredentialStore, _ keys: [BoxSecretKey]
    ) async throws -> StoredCredential {
        guard let stored = try await store.all().first(where: { $0.app == app && $0.channel == channel }) else {
            throw CommandFailure(.failed, "the credential is gone again: somebody removed it meanwhile")
        }
        _ = try CredentialHealth(try CredentialBox.open(stored, with: keys), now: WallClock.seconds)
        return stored
    }

    // The only copy of a secret must not go before its successor is known to work.
    private static func checkAtApple(_ stored: StoredCredential, _ trial: CredentialTrial) async throws {
        let outcome = try await trial.run(stored)
        guard case .failed(let code) = outcome.status else { return }
        throw CommandFailure(
            code,
            "the credential is stored, but nothing was wiped, because Apple does not take it:\n"
                + outcome.lines.joined(separator: "\n"))
    }

    private static func report(
        _ stored: StoredCredential, wiped: [String], files: [String], _ context: CommandContext
    ) {
        if context.wantsJSON {
            var row = CredentialRow.object(stored)
            row["wiped_options"] = .array(wiped.map(JSONValue.string))
            row["files_left"] = .array(files.map(JSONValue.string))
            context.output.json(.object(row))
            return
        }
        context.output.line(
            "Stored the \(stored.kind.rawValue) for app \(stored.app), channel \(stored.channel.rawValue), and read it back."
        )
        for name in wiped { context.output.line("Removed the option \(name).") }
        for file in files { context.output.line("Left on the disk: \(file). Delete it when nothing else needs it.") }
    }
}
