import MariaDB
import PushCore

/// The daemon's database sessions, each on a thread of its own, so that none can hold up another.
struct DaemonDatabases: Sendable {
    private let standard: Database
    private let voip: Database
    /// For the usermeta intake.
    let intake: Database
    /// For everything that is done on the side.
    let side: Database

    init(_ settings: DatabaseSettings) {
        let configuration = settings.connection
        standard = Database(configuration: configuration, name: "db-standard")
        voip = Database(configuration: configuration, name: "db-voip")
        intake = Database(configuration: configuration, name: "db-intake")
        side = Database(configuration: configuration, name: "db-side")
    }

    func lane(_ lane: Lane) -> Database { lane == .voip ? voip : standard }
}
