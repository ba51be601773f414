import CNghttp2
import ServiceRuntime

/// What the server sends: answers, resets, GOAWAY, SETTINGS.
extension PushConnection {
    /// Sends the answer whose time has come, if its stream still lives.
    func sendPendingAnswer(stream id: Int32) {
        guard !isSpoilt, let stream = stream(id), let answer = stream.pendingAnswer else { return }
        stream.pendingAnswer = nil
        settle(stream, .answered)
        send(answer, on: stream)
    }

    /// Submits an answer with the headers that APNs sends.
    func send(_ answer: FaultAnswer, on stream: RequestStream) {
        loop.headers.reset()
        if answer.status == 200 {
            loop.headers.add(":status", "200".utf8)
        } else {
            let digits = String(answer.status)
            loop.headers.add(":status", "\(String(repeating: "0", count: max(0, 3 - digits.utf8.count)))\(digits)".utf8)
        }
        addIdentifiers(of: stream.head, isAccepted: answer.status == 200)
        loop.headers.add("date", loop.date.utf8)
        if let retryAfter = answer.retryAfter { loop.headers.add("retry-after", retryAfter.utf8) }
        for header in answer.headers { loop.headers.add(header.name, header.value.utf8) }
        stream.answer = answer.body ?? []
        stream.answerOffset = 0
        var provider = unsafe nghttp2_data_provider(
            source: nghttp2_data_source(fd: 0), read_callback: HTTP2Callbacks.body)
        let hasBody = !stream.answer.isEmpty
        if hasBody { loop.headers.add("content-type", "application/json".utf8) }
        _ = unsafe loop.headers.withFields { fields in
            if hasBody {
                unsafe nghttp2_submit_response(session, stream.id, fields.baseAddress, fields.count, &provider)
            } else {
                unsafe nghttp2_submit_response(session, stream.id, fields.baseAddress, fields.count, nil)
            }
        }
    }

    // A request about channels has `apns-request-id` where a push has `apns-id`; a broadcast that was taken is named in
    // both environments.
    private func addIdentifiers(of head: RequestHead, isAccepted: Bool) {
        let kind = head.kind
        let name = kind == .device ? "apns-id" : "apns-request-id"
        if let given = head.value(kind == .device ? .id : .requestID), HeaderRules.isUUID(given) {
            loop.headers.add(name, given)
        } else {
            loop.headers.add(name, loop.identifiers.next())
        }
        switch kind {
        case .device where environment == .sandbox, .broadcast where isAccepted:
            loop.headers.add("apns-unique-id", loop.identifiers.next())
        default: break
        }
    }

    /// Gives nghttp2 the next part of an answer's body.
    @unsafe func fill(
        _ buffer: UnsafeMutableBufferPointer<UInt8>, flags: UnsafeMutablePointer<UInt32>?, stream id: Int32
    )
        -> Int
    {
        guard let stream = stream(id) else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
        let left = stream.answer.count - stream.answerOffset
        var count = min(left, buffer.count)
        if stream.answerPace > 0 {
            // One piece now, the next after a tenth of a second (or as long as one byte takes).
            if stream.isResting { return Int(NGHTTP2_ERR_DEFERRED.rawValue) }
            count = min(count, max(1, stream.answerPace / 10))
            if count < left {
                stream.isResting = true
                loop.timers.add(entry(.body(stream: id), in: Int64(max(100, 1000 / stream.answerPace))))
            }
        }
        for place in 0..<count { unsafe buffer[place] = stream.answer[stream.answerOffset + place] }
        stream.answerOffset += count
        if count == left { unsafe flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
        return count
    }

    /// RST_STREAM.
    func reset(_ stream: Int32, _ code: UInt32) {
        unsafe nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code)
    }

    /// GOAWAY, with Apple's JSON as debug data.
    func sendGoaway(_ last: FaultAction.LastStreamID, reason: String?, at stream: Int32) {
        let lastStream: Int32 =
            switch last {
            case .same: stream
            case .previous: max(0, stream - 2)
            case .zero: 0
            }
        self.lastStream = min(self.lastStream, lastStream)
        let debug = reason.map { Verdict.rejected(0, $0).body } ?? []
        unsafe nghttp2_submit_goaway(
            session, UInt8(NGHTTP2_FLAG_NONE.rawValue), lastStream, NGHTTP2_NO_ERROR.rawValue, debug, debug.count)
    }

    /// GOAWAY after the last request that came.
    func sendGoaway(reason: String?) {
        sendGoaway(.same, reason: reason, at: unsafe nghttp2_session_get_last_proc_stream_id(session))
    }

    /// Tells the client its stream limit, if that has changed.
    func tellSettings(first: Bool = false) {
        tellSettings(loop.shared.state.withLock { $0.settings }, first: first)
    }

    func tellSettings(_ settings: SimulatorSettings, first: Bool = false) {
        let isUnproven = settings.oneStreamStart && !authority.isProven && authority.certificate == nil
        let isCollapsed = settings.collapseOnRejection && isCollapsed
        let limit = faultLimit ?? (isUnproven || isCollapsed ? 1 : settings.maximumConcurrentStreams)
        guard limit != toldLimit || first else { return }
        toldLimit = limit
        var entries = [
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue), value: limit)
        ]
        if first {
            entries.append(
                nghttp2_settings_entry(
                    settings_id: Int32(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue), value: 8000))
        }
        unsafe nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), entries, entries.count)
    }
}
