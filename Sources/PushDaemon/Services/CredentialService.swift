import ApplePush
import Cryptography
import PushCore
import PushStore
import ServiceRuntime
import Telemetry

/// Keeps the senders in step with the credentials table: a changed row takes effect without a restart, and every process
/// signs with the same `iat`.
actor CredentialService {
    private struct Loaded {
        var stored: StoredCredential
        let provider: ApnsTokenProvider?
        // What its sender was made with.
        let apns: ApnsConfiguration
        // What was logged as stopped.
        var alarms: Set<CredentialAlarm> = []
        // What the column `error` is to say.
        var error: String?
    }

    private let store: any CredentialStore
    private let keys: KeyRing
    private let registry: SenderRegistry
    private let factory: SenderFactory
    private let logger: Logger
    private var loaded: [SenderRegistry.Key: Loaded] = [:]
    private var told: [SenderRegistry.Key: ExpiryNotice] = [:]
    private var hasRead = false

    /// Apple: a provider token is not to change twice in 20 minutes, and is refused after 60.
    static let tokenAge: Int64 = 50 * 60

    init(
        store: any CredentialStore, keys: KeyRing, registry: SenderRegistry, factory: SenderFactory,
        logger: Logger
    ) {
        self.store = store
        self.keys = keys
        self.registry = registry
        self.factory = factory
        self.logger = logger
    }

    /// Reads the table and brings the senders in step with it.
    /// - Parameter takesNew: whether rows that are new or changed since the daemon started are taken.
    func refresh(takesNew: Bool) async throws {
        let takesNew = takesNew || !hasRead
        let rows = try await store.all()
        let present = Set(rows.map { SenderRegistry.Key(app: $0.app, channel: $0.channel) })
        for (key, _) in loaded where !present.contains(key) {
            loaded[key] = nil
            registry.replace(key, with: nil)
            logger.info("credential_removed", ["app": .text(key.app), "channel": .text(key.channel.rawValue)])
        }
        for row in rows { try await refresh(row, takesNew: takesNew) }
        hasRead = true
    }

    private func refresh(_ row: StoredCredential, takesNew: Bool) async throws {
        let key = SenderRegistry.Key(app: row.app, channel: row.channel)
        if needsLoading(row, loaded[key], takesNew: takesNew) { try await load(row, key) }
        if let provider = loaded[key]?.provider {
            // Apple's word that the token is too old counts more than our clock, but never twice in twenty minutes.
            let age = provider.refusedIssuedAt == nil ? Self.tokenAge : 20 * 60
            try await renew(provider, row, maximumAge: age)
        }
        try await watch(key)
        warnOfExpiry(loaded[key]?.stored ?? row, key)
    }

    private func needsLoading(_ row: StoredCredential, _ loaded: Loaded?, takesNew: Bool) -> Bool {
        guard let loaded, loaded.stored.isSameSecret(as: row) else { return takesNew }
        // A configuration that was read again may send it elsewhere.
        return !loaded.apns.isSame(as: factory.settings(row.app))
    }

    private func load(_ row: StoredCredential, _ key: SenderRegistry.Key) async throws {
        var row = row
        let apns = factory.settings(row.app)
        do {
            let opened = try open(row)
            row.topics = opened.topics
            if case .certificate(let certificate) = opened.kind { row.notAfter = certificate.notAfter }
            row.error = nil
            let provider = opened.tokenProvider
            if let provider { try await renew(provider, row, maximumAge: Self.tokenAge) }
            registry.replace(key, with: try factory.make(opened, apns, tokenProvider: provider))
            loaded[key] = Loaded(stored: row, provider: provider, apns: apns)
            // What Apple refused with the one before need not wait for a probe of that one.
            let hastened = try await store.hasten(app: row.app, channel: row.channel)
            logger.info(
                "credential_loaded",
                [
                    "app": .text(row.app), "channel": .text(row.channel.rawValue), "kind": .text(row.kind.rawValue),
                    "bundle_id": .text(row.bundleID), "sent_again": .count(hastened),
                ])
        } catch let error as CredentialFault {
            row.error = error.text
            loaded[key] = Loaded(stored: row, provider: nil, apns: apns, error: error.text)
            registry.replace(key, with: nil)
            logger.error(
                "credential_refused",
                ["app": .text(row.app), "channel": .text(row.channel.rawValue), "error": .text(error.text)])
        }
        try await store.report(row)
    }

    // The token's age is counted by the clock that its `iat` was taken from: ours may be wrong.
    private func renew(_ provider: ApnsTokenProvider, _ row: StoredCredential, maximumAge: Int64) async throws {
        let agreed = try await store.agreedIssuedAt(app: row.app, channel: row.channel, maximumAge: maximumAge)
        guard let agreed, agreed != provider.issuedAt else { return }
        try provider.update(issuedAt: agreed, age: try await store.clock().seconds - agreed)
    }

    /// Tells once what Apple refuses, and once that it does so no more.
    private func watch(_ key: SenderRegistry.Key) async throws {
        guard var entry = loaded[key], let standing = registry.standing(key) else { return }
        // A token that can still be renewed is no reason to call anyone.
        let isRenewing = entry.provider.map { $0.refusedIssuedAt == nil } ?? false
        let alarms = Set(
            standing.stops.map { CredentialAlarm(app: key.app, channel: key.channel, stop: $0) }
                .filter { !($0.isAboutClocks && isRenewing) })
        if alarms != entry.alarms {
            var diagnosis: String?
            if alarms.contains(where: \.isAboutClocks) { diagnosis = try await diagnose(standing.clockLead) }
            for alarm in alarms.subtracting(entry.alarms) { alarm.log(to: logger, diagnosis: diagnosis) }
            for alarm in entry.alarms.subtracting(alarms) { alarm.logEnd(to: logger) }
            entry.alarms = alarms
            let texts = alarms.filter(\.isAboutCredential).map { $0.text(diagnosis: diagnosis) }.sorted()
            entry.error = texts.isEmpty ? nil : texts.joined(separator: "; ")
            loaded[key] = entry
        }
        guard entry.error != entry.stored.error else { return }
        entry.stored.error = entry.error
        try await store.report(entry.stored)
        loaded[key] = entry
    }

    private func diagnose(_ appleLead: Int64?) async throws -> String? {
        guard let appleLead else { return nil }
        let database = try await store.clock()
        let databaseLead = database.seconds - WallClock.seconds
        return ClockDiagnosis([
            ClockDiagnosis.Clock(name: HostName.current, behind: appleLead),
            ClockDiagnosis.Clock(name: "\(database.host) (the database)", behind: appleLead - databaseLead),
        ]).text
    }

    /// What is wrong with a stored credential, for the column `error`.
    private struct CredentialFault: Error { let text: String }

    private func open(_ row: StoredCredential) throws(CredentialFault) -> IosCredentials {
        do {
            return try IosCredentials(keys.open(row), of: row)
        } catch {
            throw CredentialFault(text: "\(error)")
        }
    }

    /// The stored credentials, as they were read last.
    var stored: [StoredCredential] { loaded.values.map(\.stored) }

    /// The stored credentials that cannot be used, with the reason.
    var problems: [String] {
        loaded.compactMap { key, loaded in
            loaded.stored.error.map { "credential \(key.app)/\(key.channel.rawValue): \($0)" }
        }.sorted()
    }

    private func warnOfExpiry(_ stored: StoredCredential, _ key: SenderRegistry.Key) {
        let now = WallClock.seconds
        guard let notice = stored.notAfter.flatMap({ ExpiryNotice(end: $0, now: now) }), told[key] != notice
        else { return }
        told[key] = notice
        logger.warning(
            "credential_expires",
            [
                "app": .text(key.app), "channel": .text(key.channel.rawValue),
                "days_left": .number(notice.daysLeft(at: now)),
            ])
    }
}

extension StoredCredential {
    /// Whether `other` holds the same secret under the same names: if so the sender in use may stay.
    fileprivate func isSameSecret(as other: StoredCredential) -> Bool {
        box == other.box && kind == other.kind && keyID == other.keyID && teamID == other.teamID
            && bundleID == other.bundleID && publicKeyID == other.publicKeyID
    }
}
