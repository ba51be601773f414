package import MariaDB
import PushCore
import ServiceRuntime
package import WordPress

/// Looks through all device tokens in usermeta for what is wrong with them. It changes nothing.
package struct TokenAudit: Sendable {
    private let database: Database
    private let tables: TableNames
    private let settings: TokenSettings

    /// Where a token was seen first.
    private struct Sighting {
        let userID: UInt64
        let metaID: UInt64
        let kind: TokenKind
    }

    /// What the walk carries along.
    private struct State {
        var report = TokenAuditReport()
        var users: Set<UInt64> = []
        // By hash: a large site has more tokens than would fit as text.
        var seen: [Int: Sighting] = [:]
        let limit: Int

        mutating func note(_ finding: TokenFinding) {
            report.counts[finding.reason, default: 0] += 1
            if report.findings.count < limit { report.findings.append(finding) }
        }
    }

    /// Works through `database`.
    package init(database: Database, tables: TableNames, settings: TokenSettings) {
        self.database = database
        self.tables = tables
        self.settings = settings
    }

    /// Looks through all of usermeta.
    /// - Parameters:
    ///   - limit: how many findings are listed; all are counted.
    ///   - progress: told the share that is done, 0…1.
    package func run(limit: Int, progress: @escaping (Double) -> Void) async throws -> TokenAuditReport {
        let index = TokenKeyIndex(settings)
        var state = State(limit: limit)
        let walk = TokenWalk(database: database, tables: tables, keys: index.keys)
        try await walk.forEachPart(progress: progress) { rows in
            let pruned = try await prunedTokens(in: rows, index)
            for row in rows { examine(row, index, pruned: pruned, &state) }
            return true
        }
        state.report.users = state.users.count
        return state.report
    }

    private func examine(
        _ row: UserMetaRow, _ index: TokenKeyIndex, pruned: [UInt64: Set<String>], _ state: inout State
    ) {
        guard let owner = index.owners(of: row.key).first else { return state.note(TokenFinding(.wrongKey, row)) }
        state.report.rows += 1
        guard let value = row.value else {
            return state.note(TokenFinding(.unreadable, row, detail: "\(row.length) bytes are too many to be read"))
        }
        let meta = TokenMeta.read(value)
        if let fault = meta.unreadable { state.note(TokenFinding(.unreadable, row, detail: fault)) }
        if let obstacle = meta.obstacle { state.note(TokenFinding(.unrewritable, row, detail: obstacle)) }
        let isApple = index.reader(for: owner).otherPlatforms[row.key] == nil
        guard isApple else { return }
        for text in meta.malformed where text.platform == nil || text.platform == "ios" {
            let shown = ShownText.make(text.raw.utf8)
            state.note(TokenFinding(.malformed, row, token: shown, detail: text.explanation))
        }
        for entry in meta.entries where entry.platform == nil || entry.platform == "ios" {
            state.users.insert(row.userID)
            state.report.tokens += 1
            examine(entry, row, owner.kind, isPruned: pruned[row.id]?.contains(entry.token) ?? false, &state)
        }
    }

    private func examine(
        _ entry: TokenEntry, _ row: UserMetaRow, _ kind: TokenKind, isPruned: Bool, _ state: inout State
    ) {
        let token = entry.token
        func note(_ reason: TokenFinding.Reason, _ detail: String? = nil) {
            state.note(TokenFinding(reason, row, token: token, detail: detail))
        }
        if isPruned { note(.tombstoned) }
        if let user = entry.details.movedFrom {
            let time = entry.details.movedAt.map { ", \(WallClock.text(milliseconds: $0))" } ?? ""
            note(.moved, "from user \(user)\(time)")
        }
        // Tokens of Live Activities and push-to-talk are longer.
        if kind == .standard || kind == .voip, token.utf8.count != 64 { note(.unusual, "\(token.utf8.count) digits") }
        guard let first = state.seen[token.hashValue] else {
            state.seen[token.hashValue] = Sighting(userID: row.userID, metaID: row.id, kind: kind)
            return
        }
        if first.userID != row.userID {
            note(.shared, "also of user \(first.userID), row \(first.metaID)")
        } else if first.kind != kind {
            note(.severalKinds, "also a \(first.kind.rawValue) token, row \(first.metaID)")
        } else {
            note(.duplicate, first.metaID == row.id ? "twice in this value" : "also in row \(first.metaID)")
        }
    }

    /// The pruned tokens of each row.
    private func prunedTokens(in rows: [UserMetaRow], _ index: TokenKeyIndex) async throws -> [UInt64: Set<String>] {
        let recipients = try await PrunedRecipients(database: database, tables: tables, settings: settings)
            .find(in: rows, index, reportedToo: false)
        var tokens: [UInt64: Set<String>] = [:]
        for recipient in recipients.map(\.recipient) {
            for source in [recipient.source].compactMap(\.self) + recipient.duplicates {
                tokens[source.metaID, default: []].insert(recipient.column)
            }
        }
        return tokens
    }
}
