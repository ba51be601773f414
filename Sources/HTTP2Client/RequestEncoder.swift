import CNghttp2
import Glibc

/// Hands requests to nghttp2. Loop thread only.
final class RequestEncoder {
    private let scheme = Array("https".utf8)
    private let authority: [UInt8]
    // All values of one request after one another, so that their addresses hold while nghttp2 copies them.
    private var values: [UInt8] = []

    init(authority: String) { self.authority = Array(authority.utf8) }

    /// Queues `exchange` on `session`; gives its stream's number, or nghttp2's error (negative).
    func submit(_ exchange: Exchange, to session: OpaquePointer?) -> Int32 {
        let count = 4 + exchange.request.headers.count
        return unsafe withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: count) { fields in
            values.removeAll(keepingCapacity: true)
            // Lengths first: the values' addresses are known when all of them are there.
            let method = exchange.request.method
            unsafe values.append(
                contentsOf: UnsafeBufferPointer(start: method.utf8Start, count: method.utf8CodeUnitCount))
            values.append(contentsOf: scheme)
            values.append(contentsOf: authority)
            values.append(contentsOf: exchange.request.path)
            unsafe fields.initializeElement(at: 0, to: field(":method", method.utf8CodeUnitCount))
            unsafe fields.initializeElement(at: 1, to: field(":scheme", scheme.count))
            unsafe fields.initializeElement(at: 2, to: field(":authority", authority.count))
            unsafe fields.initializeElement(at: 3, to: field(":path", exchange.request.path.count, isIndexed: false))
            unsafe exchange.request.headers.withUnsafeBufferPointer { headers in
                for place in headers.indices {
                    unsafe values.append(contentsOf: headers[place].value)
                    let field = unsafe field(
                        headers[place].name, headers[place].value.count, isIndexed: headers[place].isIndexed)
                    unsafe fields.initializeElement(at: 4 + place, to: field)
                }
            }
            return unsafe values.withUnsafeMutableBufferPointer { values in
                var next = values.baseAddress
                for place in fields.indices {
                    unsafe fields[place].value = next
                    unsafe next = next.map { unsafe $0 + fields[place].valuelen }
                }
                // The session keeps the exchange among those in flight until the stream is closed.
                let pointer = unsafe Unmanaged.passUnretained(exchange).toOpaque()
                guard !exchange.request.body.isEmpty else {
                    return unsafe nghttp2_submit_request(session, nil, fields.baseAddress, count, nil, pointer)
                }
                var body = unsafe HTTP2Callbacks.bodyProvider(pointer)
                return unsafe nghttp2_submit_request(session, nil, fields.baseAddress, count, &body, pointer)
            }
        }
    }

    private func field(_ name: StaticString, _ length: Int, isIndexed: Bool = true) -> nghttp2_nv {
        let flags = NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue | (isIndexed ? 0 : NGHTTP2_NV_FLAG_NO_INDEX.rawValue)
        return unsafe nghttp2_nv(
            name: UnsafeMutablePointer(mutating: name.utf8Start), value: nil, namelen: name.utf8CodeUnitCount,
            valuelen: length, flags: UInt8(flags))
    }
}
