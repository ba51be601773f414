import ApplePush
import MariaDB
import PushCore
import PushStore
import WordPress

/// What the pushes of an app and channel are sent with: configuration, credential, and the site's own mark.
struct SendingSite {
    let configuration: AppConfiguration
    let channel: PushChannel
    /// Nil: none is stored, or the database was not asked.
    let credential: StoredCredential?
    let installationID: String

    /// Reads the database.
    init(app: String, channel: PushChannel, _ configuration: Configuration, _ database: Database) async throws {
        let tables = configuration.database.tables
        self.configuration = configuration.app(app)
        self.channel = channel
        credential = try await MySQLCredentialStore(database: database, tables: tables).all()
            .first { $0.app == app && $0.channel == channel }
        installationID = try await Settings(database: database, tables: tables).value("installation_id") ?? ""
    }

    /// For a look at a message where there is no database.
    init(app: String, channel: PushChannel, withoutDatabase configuration: Configuration) {
        self.configuration = configuration.app(app)
        self.channel = channel
        credential = nil
        installationID = ""
    }

    /// The value of `apns-topic` for pushes of `type`; nil without a credential.
    func topic(for type: PushType) -> String? {
        guard let credential else { return nil }
        if type == .mdm, let topic = credential.topics.first { return topic }
        let own = channel == .voip ? PushType.voip.topicSuffix : ""
        let bundleID =
            credential.bundleID.hasSuffix(own) ? String(credential.bundleID.dropLast(own.count)) : credential.bundleID
        return bundleID + type.topicSuffix
    }

    /// Whether the stored certificate lists topics, and not this one: the sender refuses the push.
    func isRefused(topic: String) -> Bool {
        guard let credential, credential.kind == .certificate, !credential.topics.isEmpty else { return false }
        return !credential.topics.contains(topic)
    }

    /// How a request proves who sends, without the secret.
    var authorization: String {
        switch credential?.kind {
        case .token: "bearer <provider token of key \(credential?.keyID ?? "?"), team \(credential?.teamID ?? "?")>"
        case .certificate: "<client certificate of the connection>"
        case nil: "<no credential is known for this app and channel>"
        }
    }
}
