import Glibc

/// A request header field.
package struct HTTPHeader: Sendable {
    /// The name in lower case, as HTTP/2 wants it; static, so that it is never copied.
    package let name: StaticString
    /// The value, without CR, LF or NUL (the caller sees to it).
    package let value: [UInt8]

    package init(name: StaticString, value: [UInt8]) {
        self.name = name
        self.value = value
    }

    /// Whether the value is likely to come again, so that it earns a place in the server's small HPACK table.
    var isIndexed: Bool {
        let length = 7
        return unsafe !(name.utf8CodeUnitCount == length && memcmp(name.utf8Start, "apns-id", length) == 0)
    }
}
