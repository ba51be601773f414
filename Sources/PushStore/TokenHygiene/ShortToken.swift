/// A token as it is shown: the whole of it is personal data.
enum ShortToken {
    /// The first 8 digits and a mark for the rest.
    static func text(_ token: String) -> String { "\(token.prefix(8))…" }
}
