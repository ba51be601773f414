import JSONText

/// The column `audience`: who shall have an action, when it is not for one user (contract, section 2).
package struct Audience: Sendable, Hashable {
    /// Who is meant.
    package enum Members: Sendable, Hashable {
        /// These users, each once, by number.
        case users([UInt64])
        /// Users with a role on the site (the main site unless `site` says otherwise).
        case role(String)
        /// Everybody who has a device.
        case all
        /// Users whose usermeta holds this value under this key, byte by byte.
        case meta(key: String, value: String)
        /// These device tokens, whoever owns them; with `site`, those that its members have.
        case tokens([String])
        /// Everybody who listens to a broadcast channel.
        case channel(BroadcastChannel)
    }

    package let members: Members
    /// Only members of this site of a network.
    package let site: UInt64?

    /// The most users or tokens that may be listed: more are an audience by role, meta or `all`.
    package static let longestList = 100_000

    /// The most bytes the column may have: 100,000 device tokens of usual length are less.
    package static let largest = 8 << 20

    /// The refusal of a column of `count` bytes.
    package static func tooLarge(_ count: Int) -> MessageFault {
        MessageFault(reason: "InvalidAudience: \(count) bytes, \(largest) allowed")
    }

    /// Reads the column.
    /// - Throws: `MessageFault` `InvalidAudience: <key>` with the member that is wrong.
    package init(_ text: [UInt8]) throws(MessageFault) {
        guard text.count <= Self.largest else { throw Self.tooLarge(text.count) }
        guard let object = (try? JSONParser.parse(text, maximumDepth: 8))?.object else {
            throw MessageFault(reason: "InvalidAudience: not a JSON object")
        }
        let known = ["users", "role", "all", "meta", "tokens", "channel"]
        let named = object.names.filter { $0 != "site" }
        guard named.count == 1, let name = named.first, let value = object[name], known.contains(name) else {
            let odd = named.first { !known.contains($0) }
            throw MessageFault(reason: "InvalidAudience: \(odd ?? "one of \(known.joined(separator: ", ")) is wanted")")
        }
        members = try Self.members(name, value)
        guard let number = object["site"], !number.isNull else {
            site = nil
            return
        }
        guard let number = Self.number(number), number > 0 else { throw MessageFault(reason: "InvalidAudience: site") }
        // Who listens to a channel only Apple knows: it cannot be limited to a site's members.
        if case .channel = members { throw MessageFault(reason: "InvalidAudience: site") }
        site = number
    }

    private static func members(_ name: String, _ value: JSONValue) throws(MessageFault) -> Members {
        let fault = MessageFault(reason: "InvalidAudience: \(name)")
        switch name {
        case "all":
            guard value == .bool(true) || value == .integer(1) || value == .string("1") else { throw fault }
            return .all
        case "role":
            guard let text = value.string, !text.isEmpty, text.utf8.count <= 191 else { throw fault }
            return .role(text)
        case "channel":
            guard let channel = value.string.flatMap(BroadcastChannel.init) else { throw fault }
            return .channel(channel)
        case "meta":
            guard let key = value["key"]?.string, !key.isEmpty, let wanted = value["value"],
                let text = wanted.string ?? wanted.integer.map({ "\($0)" })
            else { throw fault }
            return .meta(key: key, value: text)
        case "users":
            guard let list = value.array, !list.isEmpty, list.count <= longestList else { throw fault }
            let users = list.compactMap(number)
            guard users.count == list.count else { throw fault }
            return .users(Set(users).sorted())
        default:
            guard let list = value.array, !list.isEmpty, list.count <= longestList else { throw fault }
            let tokens = list.compactMap(\.string)
            guard tokens.count == list.count else { throw fault }
            return .tokens(tokens)
        }
    }

    // PHP sends numbers as text as often as not.
    private static func number(_ value: JSONValue) -> UInt64? {
        value.integer.flatMap { UInt64(exactly: $0) } ?? value.string.flatMap { UInt64($0) }
    }
}
