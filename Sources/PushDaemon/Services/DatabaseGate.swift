import MariaDB
import PushStore
import ServiceRuntime
import Telemetry
import WordPress

/// Lets the daemon in when the database is there, with this program's schema, and belongs to the site itself.
struct DatabaseGate {
    let database: Database
    let tables: TableNames
    let vitals: DaemonVitals
    let shutdown: ShutdownSignal
    let logger: Logger

    /// Waits for a server that does not answer yet, and for the word that a copied site is meant to send; what waiting
    /// cannot mend is thrown: `MariaDBError` or `SchemaError`.
    /// - Returns: false when the daemon was told to stop meanwhile.
    func pass() async throws -> Bool {
        var failures = FailureLog(event: "waiting_for_database")
        while shutdown.stage == .running {
            do {
                try await Migrations(database: database, tables: tables).check()
                failures.worked(logger)
                break
            } catch let error as MariaDBError where error.isPassing {
                failures.failed(error, logger)
                vitals.isWaiting(for: "waiting for the database: \(error)")
            }
            try await Task.sleep(for: .milliseconds(failures.pause))
        }
        try await passClone()
        return shutdown.stage == .running
    }

    private func passClone() async throws {
        let site = SiteAddress(database: database, tables: tables)
        var told = false
        while shutdown.stage == .running, let difference = try await site.difference() {
            vitals.isWaiting(
                for: "the site is a copy of \(difference.noted) and sends nothing: push-bridge init --accept-clone")
            if !told {
                logger.error(
                    "site_is_a_copy",
                    [
                        "noted": .text(difference.noted), "now": .text(difference.now),
                        "effect": "nothing is sent: a copy must not ring real phones",
                        "to_go_on":
                            "push-bridge init --accept-clone --config FILE (with --drop-queue to forget its queue)",
                    ])
            }
            told = true
            try await Task.sleep(for: .seconds(2))
        }
    }
}

extension MariaDBError {
    /// Whether waiting may help.
    fileprivate var isPassing: Bool {
        switch category {
        case .cannotConnect, .connectionLost, .conflict, .tooManyConnections, .readOnly, .notPrimary, .interrupted: true
        default: false
        }
    }
}
