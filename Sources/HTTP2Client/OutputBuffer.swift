import CNghttp2

/// What a connection is to send: many frames at a time, for a TLS record per frame costs six times the CPU.
///
/// Loop thread only.
struct OutputBuffer {
    private static let size = 32 * 1024
    private var bytes: [UInt8] = []
    private var sent = 0

    init() { bytes.reserveCapacity(2 * Self.size) }

    /// Whether all of it is sent.
    var isEmpty: Bool { sent == bytes.count }

    /// Takes the frames that are due, when all of the last ones are sent.
    /// - Returns: nghttp2's error, a negative number, when it cannot go on.
    mutating func fill(from session: OpaquePointer?) -> Int32? {
        bytes.removeAll(keepingCapacity: true)
        sent = 0
        while bytes.count < Self.size {
            var frame: UnsafePointer<UInt8>?
            let count = unsafe nghttp2_session_mem_send(session, &frame)
            if count < 0 { return Int32(count) }
            guard count > 0 else { break }
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: frame, count: count))
        }
        return nil
    }

    /// Sends as much as `connection` takes at once.
    mutating func send(on connection: CurlConnection) -> CurlConnection.Transfer {
        let result = unsafe bytes.withUnsafeBytes { bytes in
            unsafe connection.send(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
        }
        if case .moved(let count) = result { sent += count }
        return result
    }
}
