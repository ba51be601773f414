import Cryptography
package import PushCore
package import ServiceRuntime

/// A daemon's own directory of journals below `[state] directory`, locked as long as the daemon lives.
package final class JournalDirectory: Sendable {
    private let path: String
    private let lock: FileLock
    private static let prefix = "journal."

    private init(path: String, lock: FileLock) {
        self.path = path
        self.lock = lock
    }

    /// Makes a new directory (0700) below `state`.
    package static func make(in state: String) throws(SystemError) -> JournalDirectory {
        try guarded(state) { () throws(SystemError) in
            let path = "\(state)/\(prefix)\(HexText.encode(RandomBytes.make(8)))"
            try FileSystem.makeDirectories(path, mode: 0o700)
            guard let lock = try FileLock("\(path)/lock", waits: false) else {
                throw SystemError("cannot lock \(path)", code: 11)
            }
            return JournalDirectory(path: path, lock: lock)
        }
    }

    /// The directories below `state` whose daemons are gone. Holding one keeps others from replaying it too.
    package static func abandoned(in state: String) throws(SystemError) -> [JournalDirectory] {
        try guarded(state) { () throws(SystemError) in
            var found: [JournalDirectory] = []
            for name in try FileSystem.names(in: state) where name.hasPrefix(prefix) {
                let path = "\(state)/\(name)"
                guard FileSystem.status(path)?.isDirectory == true else { continue }
                if let lock = try FileLock("\(path)/lock", waits: false) {
                    found.append(JournalDirectory(path: path, lock: lock))
                }
            }
            return found
        }
    }

    /// Opens the journal of a lane, empty.
    package func journal(of lane: Lane) throws(SystemError) -> ResultJournal {
        try ResultJournal("\(path)/\(lane.rawValue)")
    }

    /// What the daemon that left it had not committed.
    package func records() throws(SystemError) -> [JournalRecord] {
        var records: [JournalRecord] = []
        for name in try FileSystem.names(in: path) where Lane(rawValue: name) != nil {
            records += try ResultJournal.read("\(path)/\(name)")
        }
        return records
    }

    /// Removes the directory, when everything in it is committed.
    package func remove() throws(SystemError) {
        for name in try FileSystem.names(in: path) { try FileSystem.removeFile("\(path)/\(name)") }
        try FileSystem.removeDirectory(path)
    }

    // A directory between its making and its locking must not look abandoned.
    private static func guarded<Result>(
        _ state: String, _ body: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        let lock = try FileLock("\(state)/journals.lock", waits: true)
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }
}
