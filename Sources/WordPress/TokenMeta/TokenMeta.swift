/// The device tokens in one usermeta value, in whichever form a site has stored them, and the value without one of them.
///
/// A value may be the token itself; a PHP-serialized or JSON array (list or map) of tokens or of records with `token`
/// and details; one such record; or any of these serialized once more as a string, as `maybe_serialize()` leaves it.
package struct TokenMeta: Sendable {
    /// The tokens, in the order in which they stand in the value; the same token may stand there twice.
    package internal(set) var entries: [TokenEntry] = []
    /// What stands where a token should and is none.
    package internal(set) var malformed: [MalformedToken] = []
    /// Why the value as a whole could not be read, for people; nil when it could.
    package internal(set) var unreadable: String?
    /// Why the value must not be rewritten (an object, a reference), for people; nil when it may.
    package internal(set) var obstacle: String?
    /// The text that the tokens stand in: the stored value, or what was serialized into it as a string.
    var text: [UInt8]
    /// How many serialized strings stand around `text`.
    var wrappings = 0

    /// Reads a usermeta value as it is stored. What cannot be read is named in the result, never thrown away silently.
    package static func read(_ stored: [UInt8]) -> TokenMeta {
        var meta = TokenMeta(text: stored)
        // Nearly every row of a large site is this case.
        if let token = TokenText.normalize(stored) {
            let isNormal = token.utf8.count == stored.count && token.utf8.elementsEqual(stored)
            let raw = isNormal ? token : String(decoding: stored, as: UTF8.self)
            meta.entries = [TokenEntry(token: token, raw: raw, details: .none, place: .whole)]
        } else {
            meta.readText()
        }
        return meta
    }

    /// Whether `removing` may change the value.
    package var isRewritable: Bool { unreadable == nil && obstacle == nil }

    /// What makes `token` leave the value, wherever it stands in it and in whichever spelling; everything else keeps its
    /// order, keys, types and bytes. A PHP list keeps its remaining numbers as after `unset()`.
    package func removing(_ token: String) -> TokenRemoval {
        guard let wanted = TokenText.normalize(token.utf8) else { return .notFound }
        if let unreadable { return .notRewritable(unreadable) }
        let places = entries.filter { $0.token == wanted }.map(\.place)
        guard !places.isEmpty else { return .notFound }
        if let obstacle { return .notRewritable(obstacle) }
        guard let rest = rest(without: places) else { return .removeRow }
        return .replace((0..<wrappings).reduce(rest) { text, _ in PHPSerializer.string(text) })
    }

    /// The text without what stands at `places`; nil when nothing is left.
    private func rest(without places: [TokenPlace]) -> [UInt8]? {
        switch places.first {
        case nil, .whole: return nil
        case .key:
            // The text was parsed when it was read, so it has a layout.
            guard let layout = try? PHPUnserializer.layout(text) else { return nil }
            let keys = Set(places.compactMap { if case .key(let key) = $0 { key } else { nil } })
            return layout.entries.allSatisfy { keys.contains($0.key) } ? nil : layout.removing(keys, from: text)
        case .index, .member:
            let layout = JSONLayout(text)
            let isRemoved = { (index: Int, element: JSONLayout.Element) in
                places.contains(element.name.map(TokenPlace.member) ?? .index(index))
            }
            let isEmptied = layout.elements.enumerated().allSatisfy { isRemoved($0.offset, $0.element) }
            return isEmptied ? nil : layout.removing(isRemoved)
        }
    }
}
