import CNghttp2

/// nghttp2's way to tell a connection what came; the connection is every call's user data.
enum HTTP2Callbacks {
    /// The set for `nghttp2_session_server_new2`; the caller deletes it.
    static func make() -> OpaquePointer? {
        var callbacks: OpaquePointer?
        unsafe nghttp2_session_callbacks_new(&callbacks)
        unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, connection in
            guard let frame = unsafe frame, unsafe frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST else { return 0 }
            return unsafe HTTP2Callbacks.with(connection) { unsafe $0.begin(stream: frame.pointee.hd.stream_id) }
        }
        unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _, frame, name, nameLength, value, valueLength, _, connection in
            guard let frame = unsafe frame, unsafe frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST else { return 0 }
            return unsafe HTTP2Callbacks.with(connection) {
                unsafe $0.header(
                    UnsafeBufferPointer(start: name, count: nameLength),
                    UnsafeBufferPointer(start: value, count: valueLength))
            }
        }
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            _, _, stream, data, length, connection in
            unsafe HTTP2Callbacks.with(connection) {
                unsafe $0.data(UnsafeBufferPointer(start: data, count: length), stream: stream)
            }
        }
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, connection in
            guard let header = unsafe frame?.pointee.hd,
                header.type == NGHTTP2_HEADERS.rawValue || header.type == NGHTTP2_DATA.rawValue,
                header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
            else { return 0 }
            return unsafe HTTP2Callbacks.with(connection) { $0.complete(stream: header.stream_id) }
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, connection in
            unsafe HTTP2Callbacks.with(connection) { $0.closed(stream: stream, code: code) }
        }
        return unsafe callbacks
    }

    /// Where nghttp2 fetches an answer's body.
    static let body: nghttp2_data_source_read_callback = { _, stream, buffer, length, flags, _, connection in
        unsafe withConnection(connection) {
            unsafe $0.fill(UnsafeMutableBufferPointer(start: buffer, count: length), flags: flags, stream: stream)
        } ?? Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
    }

    private static func with(_ pointer: UnsafeMutableRawPointer?, _ body: (PushConnection) -> Bool) -> Int32 {
        unsafe withConnection(pointer, body) == true ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
    }

    private static func withConnection<Result>(
        _ pointer: UnsafeMutableRawPointer?, _ body: (PushConnection) -> Result
    ) -> Result? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe Unmanaged<PushConnection>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
    }
}
