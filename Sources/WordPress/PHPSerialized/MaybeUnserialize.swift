/// WordPress' `maybe_unserialize()`, with faults named instead of turned into `false`.
package enum MaybeUnserialize {
    /// How often a text may be serialized within a serialized string (`maybe_serialize()` wraps what looks serialized).
    package static let layers = 4

    /// What WordPress reads from a stored text: the value, or the text itself as a string when it does not look
    /// serialized. A string that looks serialized again is opened too, up to `layers` times.
    /// - Throws: `PHPSerializedError` when the text looks serialized and is broken; WordPress would read `false`.
    package static func read(_ bytes: [UInt8]) throws(PHPSerializedError) -> PHPValue {
        var text = bytes
        for _ in 0..<layers {
            guard PHPLooksSerialized.check(text) else { return .string(text) }
            let value = try PHPUnserializer.parse(Array(PHPLooksSerialized.trimmed(text)))
            guard case .string(let inner) = value else { return value }
            text = inner
        }
        guard !PHPLooksSerialized.check(text) else {
            throw PHPSerializedError(problem: "serialized more than \(layers) times over")
        }
        return .string(text)
    }
}
