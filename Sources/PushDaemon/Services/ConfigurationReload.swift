import ServiceRuntime
import Telemetry
import WordPress

/// Reads the configuration again (HUP): all of it or, when anything in it is wrong, nothing.
struct ConfigurationReload: Sendable {
    let live: LiveConfiguration
    let logger: Logger
    /// Reads file and environment.
    let load: @Sendable () throws(ConfigurationError) -> Configuration

    /// Puts what the file says now in force, and tells what changed and what only a restart brings.
    func run() {
        let fresh: Configuration
        do {
            fresh = try load()
        } catch {
            for problem in error.problems { logger.error("configuration_problem", ["problem": .text(problem)]) }
            logger.error(
                "reload_refused",
                ["problems": .count(error.problems.count), "note": "the old configuration stays in force as a whole"])
            return
        }
        let changed = Self.changes(from: live.current, to: fresh)
        let stale = Self.needingRestart(from: live.initial, to: fresh)
        live.replace(with: fresh)
        logger.configure(format: fresh.logFormat, level: fresh.logLevel)
        for warning in fresh.warnings { logger.warning("configuration_warning", ["warning": .text(warning)]) }
        logger.info("reloaded", ["changed": .text(changed.isEmpty ? "nothing" : changed.joined(separator: ", "))])
        if !stale.isEmpty {
            logger.warning(
                "needs_a_restart",
                [
                    "settings": .text(stale.joined(separator: ", ")),
                    "note": "until then the daemon works with those that it started with",
                ])
        }
    }

    /// The settings that read differently, as `[section] key`.
    static func changes(from old: Configuration, to new: Configuration) -> [String] {
        func shown(_ configuration: Configuration) -> [String: String] {
            Dictionary(configuration.settings.map { ("[\($0.section)] \($0.key)", $0.shown) }) { $1 }
        }
        let (before, after) = (shown(old), shown(new))
        return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    }

    /// What differs from the configuration that the daemon started with and cannot change while it runs.
    static func needingRestart(from old: Configuration, to new: Configuration) -> [String] {
        let (database, other) = (old.database, new.database)
        let pairs: [(String, Bool)] = [
            ("[database] host, port or socket", database.server == other.server),
            ("[database] name", database.name == other.name), ("[database] user", database.user == other.user),
            ("[database] password", database.password.reveal() == other.password.reveal()),
            ("[database] tls_ca", database.tlsCA == other.tlsCA && database.requiresTLS == other.requiresTLS),
            ("[database] table_prefix", database.tables.prefix == other.tables.prefix),
            ("[secrets] key_file", old.keyFile == new.keyFile),
            ("[secrets] previous_key_file", old.previousKeyFile == new.previousKeyFile),
            ("[state] directory", old.stateDirectory == new.stateDirectory),
            ("[wake] listen", old.wakeListen == new.wakeListen),
            ("[http] listen", old.httpListen == new.httpListen),
        ]
        return pairs.filter { !$0.1 }.map(\.0)
    }
}
