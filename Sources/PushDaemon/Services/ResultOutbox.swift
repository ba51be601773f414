package import PushCore
package import PushStore
package import ServiceRuntime
package import Telemetry

/// A lane's decided outcomes until they are committed: kept in the journal, and handed to the writer one batch at a time,
/// each of all that has come together meanwhile.
package struct ResultOutbox {
    // Milliseconds; far less than a lease.
    private static let patience: Int64 = 2000

    private let lane: Lane
    private let writer: OutcomeWriter
    private let journal: ResultJournal
    private let statistics: LaneStatistics
    private let wake: WakeFlag
    private let logger: Logger
    private let answer = Locked<Result<Set<UInt64>, any Error>?>(nil)

    private var unwritten: [ActionOutcome] = []
    // How many of them, from the front, the writer is at.
    private var underWay = 0
    private var begunAt = MonotonicTime.now
    private var nextTry = MonotonicTime.now
    private var failures: FailureLog
    private var journalFailures = FailureLog(event: "journal")

    /// - Parameter wake: raised when the writer is through.
    package init(
        lane: Lane, writer: OutcomeWriter, journal: ResultJournal, statistics: LaneStatistics, wake: WakeFlag,
        logger: Logger
    ) {
        self.lane = lane
        self.writer = writer
        self.journal = journal
        self.statistics = statistics
        self.wake = wake
        self.logger = logger
        failures = FailureLog(event: lane == .voip ? "voip_database" : "standard_database")
    }

    /// How many are not committed.
    package var count: Int { unwritten.count }

    /// Whether more should be begun: not while the database takes nothing, or so slowly that what is held here might be
    /// claimed again.
    package var hasRoom: Bool {
        !failures.lasts && !journal.isFull
            && (underWay == 0 || MonotonicTime.now.milliseconds(since: begunAt) < Self.patience)
    }

    /// Takes what was decided without asking Apple.
    package mutating func add(_ outcome: ActionOutcome) { unwritten.append(outcome) }

    /// Takes what Apple answered.
    package mutating func add(answered outcomes: [ActionOutcome]) {
        unwritten += outcomes
        // Without its journal a result that the database does not get is lost with the process, and no more than that.
        do throws(SystemError) {
            try journal.append(outcomes)
            journalFailures.worked(logger)
        } catch {
            journalFailures.failed(error, logger)
        }
    }

    /// Looks what became of the last batch, and begins the next.
    package mutating func turn() {
        finish()
        guard underWay == 0, !unwritten.isEmpty, MonotonicTime.now >= nextTry else { return }
        underWay = unwritten.count
        begunAt = .now
        journal.turnOver()
        // Detached: this thread is not to come between.
        Task.detached { [writer, unwritten, answer, wake] in
            let result: Result<Set<UInt64>, any Error>
            do { result = .success(try await writer.write(unwritten)) } catch { result = .failure(error) }
            answer.withLock { $0 = result }
            wake.raise()
        }
    }

    private mutating func finish() {
        guard
            let result = answer.withLock({ answer in
                defer { answer = nil }
                return answer
            })
        else { return }
        defer { underWay = 0 }
        switch result {
        case .failure(let error):
            failures.failed(error, logger)
            nextTry = MonotonicTime.now.advanced(milliseconds: failures.pause)
        case .success(let fenced):
            failures.worked(logger)
            unwritten.removeFirst(underWay)
            try? journal.clear()
            statistics.recorded(underWay - fenced.count, fenced: fenced.count)
            guard let first = fenced.min() else { return }
            logger.warning(
                "lease_lost",
                ["lane": .text(lane.rawValue), "actions": .count(fenced.count), "first": .count(first)])
        }
    }
}
