/// A PHP array: values in order, each under a number or a string, each key once.
package struct PHPArray: Sendable, Equatable {
    /// One key and its value.
    package struct Entry: Sendable, Equatable {
        /// The number or string that the value stands under.
        package let key: PHPKey
        /// What stands there.
        package fileprivate(set) var value: PHPValue
    }

    /// The entries, in PHP's order.
    package private(set) var entries: [Entry] = []
    // Ascending numbers need no search, and a few keys are scanned faster than hashed.
    private var index: [PHPKey: Int] = [:]
    private var highest: Int64?
    private var hasStrings = false
    private static let scanLimit = 16

    /// The array without entries.
    package init() {}

    /// A list: the values under 0, 1, 2 …
    package init(list: some Sequence<PHPValue>) {
        for (place, value) in list.enumerated() { set(.integer(Int64(place)), value) }
    }

    /// How many entries there are.
    package var count: Int { entries.count }
    /// Whether there is no entry.
    package var isEmpty: Bool { entries.isEmpty }

    /// Whether the keys are 0, 1, 2 … in this order (`array_is_list()`): what JSON calls an array.
    package var isList: Bool {
        !hasStrings && entries.indices.allSatisfy { entries[$0].key == .integer(Int64($0)) }
    }

    /// The value under a key, or nil.
    package subscript(key: PHPKey) -> PHPValue? { position(of: key).map { entries[$0].value } }

    /// The value under the string key `name`, or nil.
    package subscript(name: String) -> PHPValue? { entries.first { $0.key.isNamed(name) }?.value }

    /// Puts a value under a key; a known key keeps its place, as in PHP.
    package mutating func set(_ key: PHPKey, _ value: PHPValue) {
        if let position = position(of: key) {
            entries[position].value = value
            return
        }
        entries.append(Entry(key: key, value: value))
        switch key {
        case .integer(let number): highest = max(highest ?? number, number)
        case .string: hasStrings = true
        }
        if entries.count == Self.scanLimit + 1 {
            for (place, entry) in entries.enumerated() { index[entry.key] = place }
        } else if entries.count > Self.scanLimit {
            index[key] = entries.count - 1
        }
    }

    private func position(of key: PHPKey) -> Int? {
        if case .integer(let number) = key, highest.map({ number > $0 }) ?? true { return nil }
        return entries.count <= Self.scanLimit ? entries.firstIndex { $0.key == key } : index[key]
    }

    package static func == (left: PHPArray, right: PHPArray) -> Bool { left.entries == right.entries }
}
