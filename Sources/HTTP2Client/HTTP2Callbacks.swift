import CNghttp2
import Glibc

/// nghttp2's callbacks: they find the session and the exchange and tell the session. All run on the loop thread.
enum HTTP2Callbacks {
    /// A client session whose callbacks tell `owner`, which must outlive it.
    static func makeSession(for owner: HTTP2Session) -> OpaquePointer? {
        var callbacks: OpaquePointer?
        unsafe nghttp2_session_callbacks_new(&callbacks)
        defer { unsafe nghttp2_session_callbacks_del(callbacks) }
        unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, beginHeaders)
        unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks, header)
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, data)
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, frameReceived)
        unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, frameSent)
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, streamClosed)
        var session: OpaquePointer?
        unsafe nghttp2_session_client_new(&session, callbacks, Unmanaged.passUnretained(owner).toOpaque())
        return unsafe session
    }

    /// Where nghttp2 reads the body of the exchange behind `pointer` from.
    static func bodyProvider(_ pointer: UnsafeMutableRawPointer) -> nghttp2_data_provider {
        unsafe nghttp2_data_provider(source: nghttp2_data_source(ptr: pointer), read_callback: readBody)
    }

    /// nghttp2's number and text of an error.
    static func describe(_ code: Int32) -> String {
        "nghttp2 \(code): \(unsafe String(cString: nghttp2_strerror(code)))"
    }

    private static func session(_ context: UnsafeMutableRawPointer?) -> HTTP2Session? {
        unsafe context.map { unsafe Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func exchange(_ session: OpaquePointer?, _ stream: Int32) -> Exchange? {
        unsafe nghttp2_session_get_stream_user_data(session, stream).map {
            unsafe Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue()
        }
    }

    private static func reason(_ goAway: nghttp2_goaway) -> String {
        let bytes = unsafe UnsafeBufferPointer(start: goAway.opaque_data, count: goAway.opaque_data_len)
        return unsafe String(decoding: bytes.prefix(256), as: UTF8.self)
    }

    private static let beginHeaders: nghttp2_on_begin_headers_callback = { session, frame, _ in
        // An answer after an interim one begins anew; trailers, which follow a final status, are left out.
        if let frame = unsafe frame, let exchange = unsafe exchange(session, frame.pointee.hd.stream_id),
            !exchange.hasAnswer
        {
            exchange.beginAnswer()
        }
        return 0
    }

    private static let separator: [UInt8] = [0x3A, 0x20]
    private static let lineEnd: [UInt8] = [0x0D, 0x0A]

    private static let header: nghttp2_on_header_callback = {
        session, frame, name, nameCount, value, valueCount, _, _ in
        guard let frame = unsafe frame, let name = unsafe name, let value = unsafe value,
            let exchange = unsafe exchange(session, frame.pointee.hd.stream_id)
        else { return 0 }
        let text = unsafe UnsafeBufferPointer(start: value, count: valueCount)
        if unsafe nameCount == 7 && memcmp(name, ":status", 7) == 0 {
            exchange.status = unsafe text.reduce(0) { $0 * 10 + Int($1) - 0x30 }
            return 0
        }
        let size = exchange.headerBlock.count + nameCount + valueCount + 4
        guard !exchange.hasAnswer, size <= HTTPResponse.maximumHeaderBytes else { return 0 }
        if exchange.headerBlock.isEmpty { exchange.headerBlock.reserveCapacity(192) }
        unsafe exchange.headerBlock.append(contentsOf: UnsafeBufferPointer(start: name, count: nameCount))
        exchange.headerBlock.append(contentsOf: separator)
        unsafe exchange.headerBlock.append(contentsOf: text)
        exchange.headerBlock.append(contentsOf: lineEnd)
        return 0
    }

    private static let data: nghttp2_on_data_chunk_recv_callback = { session, _, stream, bytes, count, context in
        if let exchange = unsafe exchange(session, stream) {
            unsafe HTTP2Callbacks.session(context)?.bodyArrived(
                UnsafeBufferPointer(start: bytes, count: count), for: exchange)
        }
        return 0
    }

    private static let frameReceived: nghttp2_on_frame_recv_callback = { session, frame, context in
        guard let frame = unsafe frame, let owner = unsafe HTTP2Callbacks.session(context) else { return 0 }
        let head = unsafe frame.pointee.hd
        switch UInt32(head.type) {
        case NGHTTP2_SETTINGS.rawValue where UInt32(head.flags) & NGHTTP2_FLAG_ACK.rawValue == 0:
            owner.settingsArrived()
        case NGHTTP2_GOAWAY.rawValue:
            let goAway = unsafe frame.pointee.goaway
            let reason = unsafe UnsafeBufferPointer(start: goAway.opaque_data, count: goAway.opaque_data_len).prefix(
                256)
            unsafe owner.goAwayArrived(code: goAway.error_code, reason: String(decoding: reason, as: UTF8.self))
        case NGHTTP2_HEADERS.rawValue, NGHTTP2_DATA.rawValue:
            guard let exchange = unsafe exchange(session, head.stream_id) else { break }
            exchange.endHeaders()
            if UInt32(head.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0 { owner.answerEnded(exchange) }
        default: break
        }
        return 0
    }

    private static let frameSent: nghttp2_on_frame_send_callback = { session, frame, context in
        guard let frame = unsafe frame else { return 0 }
        switch unsafe UInt32(frame.pointee.hd.type) {
        case NGHTTP2_HEADERS.rawValue: unsafe exchange(session, frame.pointee.hd.stream_id)?.isOnWire = true
        case NGHTTP2_GOAWAY.rawValue:
            // nghttp2 says GOAWAY by itself when the server breaks the rules of the connection.
            let goAway = unsafe frame.pointee.goaway
            guard unsafe goAway.error_code != NGHTTP2_NO_ERROR.rawValue else { break }
            unsafe HTTP2Callbacks.session(context)?.ruleBroken(code: goAway.error_code, reason: reason(goAway))
        default: break
        }
        return 0
    }

    private static let streamClosed: nghttp2_on_stream_close_callback = { session, stream, code, context in
        if let exchange = unsafe exchange(session, stream) {
            unsafe HTTP2Callbacks.session(context)?.streamClosed(exchange, code: code)
        }
        return 0
    }

    private static let readBody: nghttp2_data_source_read_callback = { _, _, buffer, room, flags, source, _ in
        guard let pointer = unsafe source?.pointee.ptr, let buffer = unsafe buffer, let flags = unsafe flags else {
            return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
        }
        let exchange = unsafe Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
        let left = exchange.request.body.count - exchange.bodyBytesSent
        let count = min(left, room)
        unsafe exchange.request.body.withUnsafeBytes { bytes in
            unsafe _ = memcpy(buffer, bytes.baseAddress! + exchange.bodyBytesSent, count)
        }
        exchange.bodyBytesSent += count
        if count == left { unsafe flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
        return count
    }
}
