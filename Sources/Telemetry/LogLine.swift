import JSONText
import ServiceRuntime

/// Writes one event as one line, whatever its values hold.
enum LogLine {
    /// The line with its line feed.
    static func bytes(
        milliseconds: Int64, level: LogLevel, event: String, fields: KeyValuePairs<StaticString, LogValue>,
        format: LogFormat
    ) -> [UInt8] {
        let time = WallClock.text(milliseconds: milliseconds)
        switch format {
        case .text:
            var line = "\(time) \(level.word)" + String(repeating: " ", count: 8 - level.word.utf8.count) + event
            for (name, value) in fields { line += " \(name)=\(quoted(plain(value)))" }
            return Array(line.utf8) + [0x0A]
        case .json:
            var object = JSONObject([
                ("time", .string(time)), ("level", .string(level.word)), ("event", .string(event)),
            ])
            for (name, value) in fields { object["\(name)"] = json(value) }
            return JSONWriter.bytes(.object(object)) + [0x0A]
        }
    }

    private static func plain(_ value: LogValue) -> String {
        switch value {
        case .text(let text): LogRedaction.redacted(text)
        case .number(let number): String(number)
        case .decimal(let number): "\(number)"
        case .flag(let flag): flag ? "true" : "false"
        }
    }

    private static func json(_ value: LogValue) -> JSONValue {
        switch value {
        case .text(let text): .string(LogRedaction.redacted(text))
        case .number(let number): .integer(number)
        case .decimal(let number): JSONValue(number)
        case .flag(let flag): .bool(flag)
        }
    }

    /// A bare word stays as it is; anything else becomes a JSON string, so that no value can end the line or forge a field.
    private static func quoted(_ text: String) -> String {
        let isBare = !text.isEmpty && text.unicodeScalars.allSatisfy { isBareCharacter($0) }
        return isBare ? text : JSONWriter.text(.string(text)).replacingControls()
    }

    private static func isBareCharacter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? scalar.value > 0x20 && scalar.value < 0x7F && scalar != "\"" && scalar != "=" && scalar != "\\"
            : scalar.properties.isAlphabetic || scalar == "…"
    }
}

extension String {
    /// JSON lets DEL, C1 controls and Unicode's line separators stand; a terminal or a log reader may obey them.
    fileprivate func replacingControls() -> String {
        var out = ""
        for scalar in unicodeScalars {
            let isHarmful = (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
            out.unicodeScalars.append(isHarmful ? "\u{FFFD}" : scalar)
        }
        return out
    }
}
