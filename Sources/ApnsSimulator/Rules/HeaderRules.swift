/// The form of each apns-* header by itself.
enum HeaderRules {
    /// The most bytes of a collapse id.
    static let collapseIDLimit = 64

    /// The first header that is malformed; nil when all are well.
    static func problem(_ head: RequestHead) -> Verdict? {
        if let id = head.value(.id), !isUUID(id) { return .rejected(400, "BadMessageId") }
        if let expiration = head.value(.expiration), !isWholeNumber(expiration) {
            return .rejected(400, "BadExpirationDate")
        }
        if head.has(.priority), !head.equals(.priority, "10"), !head.equals(.priority, "5"),
            !head.equals(.priority, "1")
        {
            return .rejected(400, "BadPriority")
        }
        if let collapse = head.value(.collapseID), collapse.count > collapseIDLimit {
            return .rejected(400, "BadCollapseId")
        }
        if head.has(.pushType) {
            guard let kind = TopicRules.kind(head) else { return .rejected(400, "InvalidPushType") }
            if kind == .background, head.equals(.priority, "10") { return .rejected(400, "BadPriority") }
        }
        return nil
    }

    /// 8-4-4-4-12 hex digits.
    static func isUUID(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count == 36 else { return false }
        for (place, byte) in text.enumerated() {
            let isDash = place == 8 || place == 13 || place == 18 || place == 23
            guard isDash ? byte == UInt8(ascii: "-") : byte.isHexDigit else { return false }
        }
        return true
    }

    /// Decimal digits, few enough for a number.
    static func isWholeNumber(_ text: ArraySlice<UInt8>) -> Bool {
        !text.isEmpty && text.count <= 18 && text.allSatisfy { $0.isDigit }
    }
}
