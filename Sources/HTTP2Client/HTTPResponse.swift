/// The server's answer. Header fields and body are bounded: what exceeds the bounds is left out.
package struct HTTPResponse: Sendable {
    /// At most this many bytes of header fields are kept.
    static let maximumHeaderBytes = 8 * 1024
    /// At most this many bytes of body are kept unless the pool says otherwise; a longer answer is cut off.
    static let maximumBodyBytes = 16 * 1024

    /// The status as the server gave it; final ones are 200 and up.
    package let status: Int
    /// The body, at most 16 KiB unless the pool allows more.
    package let body: [UInt8]
    /// The number of the connection that carried it, unique in this process.
    package let connection: UInt64
    // "name: value\r\n" after one another: one allocation for all fields on the bulk path, taken apart when asked for.
    private let headerBlock: [UInt8]

    /// An answer made by hand, for tests of callers.
    package init(
        status: Int, headers: [(name: String, value: [UInt8])] = [], body: [UInt8] = [], connection: UInt64 = 0
    ) {
        var block: [UInt8] = []
        for header in headers { block += Array(header.name.utf8) + [0x3A, 0x20] + header.value + [0x0D, 0x0A] }
        self.init(status: status, headerBlock: block, body: body, connection: connection)
    }

    init(status: Int, headerBlock: [UInt8], body: [UInt8], connection: UInt64) {
        self.status = status
        self.headerBlock = headerBlock
        self.body = body
        self.connection = connection
    }

    /// The header fields in the server's order, names in lower case; at most 8 KiB in all.
    package var headers: [(name: String, value: [UInt8])] {
        fields.map { (String(decoding: headerBlock[$0.name], as: UTF8.self), Array(headerBlock[$0.value])) }
    }

    /// The value of the first field called `name` (lower case), nil when there is none.
    package func header(_ name: String) -> [UInt8]? {
        fields.first { headerBlock[$0.name].elementsEqual(name.utf8) }.map { Array(headerBlock[$0.value]) }
    }

    /// The `date` field as text (RFC 9110 §5.6.7), nil when the server sent none.
    package var date: String? { header("date").map { String(decoding: $0, as: UTF8.self) } }

    // Names hold no colon and values no line end: nghttp2 refuses a message in which they do.
    private var fields: [(name: Range<Int>, value: Range<Int>)] {
        var found: [(name: Range<Int>, value: Range<Int>)] = []
        var start = 0
        while start < headerBlock.count {
            let rest = headerBlock[start...]
            guard let colon = rest.firstIndex(of: 0x3A), let end = rest[colon...].firstIndex(of: 0x0D) else { break }
            found.append((start..<colon, (colon + 2)..<end))
            start = end + 2
        }
        return found
    }
}
