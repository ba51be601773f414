package import PushCore
package import ServiceRuntime

/// One lane's results between Apple's answer and the database's commit, in files: a daemon that is killed in between,
/// or while the database is away, does not forget what was sent. One writer at a time.
///
/// There are two halves, so that results may come in while earlier ones are being committed: `turnOver` before a commit
/// begins, `clear` when it is through.
package final class ResultJournal: Sendable {
    /// The most bytes a half grows to; a lane whose journal is full claims nothing until the database is back.
    package static let largest = 64 << 20

    private struct Half {
        let file: AppendFile
        var size = 0
    }

    private struct Halves {
        var current: Half
        var other: Half
    }

    private let halves: Locked<Halves>

    /// Opens the journal at `path`; its other half lies beside it.
    package init(_ path: String) throws(SystemError) {
        let files = (try AppendFile(path), try AppendFile(path + Self.suffix))
        try files.0.empty()
        try files.1.empty()
        halves = Locked(Halves(current: Half(file: files.0), other: Half(file: files.1)))
    }

    /// What the name of the other half ends with.
    static let suffix = ".2"

    /// Whether no more results should be waited for.
    package var isFull: Bool { halves.withLock { $0.current.size >= Self.largest } }

    /// Keeps the deliveries of `outcomes`. Call it before they are written to the database.
    package func append(_ outcomes: [ActionOutcome]) throws(SystemError) {
        var bytes: [UInt8] = []
        for outcome in outcomes {
            for delivery in outcome.deliveries {
                bytes += JournalRecord(actionID: outcome.actionID, lease: outcome.lease, delivery: delivery).line
            }
        }
        guard !bytes.isEmpty else { return }
        let file = halves.withLock { halves in
            halves.current.size += bytes.count
            return halves.current.file
        }
        try file.append(bytes)
    }

    /// Call it when the commit of everything that was appended so far begins: what comes now is kept apart.
    package func turnOver() {
        halves.withLock { halves in
            // What an earlier commit failed to write is part of this one, and stays where it is.
            guard halves.other.size == 0 else { return }
            swap(&halves.current, &halves.other)
        }
    }

    /// Forgets what was appended before the commit began. Call it when that commit is through.
    package func clear() throws(SystemError) {
        let old = halves.withLock { $0.other }
        guard old.size > 0 else { return }
        try old.file.empty()
        halves.withLock { $0.other.size = 0 }
    }

    /// The records of a journal that a daemon left, both halves. A line that was not written in full is skipped.
    package static func read(_ path: String) throws(SystemError) -> [JournalRecord] {
        var records: [JournalRecord] = []
        for half in [path, path + suffix] where FileSystem.status(half) != nil {
            records += try FileSystem.read(half, limit: 2 * largest).split(separator: 0x0A).compactMap {
                JournalRecord(line: $0)
            }
        }
        return records
    }
}
