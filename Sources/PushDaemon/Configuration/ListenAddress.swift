/// A host and a port of our own.
package struct ListenAddress: Sendable, Equatable {
    /// A name or an address; IPv6 without brackets.
    package let host: String
    /// 1 to 65535.
    package let port: Int
}
