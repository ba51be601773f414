package import ServiceRuntime

/// One request to the pool's endpoint.
package struct HTTPRequest: Sendable {
    /// The value of `:path`, such as `/3/device/…`.
    package var path: [UInt8]
    package var method: StaticString
    /// The fields after the pseudo headers, in this order.
    package var headers: [HTTPHeader]
    package var body: [UInt8]
    /// The answer must have come by then, whatever was waited for: a dial, a free stream, the server.
    package var deadline: MonotonicTime

    package init(
        path: [UInt8], method: StaticString = "POST", headers: [HTTPHeader] = [], body: [UInt8] = [],
        deadline: MonotonicTime
    ) {
        self.path = path
        self.method = method
        self.headers = headers
        self.body = body
        self.deadline = deadline
    }
}
