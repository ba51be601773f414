package import PushCore
package import ServiceRuntime

/// One lane's results between Apple's answer and the database's commit, in a file: a daemon that is killed in between,
/// or while the database is away, does not forget what was sent. One writer at a time.
package final class ResultJournal: Sendable {
    /// The most bytes it grows to; a lane whose journal is full claims nothing until the database is back.
    package static let largest = 64 << 20

    private let file: AppendFile
    private let size = Locked(0)

    /// Opens the journal at `path`.
    package init(_ path: String) throws(SystemError) {
        file = try AppendFile(path)
        try file.empty()
    }

    /// Whether no more results should be waited for.
    package var isFull: Bool { size.withLock { $0 >= Self.largest } }

    /// Keeps the deliveries of `outcomes`. Call it before they are written to the database.
    package func append(_ outcomes: [ActionOutcome]) throws(SystemError) {
        var bytes: [UInt8] = []
        for outcome in outcomes {
            for delivery in outcome.deliveries {
                bytes += JournalRecord(actionID: outcome.actionID, lease: outcome.lease, delivery: delivery).line
            }
        }
        guard !bytes.isEmpty else { return }
        let count = bytes.count
        size.withLock { $0 += count }
        try file.append(bytes)
    }

    /// Forgets everything. Call it when all that was appended is committed.
    package func clear() throws(SystemError) {
        guard size.withLock({ $0 }) > 0 else { return }
        try file.empty()
        size.withLock { $0 = 0 }
    }

    /// The records of a journal that a daemon left. A line that was not written in full is skipped.
    package static func read(_ path: String) throws(SystemError) -> [JournalRecord] {
        try FileSystem.read(path, limit: 2 * largest).split(separator: 0x0A).compactMap { JournalRecord(line: $0) }
    }
}
