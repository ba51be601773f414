import CNghttp2
import ServiceRuntime

/// Requests, from nghttp2's first word of them to the record. Each returns false to end the connection.
extension PushConnection {
    func begin(stream id: Int32) -> Bool {
        let place: Int
        if let free = freeStreams.popLast() {
            place = free
        } else {
            place = streams.count
            streams.append(RequestStream())
        }
        let stream = streams[place]
        stream.begin(id: id)
        current = stream
        // The place plus one stands for the object: 0 means "none".
        unsafe nghttp2_session_set_stream_user_data(session, id, UnsafeMutableRawPointer(bitPattern: place + 1))
        return true
    }

    @unsafe func header(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let stream = current else { return true }
        if unsafe ByteEquality.equal(name, "authorization") {
            if stream.authorization != nil { stream.head.hasDuplicate = true }
            if let token = authority.token, unsafe ByteEquality.equal(token.text[...], value) {
                stream.authorization = token
            } else {
                stream.authorization = loop.providerToken(unsafe Array(value))
            }
        } else {
            unsafe stream.add(name: name, value: value)
        }
        return true
    }

    @unsafe func data(_ bytes: UnsafeBufferPointer<UInt8>, stream id: Int32) -> Bool {
        unsafe stream(id)?.add(body: bytes)
        return true
    }

    func complete(stream id: Int32) -> Bool {
        guard let stream = stream(id), id <= lastStream else { return true }
        let arrival = MonotonicTime.now
        let wall = WallClock.milliseconds
        let bodyStart = stream.bodyStart ?? stream.head.bytes.count
        let outcome = loop.shared.state.withLock { state in
            let settings = state.settings
            let request = DeviceRequest(
                head: stream.head, body: bodyStart..<stream.head.bytes.count, bodyLength: stream.bodyLength,
                environment: environment, token: stream.authorization, now: wall / 1000 + settings.clockOffset)
            let plan = ResponsePlan(state.strike(request), settings: settings)
            var verdict = Verdict.accepted
            if plan.isProcessed {
                verdict = Router.judge(request, authority: &authority, state: &state)
                if let answer = plan.answer {
                    verdict.status = answer.status
                    verdict.reason = answer.reason
                    verdict.timestamp = answer.timestamp
                }
            } else {
                verdict.status = 0
            }
            stream.sequence = record(
                stream, bodyStart, arrival, wall, verdict, plan.fate, in: &state)
            return Outcome(plan: plan, verdict: verdict, settings: settings)
        }
        return carryOut(outcome, stream)
    }

    /// What was decided under the lock.
    private struct Outcome {
        let plan: ResponsePlan
        let verdict: Verdict
        let settings: SimulatorSettings
    }

    private func record(
        _ stream: RequestStream, _ bodyStart: Int, _ arrival: MonotonicTime, _ wall: Int64, _ verdict: Verdict,
        _ fate: ReceivedPush.Fate, in state: inout SimulatorState
    ) -> Int {
        var head = stream.head
        // An exact copy, since the stream keeps its roomier one for the next request.
        let kept = state.settings.recordLimit == 0 ? 0 : state.settings.keepBodies ? head.bytes.count : bodyStart
        head.bytes = Array(head.bytes[..<kept])
        return state.record.append(
            RecordedRequest(
                environment: environment, head: head, bodyStart: min(bodyStart, kept),
                authorization: stream.authorization?.text, arrival: arrival, arrivalMilliseconds: wall,
                verdict: verdict, fate: fate, connectionID: id, streamID: stream.id),
            limit: state.settings.recordLimit)
    }

    private func carryOut(_ outcome: Outcome, _ stream: RequestStream) -> Bool {
        let plan = outcome.plan
        if let pace = plan.readPace { slowDown(bytesPerSecond: pace) }
        if let limit = plan.streamLimit { faultLimit = limit }
        if outcome.verdict.status != 410 { isCollapsed = !outcome.verdict.isSuccess }
        if let goaway = plan.goaway { sendGoaway(goaway.last, reason: goaway.reason, at: stream.id) }
        if plan.isProcessed || plan.goaway == nil {
            switch plan.ending {
            case .answer: prepareAnswer(outcome, stream)
            case .silence: break
            case .reset(let code): reset(stream.id, code)
            case .refuse: reset(stream.id, NGHTTP2_REFUSED_STREAM.rawValue)
            case .drop:
                end(by: .cut)
                return false
            case .garbage(let garbage):
                end(by: .spoil(garbage.bytes(stream: stream.id)))
                return false
            }
        }
        tellSettings(outcome.settings)
        return true
    }

    private func prepareAnswer(_ outcome: Outcome, _ stream: RequestStream) {
        var answer = outcome.plan.answer ?? FaultAnswer(status: outcome.verdict.status)
        if answer.body == nil { answer.body = outcome.verdict.body }
        if let id = outcome.verdict.channelID, answer.status == 201 {
            answer.headers.append(FaultAnswer.Header("apns-channel-id", id))
        }
        if let size = outcome.plan.bodySize { answer.body = [UInt8](repeating: UInt8(ascii: "x"), count: size) }
        stream.answerPace = outcome.plan.bodyPace
        if outcome.plan.delay > 0 {
            stream.pendingAnswer = answer
            stream.isWaiting = true
            loop.timers.add(entry(.answer(stream: stream.id), in: outcome.plan.delay))
        } else {
            send(answer, on: stream)
        }
    }

    /// The stream of this id, if it is open.
    func stream(_ id: Int32) -> RequestStream? {
        let place = unsafe UInt(bitPattern: nghttp2_session_get_stream_user_data(session, id))
        return place > 0 ? streams[Int(place) - 1] : nil
    }

    func closed(stream id: Int32, code: UInt32) -> Bool {
        let place = unsafe UInt(bitPattern: nghttp2_session_get_stream_user_data(session, id))
        guard place > 0 else { return true }
        let stream = streams[Int(place) - 1]
        // nghttp2 closes what lies above a GOAWAY's last stream id with REFUSED_STREAM: that was not processed.
        if stream.isWaiting { settle(stream, code == NGHTTP2_REFUSED_STREAM.rawValue ? .notProcessed : .unanswered) }
        if current === stream { current = nil }
        stream.id = 0
        freeStreams.append(Int(place) - 1)
        return true
    }

    /// The connection ends: whoever waits on it is not answered.
    func abandonStreams() {
        for stream in streams where stream.id != 0 && stream.isWaiting { settle(stream, .unanswered) }
    }

    func settle(_ stream: RequestStream, _ fate: ReceivedPush.Fate) {
        stream.isWaiting = false
        let sequence = stream.sequence
        loop.shared.state.withLock { $0.record.setFate(fate, of: sequence) }
    }
}
