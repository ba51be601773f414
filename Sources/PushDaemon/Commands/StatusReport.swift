import JSONText
import MariaDB
import PushCore
import PushStore
import ServiceRuntime
import WordPress

/// Reads what `status` shows.
struct StatusReport {
    let database: Database
    let tables: TableNames

    /// The state of everything at one moment.
    struct Snapshot {
        let takenAt: MonotonicTime
        let pause: QueuePause
        let workers: [JSONObject]
        let credentials: [JSONObject]
        let deadLetters: Int
        /// What the daemons hold back: `scope`, `app`, `channel`, `what`, `reason`, `seconds`, and who (`host`, `pid`).
        var heldBack: [JSONObject] {
            workers.flatMap { worker in
                (worker["stats"]?["held_back"]?.array ?? []).compactMap(\.object).map { held in
                    var held = held
                    held["host"] = worker["host"]
                    held["pid"] = worker["pid"]
                    return held
                }
            }
        }

        fileprivate let lanes: [JSONObject]

        /// The lanes; with an earlier snapshot also the deliveries made and failed per second since then.
        func lanes(since before: Snapshot?) -> [JSONObject] {
            guard let before else { return lanes }
            let seconds = Double(max(takenAt.milliseconds(since: before.takenAt), 1)) / 1000
            return lanes.map { lane in
                var lane = lane
                let name = lane["lane"]?.string ?? ""
                for figure in ["delivered", "failed"] {
                    let made = count(figure, lane: name, since: before)
                    lane["\(figure)_per_second"] = JSONValue((Double(made) / seconds * 10).rounded() / 10)
                }
                return lane
            }
        }

        // Each daemon counts from its own start.
        private func count(_ figure: String, lane: String, since before: Snapshot) -> Int64 {
            let old = Dictionary(before.workers.map { ($0["id"], $0) }) { first, _ in first }
            return workers.reduce(0) { sum, worker in
                let now = worker["stats"]?["lanes"]?[lane]?[figure]?.integer ?? 0
                let then = old[worker["id"]]?["stats"]?["lanes"]?[lane]?[figure]?.integer ?? 0
                return sum + max(now - then, 0)
            }
        }

        /// For machines.
        func json(lanes: [JSONObject]) -> JSONValue {
            [
                "paused": pause.json, "lanes": .array(lanes.map(JSONValue.object)),
                "workers": .array(workers.map(JSONValue.object)),
                "held_back": .array(heldBack.map(JSONValue.object)),
                "credentials": .array(credentials.map(JSONValue.object)), "dead_letters": JSONValue(deadLetters),
            ]
        }
    }

    /// Reads all of it.
    func read() async throws -> Snapshot {
        let status = QueueStatus(database: database, tables: tables)
        let takenAt = MonotonicTime.now
        return Snapshot(
            takenAt: takenAt, pause: try await PauseAdministration(database: database, tables: tables).current(),
            workers: try await status.workers(),
            credentials: try await MySQLCredentialStore(database: database, tables: tables).all()
                .map(CredentialRow.object),
            deadLetters: try await status.deadLetters(), lanes: try await status.lanes())
    }
}
