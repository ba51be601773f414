/// The members of a JSON object in the order they were written; of two with one name the later wins, as in PHP.
package struct JSONObject: Sendable, Hashable {
    /// Names and values, in order, each name once.
    package private(set) var members: [(name: String, value: JSONValue)] = []
    // Only objects of many members pay for an index: a message has a dozen, where a scan is quicker.
    private var index: [String: Int] = [:]
    private static let scanLimit = 16

    /// An object without members.
    package init() {}

    /// An object of these members; of two with one name the later wins.
    package init(_ members: some Sequence<(String, JSONValue)>) {
        for (name, value) in members { self[name] = value }
    }

    /// How many members there are.
    package var count: Int { members.count }
    /// Whether there is no member.
    package var isEmpty: Bool { members.isEmpty }
    /// The names, in order.
    package var names: [String] { members.map(\.name) }

    /// The value of a member; assigning nil removes it, assigning to a known name keeps its place.
    package subscript(name: String) -> JSONValue? {
        get { position(of: name).map { members[$0].value } }
        set {
            switch (position(of: name), newValue) {
            case (let position?, let value?): members[position].value = value
            case (nil, let value?): append(name, value)
            case (let position?, nil): remove(at: position)
            case (nil, nil): break
            }
        }
    }

    private func position(of name: String) -> Int? {
        members.count <= Self.scanLimit ? members.firstIndex { $0.name == name } : index[name]
    }

    private mutating func append(_ name: String, _ value: JSONValue) {
        members.append((name, value))
        if members.count == Self.scanLimit + 1 {
            reindex()
        } else if members.count > Self.scanLimit {
            index[name] = members.count - 1
        }
    }

    private mutating func remove(at position: Int) {
        members.remove(at: position)
        reindex()
    }

    private mutating func reindex() {
        index =
            members.count <= Self.scanLimit
            ? [:] : Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1.name, $0) })
    }

    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(members.count) }
}
