import MariaDB
import PushCore
import PushStore
import TestSupport
import WordPress

extension PruningMode {
    static let all: [PruningMode] = [.direct, .plugin, .report]
}

extension String {
    /// The bytes in hexadecimal digits.
    var hex: String { utf8.map { String(256 + Int($0), radix: 16).dropFirst() }.joined() }
}

extension PHP {
    /// Whether `value` is serialized text.
    static func reads(_ value: String) -> Bool { PHPLooksSerialized.check(Array(value.utf8)) }
}
