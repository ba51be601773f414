import MariaDB
import PushCore

/// The daemon's database sessions, each on a thread of its own, so that none can hold up another. All but the calls' give
/// way, so that a call never waits for a processor behind a bulk.
struct DaemonDatabases: Sendable {
    private let standard: Database
    private let voip: Database
    private let standardResults: Database
    private let voipResults: Database
    /// For the usermeta intake.
    let intake: Database
    /// For everything that is done on the side.
    let side: Database

    init(_ settings: DatabaseSettings) {
        let configuration = settings.connection
        standard = Database(configuration: configuration, name: "db-standard", yields: true)
        voip = Database(configuration: configuration, name: "db-voip")
        standardResults = Database(configuration: configuration, name: "db-standard-out", yields: true)
        voipResults = Database(configuration: configuration, name: "db-voip-out")
        intake = Database(configuration: configuration, name: "db-intake", yields: true)
        side = Database(configuration: configuration, name: "db-side", yields: true)
    }

    /// For claiming and looking up.
    func lane(_ lane: Lane) -> Database { lane == .voip ? voip : standard }

    /// For writing results, while the lane goes on.
    func results(of lane: Lane) -> Database { lane == .voip ? voipResults : standardResults }
}
