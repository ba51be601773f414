import ServiceRuntime

/// A request as the record keeps it: bytes in one piece, made readable only when someone looks.
struct RecordedRequest: Sendable {
    var sequence = 0
    let environment: SimulatedEnvironment
    let head: RequestHead
    /// Where the body starts in the head's bytes.
    let bodyStart: Int
    /// Kept apart, since all requests of a credential share it.
    let authorization: [UInt8]?
    let arrival: MonotonicTime
    let arrivalMilliseconds: Int64
    let verdict: Verdict
    var fate: ReceivedPush.Fate
    let connectionID: Int
    let streamID: Int32

    /// The readable form.
    var push: ReceivedPush {
        var headers: [ReceivedPush.Header] = []
        var place = 0
        while place < bodyStart {
            let field = RequestHead.Field(at: place, in: head.bytes)
            headers.append(
                ReceivedPush.Header(
                    name: String(decoding: head.bytes[field.name], as: UTF8.self),
                    value: String(decoding: head.bytes[field.value], as: UTF8.self)))
            place = field.value.upperBound
        }
        if let authorization {
            headers.append(
                ReceivedPush.Header(name: "authorization", value: String(decoding: authorization, as: UTF8.self)))
        }
        return ReceivedPush(
            sequence: sequence, environment: environment, path: head.text(.path) ?? "", token: head.deviceToken ?? "",
            headers: headers, body: Array(head.bytes[bodyStart...]), arrival: arrival,
            arrivalMilliseconds: arrivalMilliseconds, status: verdict.status, reason: verdict.reason, fate: fate,
            warnings: verdict.warnings, connectionID: connectionID, streamID: streamID)
    }
}
