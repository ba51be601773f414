/// A request's headers, one after the other in one array: two bytes length of the name, two of the value, name, value.
struct RequestHead: Sendable {
    /// Headers that the rules look at.
    enum Known: Int, CaseIterable {
        case method, path, id, topic, pushType, priority, expiration, collapseID, channelID, requestID

        var name: StaticString {
            switch self {
            case .method: ":method"
            case .path: ":path"
            case .id: "apns-id"
            case .topic: "apns-topic"
            case .pushType: "apns-push-type"
            case .priority: "apns-priority"
            case .expiration: "apns-expiration"
            case .collapseID: "apns-collapse-id"
            case .channelID: "apns-channel-id"
            case .requestID: "apns-request-id"
            }
        }
    }

    /// Where one header stands.
    struct Field {
        let name: Range<Int>
        let value: Range<Int>

        init(at place: Int, in bytes: [UInt8]) {
            let nameLength = Int(bytes[place]) << 8 | Int(bytes[place + 1])
            let valueLength = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            name = place + 4..<place + 4 + nameLength
            value = name.upperBound..<name.upperBound + valueLength
        }
    }

    /// Headers, then body.
    var bytes: [UInt8] = []
    /// Where the value of each known header stands; an empty range at 0 when it is absent.
    var known = [Range<Int>](repeating: 0..<0, count: Known.allCases.count)
    /// Whether a header that must stand once stands twice.
    var hasDuplicate = false

    /// Whether the header is there.
    func has(_ header: Known) -> Bool { known[header.rawValue].lowerBound > 0 }

    /// The bytes of a header's value; nil when it is absent.
    func value(_ header: Known) -> ArraySlice<UInt8>? {
        has(header) ? bytes[known[header.rawValue]] : nil
    }

    /// The text of a header's value; nil when it is absent.
    func text(_ header: Known) -> String? {
        value(header).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the header has exactly this value.
    func equals(_ header: Known, _ expected: StaticString) -> Bool {
        has(header) && ByteEquality.equal(bytes[known[header.rawValue]], expected)
    }

    /// What a request is about, by its path.
    enum Kind {
        case device, broadcast, management
    }

    /// What this request is about; a path that means nothing counts as a device's.
    var kind: Kind {
        guard let path = value(.path) else { return .device }
        if path.starts(with: BroadcastEndpoint.path.utf8) { return .broadcast }
        return path.starts(with: ManagementEndpoint.path.utf8) ? .management : .device
    }

    private static let devicePath = Array("/3/device/".utf8)

    /// The device token of the path in lower case; nil when the path is another one or has none.
    var deviceToken: String? {
        guard let path = value(.path), path.starts(with: Self.devicePath), path.count > Self.devicePath.count else {
            return nil
        }
        return String(decoding: path.dropFirst(Self.devicePath.count), as: UTF8.self).lowercased()
    }
}

extension RequestHead.Known {
    /// The header of this name; nil when the rules do not look at it.
    @unsafe init?(_ name: UnsafeBufferPointer<UInt8>) {
        let header: RequestHead.Known
        switch name.count {
        case 5: header = .path
        case 7: header = unsafe name[0] == UInt8(ascii: ":") ? .method : .id
        case 10: header = .topic
        case 13: header = .priority
        case 14: header = .pushType
        case 15:
            switch unsafe name[5] {
            case UInt8(ascii: "e"): header = .expiration
            case UInt8(ascii: "c"): header = .channelID
            default: header = .requestID
            }
        case 16: header = .collapseID
        default: return nil
        }
        guard unsafe ByteEquality.equal(name, header.name) else { return nil }
        self = header
    }
}
