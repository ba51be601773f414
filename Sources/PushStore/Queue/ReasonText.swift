/// The column `reason`: 191 characters that a database of any collation takes.
package enum ReasonText {
    /// `text`, shortened to the column, without control characters.
    package static func fit(_ text: String) -> String {
        let clean = text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
        guard clean.count > 191 else { return String(String.UnicodeScalarView(clean)) }
        return String(String.UnicodeScalarView(clean.prefix(190))) + "…"
    }
}
