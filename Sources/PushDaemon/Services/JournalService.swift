import PushStore
import ServiceRuntime
import Telemetry

/// Writes what daemons of this host had not committed when they vanished: at the start and every few seconds, so that a
/// neighbour that is killed is replayed before its leases end.
struct JournalService: Sendable {
    let own: JournalDirectory
    let state: String
    let replay: JournalReplay
    let pruning: PruningService
    let logger: Logger

    private static let interval = Duration.seconds(3)

    /// Replays every journal that nobody holds.
    func replayAbandoned() async throws {
        for journal in try JournalDirectory.abandoned(in: state) {
            let written = try await replay.replay(try journal.records(), prune: pruning.apply)
            try journal.remove()
            logger.info("journal_replayed", ["deliveries": .count(written)])
        }
    }

    /// Works until its task is cancelled.
    func run() async {
        var failures = FailureLog(event: "journal_replay")
        while (try? await Task.sleep(for: Self.interval)) != nil {
            do {
                try await replayAbandoned()
                failures.worked(logger)
            } catch {
                failures.failed(error, logger)
            }
        }
    }

    /// Removes this daemon's own journal, unless something in it could not be committed: the next start sees to that.
    func leave() {
        guard let records = try? own.records(), records.isEmpty else { return }
        try? own.remove()
    }
}
