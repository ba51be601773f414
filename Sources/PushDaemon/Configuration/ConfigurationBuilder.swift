import PushCore
import ServiceRuntime
import Telemetry

/// Puts the typed configuration together, setting by setting.
struct ConfigurationBuilder {
    let apps: [String]
    let warnings: [String]

    /// The configuration; nil when something that has no default is wrong. The reader holds the problems.
    func build(_ reader: inout SettingReader) -> Configuration? {
        let database = DatabaseSettingsReader.read(&reader)
        let keyFile = path(.keyFile, &reader)
        let previousKeyFile = optionalPath(.previousKeyFile, &reader)
        let stateDirectory = path(.stateDirectory, &reader)
        let general = general(&reader)
        let voipPollInterval = integer(.voipPollInterval, 1...60_000, &reader)
        let standardPollInterval = integer(.standardPollInterval, 1...60_000, &reader)
        let batch = integer(.batch, 1...10_000, &reader)
        let maximumInFlight = integer(.maximumInFlight, 1...100_000, &reader)
        let retry = retry(&reader)
        let pruning = pruning(&reader)
        let retention = RetentionConfiguration(
            actionsDays: days(.actionsDays, &reader), deliveriesDays: days(.deliveriesDays, &reader),
            prunesDays: days(.prunesDays, &reader))
        if let pruning { refuseForgottenTombstones(pruning, retention, &reader) }
        let wakeListen = reader.value(.wakeListen, SettingRules.wakeAddress)
        let httpListen = reader.value(.httpListen, SettingRules.listenAddress)
        let logFormat = choice(.logFormat, LogFormat.self, &reader)
        let logLevel = reader.value(.logLevel) { text throws(SettingReader.Complaint) in
            guard let level = LogLevel(word: text) else {
                let words = LogLevel.allCases.map(\.word)
                throw SettingReader.Complaint(
                    "\"\(text)\" is none of \(words.joined(separator: ", "))\(NearMiss.hint(for: text, among: words))")
            }
            return level
        }
        var own: [String: AppConfiguration] = [:]
        if let general {
            for app in apps { own[app] = override(general, for: app, &reader) }
        }
        guard let database, let general, let keyFile, let stateDirectory, let voipPollInterval,
            let standardPollInterval, let batch, let maximumInFlight, let retry, let pruning, let wakeListen,
            let httpListen, let logFormat, let logLevel
        else { return nil }
        return Configuration(
            path: reader.path, database: database, keyFile: keyFile, previousKeyFile: previousKeyFile,
            stateDirectory: stateDirectory, general: general, voipPollInterval: Int64(voipPollInterval),
            standardPollInterval: Int64(standardPollInterval), batch: batch, maximumInFlight: maximumInFlight,
            retry: retry, pruning: pruning, retention: retention, wakeListen: wakeListen, httpListen: httpListen,
            logFormat: logFormat, logLevel: logLevel, apps: own, settings: reader.settings, warnings: warnings)
    }

    // MARK: Sections

    private func general(_ reader: inout SettingReader) -> AppConfiguration? {
        let tokens = tokens(app: nil, &reader)
        guard let production = reader.value(.productionURL, SettingRules.server),
            let sandbox = reader.value(.sandboxURL, SettingRules.server),
            let productionManage = reader.value(.productionManageURL, SettingRules.optionalServer),
            let sandboxManage = reader.value(.sandboxManageURL, SettingRules.optionalServer),
            let proxy = reader.value(.proxy, SettingRules.proxy),
            let environment = choice(.environment, EnvironmentChoice.self, &reader),
            let connections = integer(.connections, 1...100, &reader),
            let streams = integer(.maximumStreams, 1...10_000, &reader),
            let age = reader.value(.voipMaximumAge, Self.age)
        else { return nil }
        let apns = ApnsConfiguration(
            productionURL: production, sandboxURL: sandbox, productionManageURL: productionManage,
            sandboxManageURL: sandboxManage, caFile: optionalPath(.caFile, &reader),
            proxy: proxy.map(Secret.init), environment: environment, connections: connections, maximumStreams: streams)
        return AppConfiguration(tokens: tokens, apns: apns, voipMaximumAge: age)
    }

    private func override(
        _ general: AppConfiguration, for app: String, _ reader: inout SettingReader
    ) -> AppConfiguration {
        var own = general
        let tokens = tokens(app: app, general: general.tokens, &reader)
        own.tokens = tokens
        if let url = reader.value(.productionURL, app: app, SettingRules.server) { own.apns.productionURL = url }
        if let url = reader.value(.sandboxURL, app: app, SettingRules.server) { own.apns.sandboxURL = url }
        if let url = reader.value(.productionManageURL, app: app, SettingRules.optionalServer) {
            own.apns.productionManageURL = url
        }
        if let url = reader.value(.sandboxManageURL, app: app, SettingRules.optionalServer) {
            own.apns.sandboxManageURL = url
        }
        if reader.given(.caFile, app: app) != nil { own.apns.caFile = optionalPath(.caFile, app: app, &reader) }
        if let proxy = reader.value(.proxy, app: app, SettingRules.proxy) { own.apns.proxy = proxy.map(Secret.init) }
        if let environment = choice(.environment, app: app, EnvironmentChoice.self, &reader) {
            own.apns.environment = environment
        }
        if let count = integer(.connections, app: app, 1...100, &reader) { own.apns.connections = count }
        if let count = integer(.maximumStreams, app: app, 1...10_000, &reader) { own.apns.maximumStreams = count }
        if let age = reader.value(.voipMaximumAge, app: app, Self.age) { own.voipMaximumAge = age }
        return own
    }

    private func tokens(
        app: String?, general: TokenConfiguration? = nil, _ reader: inout SettingReader
    ) -> TokenConfiguration {
        var tokens = general ?? TokenConfiguration(metaKeys: [:], otherMetaKeys: [])
        for kind in TokenKind.allCases {
            if let keys = reader.value(.metaKeys(kind), app: app, SettingRules.metaKeys) {
                tokens.metaKeys[kind] = keys
            }
        }
        if let others = reader.value(.otherMetaKeys, app: app, Self.otherMetaKeys) { tokens.otherMetaKeys = others }
        refuseSharedKeys(tokens, app: app, &reader)
        return tokens
    }

    /// A key of two kinds would send calls to tokens that were never issued for them.
    private func refuseSharedKeys(_ tokens: TokenConfiguration, app: String?, _ reader: inout SettingReader) {
        var owner: [String: String] = [:]
        var uses = TokenKind.allCases.flatMap { kind in
            (tokens.metaKeys[kind] ?? []).map { (key: $0, setting: SettingKey.metaKeys(kind)) }
        }
        uses += tokens.otherMetaKeys.map { ($0.key, SettingKey.otherMetaKeys) }
        for (key, setting) in uses {
            if let first = owner[key] {
                let origin = (reader.given(setting, app: app) ?? reader.given(setting))?.origin ?? .byDefault
                reader.fail(setting, origin, "\(setting.name): \"\(key)\" also stands in \(first)")
            }
            owner[key] = setting.name
        }
    }

    private func retry(_ reader: inout SettingReader) -> RetryConfiguration? {
        let attempts = integer(.maximumAttempts, 1...100, &reader)
        let base = reader.value(.baseDelay) { text throws(SettingReader.Complaint) in
            try SettingRules.seconds(text, in: 0.001...86_400)
        }
        let longest = reader.value(.maximumDelay) { text throws(SettingReader.Complaint) in
            try SettingRules.seconds(text, in: 0.001...604_800)
        }
        guard let attempts, let base, let longest else { return nil }
        return RetryConfiguration(maximumAttempts: attempts, baseDelay: base, maximumDelay: longest)
    }

    private func pruning(_ reader: inout SettingReader) -> PruningConfiguration? {
        let mode = choice(.pruningMode, PruningConfiguration.Mode.self, &reader)
        let share = reader.value(.breakerShare) { text throws(SettingReader.Complaint) in
            try SettingRules.decimal(text, in: 0.01...1)
        }
        let minimum = integer(.breakerMinimum, 1...1_000_000, &reader)
        let hours = integer(.tombstoneHours, 0...87_600, &reader)
        guard let mode, let share, let minimum, let hours else { return nil }
        return PruningConfiguration(
            mode: mode, breakerShare: share, breakerMinimum: minimum, tombstoneHours: hours)
    }

    /// The rows of prunes are the tombstones: swept out too early, dead tokens would be sent to again.
    private func refuseForgottenTombstones(
        _ pruning: PruningConfiguration, _ retention: RetentionConfiguration, _ reader: inout SettingReader
    ) {
        guard let days = retention.prunesDays, days * 24 < pruning.tombstoneHours else { return }
        let key = reader.given(.prunesDays) == nil ? SettingKey.tombstoneHours : .prunesDays
        reader.fail(
            key, reader.given(key)?.origin ?? .byDefault,
            "prunes_days: \(days) days are shorter than [pruning] tombstone_hours (\(pruning.tombstoneHours)): what was "
                + "pruned would be forgotten and sent to again; give at least \((pruning.tombstoneHours + 23) / 24) days, "
                + "or 0 to keep the rows")
    }

    // MARK: Kinds of values

    private func integer(
        _ key: SettingKey, app: String? = nil, _ range: ClosedRange<Int>, _ reader: inout SettingReader
    ) -> Int? {
        reader.value(key, app: app) { text throws(SettingReader.Complaint) in
            try SettingRules.integer(text, in: range)
        }
    }

    private func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: SettingKey, app: String? = nil, _ type: Choice.Type, _ reader: inout SettingReader
    ) -> Choice? where Choice.RawValue == String {
        reader.value(key, app: app) { text throws(SettingReader.Complaint) in try SettingRules.choice(text, type) }
    }

    private func days(_ key: SettingKey, _ reader: inout SettingReader) -> Int? {
        integer(key, 0...36_500, &reader).flatMap { $0 == 0 ? nil : $0 }
    }

    private func path(_ key: SettingKey, _ reader: inout SettingReader) -> String? {
        let path = optionalPath(key, &reader)
        if path == nil, let origin = reader.given(key)?.origin { reader.fail(key, origin, "\(key.name) is empty") }
        return path
    }

    private func optionalPath(_ key: SettingKey, app: String? = nil, _ reader: inout SettingReader) -> String? {
        let found = reader.given(key, app: app)
        let path = SettingPath.resolved(found?.text ?? key.standard, found?.origin ?? .byDefault)
        reader.note(key, app: app, path, found?.origin ?? .byDefault)
        return path.isEmpty ? nil : path
    }

    private static func age(_ text: String) throws(SettingReader.Complaint) -> Int64 {
        try SettingRules.seconds(text, in: 0.1...3600)
    }

    private static func otherMetaKeys(_ text: String) throws(SettingReader.Complaint)
        -> [TokenConfiguration.OtherMetaKey]
    {
        var keys: [TokenConfiguration.OtherMetaKey] = []
        for pair in SettingRules.list(text) {
            guard let colon = pair.lastIndex(of: ":"), colon != pair.startIndex,
                pair.index(after: colon) != pair.endIndex
            else { throw SettingReader.Complaint("\"\(pair)\" is not KEY:PLATFORM") }
            keys.append(
                TokenConfiguration.OtherMetaKey(
                    key: String(pair[..<colon]).trimmed, platform: String(pair[pair.index(after: colon)...]).trimmed))
        }
        return keys
    }
}
