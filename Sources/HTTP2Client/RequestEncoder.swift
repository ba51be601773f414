import CNghttp2
import Glibc

/// Hands requests to nghttp2. Loop thread only.
final class RequestEncoder {
    private let authority: [UInt8]
    // All values of one request after one another, so that their addresses hold while nghttp2 copies them.
    private var values: [UInt8] = []

    init(authority: String) { self.authority = Array(authority.utf8) }

    /// Queues `exchange` on `session`; gives its stream's number, or nghttp2's error (negative).
    func submit(_ exchange: Exchange, to session: OpaquePointer?) -> Int32 {
        let request = exchange.request
        values.removeAll(keepingCapacity: true)
        unsafe values.append(
            contentsOf: UnsafeBufferPointer(start: request.method.utf8Start, count: request.method.utf8CodeUnitCount))
        values.append(contentsOf: "https".utf8)
        values.append(contentsOf: authority)
        values.append(contentsOf: request.path)
        for header in request.headers { values.append(contentsOf: header.value) }

        let count = 4 + request.headers.count
        return unsafe withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: count) { fields in
            unsafe values.withUnsafeMutableBufferPointer { values in
                var next = values.baseAddress
                func field(_ name: StaticString, _ length: Int, isIndexed: Bool = true) -> nghttp2_nv {
                    let flags =
                        NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue | (isIndexed ? 0 : NGHTTP2_NV_FLAG_NO_INDEX.rawValue)
                    defer { unsafe next = next.map { unsafe $0 + length } }
                    return unsafe nghttp2_nv(
                        name: UnsafeMutablePointer(mutating: name.utf8Start), value: next,
                        namelen: name.utf8CodeUnitCount, valuelen: length, flags: UInt8(flags))
                }
                unsafe fields.initializeElement(at: 0, to: field(":method", request.method.utf8CodeUnitCount))
                unsafe fields.initializeElement(at: 1, to: field(":scheme", 5))
                unsafe fields.initializeElement(at: 2, to: field(":authority", authority.count))
                unsafe fields.initializeElement(at: 3, to: field(":path", request.path.count, isIndexed: false))
                for (place, header) in request.headers.enumerated() {
                    let value = unsafe field(header.name, header.value.count, isIndexed: header.isIndexed)
                    unsafe fields.initializeElement(at: 4 + place, to: value)
                }
                // The session keeps the exchange among those in flight until the stream is closed.
                let pointer = unsafe Unmanaged.passUnretained(exchange).toOpaque()
                guard !request.body.isEmpty else {
                    return unsafe nghttp2_submit_request(session, nil, fields.baseAddress, count, nil, pointer)
                }
                var body = unsafe HTTP2Callbacks.bodyProvider(pointer)
                return unsafe nghttp2_submit_request(session, nil, fields.baseAddress, count, &body, pointer)
            }
        }
    }
}
