import JSONText
import PushCore
import ServiceRuntime

/// A stored credential as listings show it: the columns, without the box.
enum CredentialRow {
    /// The columns that people see.
    static let columns = [
        "app", "channel", "kind", "bundle_id", "key_id", "team_id", "topics", "not_after", "public_key_id", "error",
    ]

    /// The row under the names of its columns.
    static func object(_ credential: StoredCredential) -> JSONObject {
        JSONObject([
            ("app", .string(credential.app)), ("channel", .string(credential.channel.rawValue)),
            ("kind", .string(credential.kind.rawValue)), ("bundle_id", .string(credential.bundleID)),
            ("key_id", JSONValue(credential.keyID)), ("team_id", JSONValue(credential.teamID)),
            ("topics", credential.topics.isEmpty ? nil : .array(credential.topics.map(JSONValue.string))),
            ("not_after", time(credential.notAfter)), ("public_key_id", .string(credential.publicKeyID)),
            ("jwt_issued_at", time(credential.issuedAt)), ("error", JSONValue(credential.error)),
        ])
    }

    private static func time(_ seconds: Int64?) -> JSONValue {
        JSONValue(seconds.map { WallClock.text(milliseconds: $0 * 1000) })
    }
}
