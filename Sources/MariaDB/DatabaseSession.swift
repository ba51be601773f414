import Glibc
import ServiceRuntime

/// A connection that comes back by itself, for one thread: opens on demand, repeats what conflicted, never repeats what may
/// have been carried out. `Database` wraps it for callers on other threads.
package final class DatabaseSession {
    private let configuration: DatabaseConfiguration
    private var connection: Connection?
    private var lastUse = MonotonicTime(nanoseconds: 0)
    private var backOff = BackOff()

    /// Opens nothing yet.
    package init(_ configuration: DatabaseConfiguration) { self.configuration = configuration }

    /// Runs one unit of work. It is repeated, at most 10 times, when it conflicted or lost the connection before anything of it
    /// was made permanent; so `body` may run more than once. While the server is away, calls fail at once with its last error
    /// and a new attempt is made after 50 ms … 5 s.
    package func run<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        var attempt = 1
        while true {
            let connection = try open()
            connection.beginUnit()
            do {
                let result = try body(connection)
                settle(connection)
                return result
            } catch {
                settle(connection)
                guard attempt < Self.maximumAttempts, let failure = error as? MariaDBError,
                    !connection.hasCommitted, waitsToRepeat(failure, attempt: attempt)
                else { throw error }
                attempt += 1
            }
        }
    }

    /// Closes the connection; the next call opens a new one.
    package func disconnect() { connection = nil }

    private static let maximumAttempts = 10

    private func open() throws -> Connection {
        if let connection, !connection.isBroken {
            // A session that idled may have been closed by the server, which a write would learn only after it was sent.
            if MonotonicTime.now.milliseconds(since: lastUse) < 1000 { return connection }
            do {
                try connection.ping()
                return connection
            } catch { self.connection = nil }
        }
        if let error = backOff.pendingError { throw error }
        do {
            let fresh = try Connection(configuration)
            connection = fresh
            return fresh
        } catch {
            backOff.failed(error)
            throw error
        }
    }

    private func settle(_ connection: Connection) {
        if connection.inTransaction { connection.rollBack() }
        if connection.isBroken { self.connection = nil } else { backOff.succeeded() }
        lastUse = .now
    }

    private func waitsToRepeat(_ error: MariaDBError, attempt: Int) -> Bool {
        switch error.category {
        case .conflict:
            connection?.rollBack()
            usleep(UInt32.random(in: 1000...UInt32(10_000 * attempt)))
            return true
        case .connectionLost(outcomeUnknown: false):
            // A row that breaks the connection again and again must not keep us here.
            return attempt == 1
        case .readOnly, .notPrimary, .tooManyConnections:
            backOff.failed(error)
            return false
        default: return false
        }
    }
}
