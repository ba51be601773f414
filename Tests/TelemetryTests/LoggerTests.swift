import JSONText
import PushCore
import ServiceRuntime
import Telemetry
import Testing

@Suite struct LoggerTests {
    private final class Sink: Sendable {
        private let lines = Locked<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        var text: String { all.joined() }

        @Sendable func take(_ bytes: [UInt8]) {
            let line = String(decoding: bytes, as: UTF8.self)
            lines.withLock { $0.append(line) }
        }
    }

    private let sink = Sink()

    private func logger(_ format: LogFormat = .text, _ level: LogLevel = .info) -> Logger {
        Logger(format: format, level: level, write: sink.take)
    }

    @Test func aTextLineHoldsTimeLevelEventAndFields() {
        logger().info("started", ["lanes": 2, "host": "db.example.org", "tls": true])
        let line = sink.text
        #expect(line.hasSuffix("Z info    started lanes=2 host=db.example.org tls=true\n"))
        #expect(line.hasPrefix("20") && line.prefix(24).last == "Z")
    }

    @Test func aJSONLineIsOneObjectWithTheSameFields() throws {
        logger(.json).warning("slow", ["milliseconds": 12, "share": .decimal(0.5), "what": "a \"claim\""])
        let value = try JSONParser.parse(Array(sink.text.utf8))
        #expect(value["level"] == "warning")
        #expect(value["event"] == "slow")
        #expect(value["milliseconds"] == 12)
        #expect(value["what"] == "a \"claim\"")
        #expect(value["time"]?.string?.hasSuffix("Z") == true)
        #expect(sink.text.filter { $0 == "\n" }.count == 1)
    }

    @Test(arguments: LogFormat.allCases)
    func aValueCanNeitherEndTheLineNorForgeAField(format: LogFormat) {
        let hostile = "x\n2026-01-01T00:00:00.000Z error   forged admin=true\r\u{1B}[2J\u{85}\u{2028}"
        logger(format).info("event", ["value": .text(hostile)])
        #expect(sink.text.unicodeScalars.filter { $0.value < 0x20 }.map(\.value) == [0x0A])
        if format == .text {
            #expect(sink.text.contains(#"value="x\n2026"#))
            #expect(!sink.text.unicodeScalars.contains { $0.value == 0x85 || $0.value == 0x2028 })
        }
    }

    @Test(arguments: ["", "two words", "a=b", "\"", "back\\slash"])
    func aValueThatIsNoBareWordIsQuoted(value: String) {
        logger().info("event", ["value": .text(value), "next": 1])
        #expect(sink.text.contains(" value=\(JSONWriter.text(.string(value))) next=1\n"))
    }

    @Test func tokensAndSecretsNeverAppearWhole() throws {
        let hex = String(repeating: "0123456789abcdef", count: 4)
        let token = try #require(DeviceToken(hex: hex))
        let logger = logger()
        logger.info("event", ["token": .token(token), "address": .address(.apns(token))])
        logger.info("event", ["text": "sent to \(token)", "raw": .text("POST /3/device/\(hex) failed")])
        logger.info("event", ["secret": "\(Secret("s3cret"))"])
        logger.info("event", ["key": .text("key is -----BEGIN PRIVATE KEY-----MIG"), "jwt": "a bearer eyJhbGciOi"])
        #expect(!sink.text.contains(hex))
        for secret in ["s3cret", "MIG", "eyJhbGciOi"] { #expect(!sink.text.contains(secret)) }
        #expect(sink.text.contains("token=01234567…"))
        #expect(sink.text.contains("/3/device/01234567… failed"))
    }

    @Test func anEventBelowTheLevelIsNotEvenBuilt() {
        let logger = logger(.text, .warning)
        var built = 0
        func value() -> LogValue {
            built += 1
            return "x"
        }
        logger.info("quiet", ["value": value()])
        logger.warning("loud", ["value": value()])
        #expect(built == 1)
        #expect(sink.all.count == 1)
        logger.configure(format: .text, level: .debug)
        logger.debug("now too", ["value": value()])
        #expect(built == 2)
    }

    @Test func linesOfManyThreadsStayWhole() {
        let logger = logger()
        let threads = (0..<4).map { number in
            Thread(name: "log-\(number)") {
                for round in 0..<200 { logger.info("event", ["thread": .count(number), "round": .count(round)]) }
            }
        }
        for thread in threads { thread.join() }
        #expect(sink.all.count == 800)
        #expect(sink.all.allSatisfy { $0.hasSuffix("\n") && $0.contains(" event thread=") })
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (951_782_399_999, "2000-02-28T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"), (1_772_355_900_120, "2026-03-01T09:05:00.120Z"),
        (-1, "1969-12-31T23:59:59.999Z"), (4_107_542_399_000, "2100-02-28T23:59:59.000Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    ])
    func timesAreWrittenInUTC(milliseconds: Int64, text: String) {
        #expect(WallClock.text(milliseconds: milliseconds) == text)
    }
}
