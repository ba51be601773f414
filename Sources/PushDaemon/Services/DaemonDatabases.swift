import MariaDB
import PushCore

/// The daemon's database sessions, each on a thread of its own, so that none can hold up another. All but the calls' give
/// way, so that a call never waits for a processor behind a bulk.
struct DaemonDatabases: Sendable {
    private let standard: Database
    private let voip: Database
    /// For the usermeta intake.
    let intake: Database
    /// For everything that is done on the side.
    let side: Database

    init(_ settings: DatabaseSettings) {
        let configuration = settings.connection
        standard = Database(configuration: configuration, name: "db-standard", yields: true)
        voip = Database(configuration: configuration, name: "db-voip")
        intake = Database(configuration: configuration, name: "db-intake", yields: true)
        side = Database(configuration: configuration, name: "db-side", yields: true)
    }

    func lane(_ lane: Lane) -> Database { lane == .voip ? voip : standard }
}
