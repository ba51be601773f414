import Glibc
import ServiceRuntime
import Testing

@testable import HTTP2Client

/// What a connection that is over says of each request it had.
@Suite struct BrokenConnectionTests {
    private let server = ScriptedServer { _, _ in }
    private let session: HTTP2Session
    private let ends = Locked<[HTTPCompletion]>([])

    init() throws {
        // As a connection loop does.
        _ = signal(SIGPIPE, SIG_IGN)
        let configuration = PoolConfiguration(
            endpoint: try HTTPEndpoint(url: server.url), caFile: TestCertificates.shared.ca)
        session = HTTP2Session(
            try Dialer.connect(configuration, cancelled: Cancellation()).get(), number: 1,
            configuration: configuration, statistics: StatisticsRecorder(published: Locked(PoolStatistics())), now: .now
        )
    }

    /// A request that is written, another that is not, and the end of the connection.
    /// - Returns: the second.
    private func lose(returning: Bool) -> Exchange {
        let finished = FinishedBatches()
        let batch = Batch(["sent", "waiting"].map { Client.request($0) }, finished: finished) { [ends] completions in
            ends.withLock { $0 += completions }
        }
        session.submit(Exchange(batch: batch, index: 0))
        session.flush()
        let waiting = Exchange(batch: batch, index: 1)
        session.submit(waiting)
        session.abandon(.connectionLost, "gone", returning: returning)
        finished.report()
        return waiting
    }

    @Test func whatNeverLeftGoesAgainAtOnceAndOnlyTheRestIsUnknown() {
        defer { server.stop() }
        let waiting = lose(returning: true)
        #expect(ends.withLock { $0 }.map(\.index) == [0])
        #expect(ends.withLock { $0 }.map(\.outcome.failure?.processed) == [.unknown])
        let returned = session.takeReturned()
        #expect(returned.count == 1 && returned.first === waiting)
        #expect(!waiting.isFinished)
    }

    @Test func whenTheSenderStopsWhatNeverLeftIsSurelyNotProcessed() {
        defer { server.stop() }
        let waiting = lose(returning: false)
        #expect(ends.withLock { $0 }.map(\.outcome.failure?.processed) == [.unknown, .no])
        #expect(session.takeReturned().isEmpty)
        #expect(waiting.isFinished)
    }
}
