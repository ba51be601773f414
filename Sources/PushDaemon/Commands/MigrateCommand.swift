import JSONText
import MariaDB
import PushStore
import WordPress

/// `push-bridge migrate`: brings the tables to this program's schema.
enum MigrateCommand: Command {
    static let manual = Manual(
        "migrate", "makes or updates the tables", synopsis: ["[--status | --dry-run] [--json]"],
        description: """
            Applies what is missing, and nothing when nothing is. Two at once do not disturb each other. A schema \
            that is newer than this program is refused. The database account must be allowed to create and alter \
            tables, which the daemon itself need not be.
            """,
        options: [
            Option(flag: "status", "Show the schema's version and what is missing; change nothing."),
            Option(flag: "dry-run", "Print the SQL that would be run; change nothing."), .json,
        ],
        output: """
            What was done, and the version of the schema. --json: an object with schema_version, latest, and applied \
            or, with --status, missing. --dry-run prints SQL.
            """,
        examples: [
            Manual.Example("push-bridge migrate --status", "Is the database as this program needs it?"),
            Manual.Example(
                "push-bridge migrate --dry-run > changes.sql", "For a database administrator to read first."),
        ],
        seeAlso: ["init", "doctor"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let arguments = context.arguments
        if arguments.has("status"), arguments.has("dry-run") {
            throw usage("--status and --dry-run exclude each other")
        }
        let configuration = try context.configuration()
        let tables = configuration.database.tables
        let migrations = Migrations(database: context.database(configuration), tables: tables)
        if arguments.has("status") || arguments.has("dry-run") {
            let status = try await migrations.status()
            if status.version > Migration.latest {
                throw SchemaError.newer(found: status.version, known: Migration.latest)
            }
            if arguments.has("status") {
                show(status.version, status.pending.map(\.name), "missing", context)
            } else {
                for statement in status.pending.flatMap({ $0.statements(prefix: tables.prefix) }) {
                    context.output.line(statement.trimmed + ";")
                }
            }
            return .ok
        }
        let applied = try await apply(migrations)
        try StateDirectory.prepare(configuration.stateDirectory)
        show(Migration.latest, applied, "applied", context)
        return .ok
    }

    private static func apply(_ migrations: Migrations) async throws -> [String] {
        do {
            return try await migrations.run()
        } catch let error as MariaDBError where error.isDenied {
            throw CommandFailure(
                .database,
                """
                \(error)
                The daemon's account need not be allowed to change tables. Give migrate the site's own, as wp-config.php has it, \
                by PUSH_BRIDGE_DATABASE_USER and PUSH_BRIDGE_DATABASE_PASSWORD.
                """)
        }
    }

    private static func show(_ version: Int, _ names: [String], _ what: String, _ context: CommandContext) {
        if context.wantsJSON {
            context.output.json(
                .object(
                    JSONObject([
                        ("schema_version", JSONValue(version)), ("latest", JSONValue(Migration.latest)),
                        (what, .array(names.map(JSONValue.string))),
                    ])))
            return
        }
        for name in names { context.output.line("\(what): \(name)") }
        context.output.line("schema version \(version) of \(Migration.latest)")
    }
}
