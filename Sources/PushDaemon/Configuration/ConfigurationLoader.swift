import PushCore
import ServiceRuntime
import Telemetry

/// Reads a configuration file and the environment.
package enum ConfigurationLoader {
    /// The most bytes a configuration file may have.
    private static let largestFile = 1 << 20
    /// Variables with our prefix that are no settings.
    private static let otherVariables = ["PUSH_BRIDGE_CONFIG"]

    /// Reads the file at `path` and the variables of `environment`.
    /// - Throws: `ConfigurationError` with every problem found.
    package static func load(path: String, environment: [String: String]) throws(ConfigurationError) -> Configuration {
        let bytes: [UInt8]
        do {
            bytes = try FileSystem.read(path, limit: largestFile)
        } catch {
            let advice =
                FileSystem.status(path) == nil
                ? "write one with: push-bridge init --config \(path) --wp-config /path/to/wp-config.php"
                : "run this as root or as the user push-bridge, or correct the file's permissions"
            throw ConfigurationError(problems: ["\(error); \(advice)"])
        }
        return try load(bytes, path: path, environment: environment)
    }

    /// Reads the text of a configuration file; `path` is where it stands, for messages and relative paths.
    /// - Throws: `ConfigurationError` with every problem found.
    package static func load(
        _ bytes: [UInt8], path: String, environment: [String: String]
    ) throws(ConfigurationError) -> Configuration {
        let file = INIFile(bytes)
        var problems = file.faults.map { "\(path):\($0.line): \($0.text)" }
        problems += unknownNames(in: file, path: path)
        problems += namesGivenTwice(in: file, path: path)

        var reader = SettingReader(path: path, entries: file.entries, environment: environment)
        let apps = Set(file.sections.compactMap { appName($0.name) }).sorted()
        let configuration = ConfigurationBuilder(apps: apps, warnings: unknownVariables(in: environment))
            .build(&reader)
        problems += reader.problems
        guard let configuration, problems.isEmpty else {
            throw ConfigurationError(problems: inFileOrder(problems, path: path))
        }
        return configuration
    }

    private static func appName(_ section: String) -> String? {
        section.hasPrefix("app.") ? String(section.dropFirst(4)) : nil
    }

    private static func unknownNames(in file: INIFile, path: String) -> [String] {
        let known = Dictionary(grouping: SettingKey.all, by: \.section).mapValues { $0.map(\.name) }
        let perApp = SettingKey.all.filter(\.isPerApp).map(\.name)
        var problems: [String] = []
        for (name, line) in file.sections where known[name] == nil {
            if let app = appName(name) {
                guard !AppName.isValid(app) else { continue }
                problems.append("\(path):\(line): [\(name)]: \(AppName.rule)")
            } else {
                let hint = NearMiss.hint(for: name, among: SettingKey.sections + ["app."])
                problems.append("\(path):\(line): unknown section [\(name)]\(hint)")
            }
        }
        for entry in file.entries {
            let isApp = appName(entry.section) != nil
            guard let names = isApp ? perApp : known[entry.section], !names.contains(entry.key) else { continue }
            let hint: String
            if isApp, SettingKey.all.contains(where: { $0.name == entry.key }) {
                hint = "; it cannot differ from app to app"
            } else if let other = SettingKey.all.first(where: { $0.name == entry.key }) {
                hint = "; it belongs in [\(other.section)]"
            } else {
                hint = NearMiss.hint(for: entry.key, among: names)
            }
            problems.append("\(path):\(entry.line): unknown key \"\(entry.key)\" in [\(entry.section)]\(hint)")
        }
        return problems
    }

    private static func namesGivenTwice(in file: INIFile, path: String) -> [String] {
        var first: [String: Int] = [:]
        return file.entries.compactMap { entry in
            let name = "\(entry.section)\n\(entry.key)"
            guard let line = first[name] else {
                first[name] = entry.line
                return nil
            }
            return "\(path):\(entry.line): \"\(entry.key)\" is given twice; the first is in line \(line)"
        }
    }

    private static func unknownVariables(in environment: [String: String]) -> [String] {
        let known = SettingKey.all.map(\.variable) + otherVariables
        return environment.keys.filter { $0.hasPrefix("PUSH_BRIDGE_") && !known.contains($0) }.sorted().map {
            "the environment variable \($0) is unknown and ignored\(NearMiss.hint(for: $0, among: known))"
        }
    }

    /// By line; what has no line comes last.
    private static func inFileOrder(_ problems: [String], path: String) -> [String] {
        func line(_ problem: String) -> Int {
            guard problem.hasPrefix("\(path):") else { return .max }
            return Int(problem.dropFirst(path.count + 1).prefix { $0.isNumber }) ?? .max
        }
        return problems.enumerated().sorted { (line($0.element), $0.offset) < (line($1.element), $1.offset) }.map(
            \.element)
    }
}
