package import JSONText

/// Something about a token in usermeta that an admin should know.
package struct TokenFinding: Sendable, Equatable {
    /// What it is.
    package enum Reason: String, Sendable, CaseIterable {
        /// Something stands where a token should and is none; it is never sent.
        case malformed
        /// The value as a whole cannot be read.
        case unreadable
        /// The value holds an object or a reference: dead tokens in it are reported, never removed.
        case unrewritable
        /// The user has the same token twice; it is sent to once.
        case duplicate
        /// Two users have the same token: one device shows the pushes of both.
        case shared
        /// Another user had the token before this one registered it.
        case moved
        /// The token stands under keys of two kinds, and only one can be right.
        case severalKinds = "several_kinds"
        /// It was pruned, and something has written it back; it is not sent to.
        case tombstoned
        /// Its length is not that of any token that Apple issues today.
        case unusual
        /// The key differs from a configured one in case or accents only; WordPress and the daemon do not read it.
        case wrongKey = "wrong_key"

        /// What it means, for people.
        package var help: String {
            switch self {
            case .malformed: "no token stands where one should; it is never sent"
            case .unreadable: "the value cannot be read"
            case .unrewritable: "the value holds an object or a reference, so nothing is ever removed from it"
            case .duplicate: "the user has the token twice; it is sent to once"
            case .shared: "another user has the same token, so one device shows the pushes of both"
            case .moved: "its device changed hands: another user had the token before"
            case .severalKinds: "the token stands under keys of two kinds, and only one can be right"
            case .tombstoned: "it was pruned and written back; it is not sent to, and \"tokens prune\" removes it"
            case .unusual: "Apple's tokens have 64 digits today"
            case .wrongKey: "the key is spelled differently from a configured one, so nobody reads it"
            }
        }
    }

    package let reason: Reason
    package let userID: UInt64
    package let metaID: UInt64
    package let metaKey: String
    /// The token; nil when the value as a whole is meant.
    package let token: String?
    /// More, in words, without any token.
    package let detail: String?

    init(_ reason: Reason, _ row: UserMetaRow, token: String? = nil, detail: String? = nil) {
        self.reason = reason
        userID = row.userID
        metaID = row.id
        metaKey = row.key
        self.token = token
        self.detail = detail
    }

    /// The finding with the tables' column names as keys.
    package var json: JSONObject {
        JSONObject([
            ("reason", .string(reason.rawValue)), ("user_id", JSONValue(userID)), ("umeta_id", JSONValue(metaID)),
            ("meta_key", .string(metaKey)), ("token", JSONValue(token)), ("detail", JSONValue(detail)),
        ])
    }
}
