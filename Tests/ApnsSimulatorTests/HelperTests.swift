import ServiceRuntime
import Testing

@testable import ApnsSimulator

@Suite struct HelperTests {
    @Test func httpDatesAreThoseOfTheStandard() {
        #expect(WallClock.httpDate(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(WallClock.httpDate(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(WallClock.httpDate(951_782_400) == "Tue, 29 Feb 2000 00:00:00 GMT")
        #expect(WallClock.httpDate(4_102_444_799) == "Thu, 31 Dec 2099 23:59:59 GMT")
    }

    @Test func base64URLGoesBothWays() {
        for length in 0..<10 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 97 + 251) }
            #expect(Base64URL.decode(Array(Base64URL.encode(bytes).utf8)[...]) == bytes)
        }
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
        #expect(Base64URL.decode(Array("a".utf8)[...]) == nil)
        #expect(Base64URL.decode(Array("a+/=".utf8)[...]) == nil)
    }

    @Test func signaturesGoBothWaysWithTheirLeadingZeros() {
        for first in [[UInt8](repeating: 0, count: 2) + [1], [0x80, 1, 2], [0x7F, 0, 0]] {
            let raw = first + [UInt8](repeating: 7, count: 29) + [UInt8](repeating: 0, count: 31) + [9]
            #expect(ECDSASignature.raw(der: ECDSASignature.der(raw: raw)) == raw)
        }
        #expect(ECDSASignature.raw(der: [0x30, 0x84, 1, 2]) == nil)
        #expect(ECDSASignature.raw(der: []) == nil)
    }

    @Test func timersAreDueSoonestFirst() {
        var timers = TimerQueue()
        let dues = [5, 3, 9, 1, 7, 3].map { MonotonicTime(nanoseconds: $0) }
        for (place, due) in dues.enumerated() {
            timers.add(TimerQueue.Entry(due: due, connectionID: place, event: .read))
        }
        #expect(timers.takeDue(MonotonicTime(nanoseconds: 0))?.due == nil)
        var taken: [MonotonicTime] = []
        while let entry = timers.takeDue(MonotonicTime(nanoseconds: 7)) { taken.append(entry.due) }
        #expect(taken == dues.sorted().dropLast())
        #expect(timers.next == MonotonicTime(nanoseconds: 9))
    }
}
