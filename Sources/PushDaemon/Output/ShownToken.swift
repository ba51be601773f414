/// A device token as people see it: the whole of it is personal data.
enum ShownToken {
    /// The first 8 digits and a mark for the rest; what is no token stays as it is.
    static func text(_ token: String) -> String {
        let isLong =
            token.utf8.count > 9
            && token.utf8.allSatisfy { (0x30...0x39).contains($0) || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x66 }
        return isLong ? "\(token.prefix(8))…" : token
    }
}
