import PushCore
import WordPress

/// Finds the recipients in rows of usermeta.
struct RecipientReader {
    let kind: TokenKind
    /// Keys whose recipients belong to another platform.
    let otherPlatforms: [String: String]

    /// The recipients of one row, in the order in which they stand in the value. Nothing that stands there is passed over
    /// in silence: what is no token is malformed.
    func recipients(in row: UserMetaRow) -> [Recipient] {
        guard let value = row.value else {
            return [malformed(row, shown: ShownText.tooLong(row: row.id, length: row.length), platform: nil)]
        }
        let meta = TokenMeta.read(value)
        let source = Recipient.Source(metaID: row.id, userID: row.userID, metaKey: row.key, value: value)
        var found = meta.entries.map { recipient(row, $0) }
        for text in meta.malformed {
            found.append(malformed(row, shown: ShownText.make(text.raw.utf8), platform: text.platform))
        }
        if meta.unreadable != nil { found.append(malformed(row, shown: ShownText.make(value), platform: nil)) }
        for index in found.indices { found[index].source = source }
        return found
    }

    private func recipient(_ row: UserMetaRow, _ entry: TokenEntry) -> Recipient {
        let address: Recipient.Address
        if let platform = otherPlatform(row, entry.platform) {
            address = .other(platform: platform, shown: ShownText.make(entry.raw.utf8))
        } else if let token = DeviceToken(hex: entry.token) {
            address = .apns(token)
        } else {
            address = .malformed(shown: ShownText.make(entry.raw.utf8))
        }
        var recipient = Recipient(userID: row.userID, address: address, kind: kind)
        recipient.environment = entry.environment.flatMap(PushEnvironment.init)
        recipient.registeredAt = entry.registeredAt
        recipient.bundleID = entry.bundleID
        recipient.activityID = entry.activityID
        return recipient
    }

    private func malformed(_ row: UserMetaRow, shown: String, platform: String?) -> Recipient {
        let address: Recipient.Address =
            otherPlatform(row, platform).map { .other(platform: $0, shown: shown) } ?? .malformed(shown: shown)
        return Recipient(userID: row.userID, address: address, kind: kind)
    }

    private func otherPlatform(_ row: UserMetaRow, _ named: String?) -> String? {
        if let platform = otherPlatforms[row.key] { return platform }
        return named == "ios" ? nil : named
    }
}
