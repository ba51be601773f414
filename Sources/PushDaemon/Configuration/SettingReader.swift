/// Looks settings up (variable, then `[app.NAME]` or the section, then the default), checks them, and notes every problem.
struct SettingReader {
    /// A value as written, and by whom.
    struct Found {
        let text: String
        let origin: SettingOrigin
        let hadComment: Bool

        /// Whether an environment variable gave it.
        var isVariable: Bool {
            if case .variable = origin { true } else { false }
        }
    }

    let path: String
    let environment: [String: String]
    private let entries: [String: INIEntry]
    /// What is wrong, each with its place.
    private(set) var problems: [String] = []
    /// The settings in force, in the order they were asked for.
    private(set) var settings: [EffectiveSetting] = []

    /// Takes the entries of a file; of two with one name the first counts (the second is a problem found elsewhere).
    init(path: String, entries: [INIEntry], environment: [String: String]) {
        self.path = path
        self.environment = environment
        self.entries = Dictionary(entries.map { ("\($0.section)\n\($0.key)", $0) }) { first, _ in first }
    }

    /// What somebody gave for `key`, unchecked; nil when nobody did.
    func given(_ key: SettingKey, app: String? = nil) -> Found? {
        if let app {
            guard key.isPerApp, let entry = entries["app.\(app)\n\(key.name)"] else { return nil }
            return found(entry)
        }
        if let text = environment[key.variable] {
            return Found(text: text, origin: .variable(key.variable), hadComment: false)
        }
        return entries["\(key.section)\n\(key.name)"].map(found)
    }

    private func found(_ entry: INIEntry) -> Found {
        Found(text: entry.value, origin: .file(path: path, line: entry.line), hadComment: entry.hadComment)
    }

    /// Notes a problem at the place of `found`.
    mutating func fail(_ key: SettingKey, _ origin: SettingOrigin, _ text: String) {
        let place = origin == .byDefault ? "\(path): [\(key.section)]" : "\(origin)"
        problems.append("\(place): \(text)")
    }

    /// Notes the value in force.
    mutating func note(_ key: SettingKey, app: String? = nil, _ shown: String, _ origin: SettingOrigin) {
        settings.append(
            EffectiveSetting(
                section: app.map { "app.\($0)" } ?? key.section, key: key.name,
                shown: key.isSecret && !shown.isEmpty ? "<secret>" : shown, origin: origin))
    }

    /// Reads, checks and notes one setting. `check` throws a `Complaint` in words that follow the key's name.
    /// - Returns: the checked value; that of the default when it is wrong (the problem is noted) or not given; for an
    ///   app nil when the app does not give it.
    mutating func value<Value>(
        _ key: SettingKey, app: String? = nil, _ check: (String) throws(Complaint) -> Value
    ) -> Value? {
        let found = given(key, app: app)
        if app != nil, found == nil { return nil }
        let origin = found?.origin ?? .byDefault
        do {
            let value = try check(found?.text ?? key.standard)
            note(key, app: app, found?.text ?? key.standard, origin)
            return value
        } catch {
            fail(key, origin, "\(key.name): \(error.text)")
            return try? check(key.standard)
        }
    }

    /// Why a value is refused, for the person who wrote it.
    struct Complaint: Error {
        let text: String

        init(_ text: String) { self.text = text }
    }
}
