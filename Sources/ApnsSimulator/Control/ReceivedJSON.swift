import JSONText
import ServiceRuntime

extension ReceivedPush {
    /// For `GET /received`. A body that is no text is given as `body_base64url`.
    var json: JSONValue {
        var headers = JSONObject()
        for header in self.headers {
            // A repeated header shows both values, as HTTP joins them.
            let earlier = headers[header.name]?.string.map { "\($0), " } ?? ""
            headers[header.name] = .string(earlier + header.value)
        }
        var object = JSONObject([
            ("sequence", JSONValue(sequence)), ("environment", .string(environment.rawValue)),
            ("token", .string(token)), ("path", .string(path)), ("headers", .object(headers)),
        ])
        if let text = String(validating: body, as: UTF8.self) {
            object["body"] = .string(text)
        } else {
            object["body_base64url"] = .string(Base64URL.encode(body))
        }
        object["arrival_ms"] = JSONValue(arrivalMilliseconds)
        object["arrival_monotonic_ns"] = JSONValue(arrival.nanoseconds)
        object["status"] = JSONValue(status)
        object["reason"] = JSONValue(reason)
        object["fate"] = .string(fate.rawValue)
        object["warnings"] = .array(warnings.map { .string($0) })
        object["connection"] = JSONValue(connectionID)
        object["stream"] = JSONValue(streamID)
        return .object(object)
    }
}
