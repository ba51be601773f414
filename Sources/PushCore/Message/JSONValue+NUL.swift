import JSONText

extension JSONValue {
    /// Whether a NUL character stands in any text or name: C code on a device would take it for the end.
    var containsNUL: Bool {
        switch self {
        case .null, .bool, .integer, .number: false
        case .string(let text): text.utf8.contains(0)
        case .array(let elements): elements.contains { $0.containsNUL }
        case .object(let object): object.members.contains { $0.name.utf8.contains(0) || $0.value.containsNUL }
        }
    }
}
