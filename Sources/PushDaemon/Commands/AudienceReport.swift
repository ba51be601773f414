import JSONText
import PushStore

/// What became of an action for many: its row, how many deliveries ended how, and the first that want attention.
struct AudienceReport {
    private static let mostShown = 20
    private static let mostListed = 1000

    private let action: JSONObject
    private let results: [JSONObject]
    private let deliveries: [JSONObject]

    /// Reads it; nil when there is no such action.
    init?(_ id: UInt64, from queue: QueueAdministration, json: Bool) async throws {
        guard let action = try await queue.action(id) else { return nil }
        self.action = action
        results = try await queue.results(of: id)
        deliveries = try await queue.deliveries(of: id, attentionFirst: json ? Self.mostListed : Self.mostShown)
    }

    /// The column `state`.
    var state: String { action["state"]?.string ?? "" }

    /// Prints it; people see the first deliveries with tokens shortened, machines the first thousand.
    func print(to output: Output, json: Bool) {
        if json {
            var object = action
            object["results"] = .array(results.map(JSONValue.object))
            object["deliveries"] = .array(deliveries.map(JSONValue.object))
            output.json(.object(object))
            return
        }
        ActionReport(action: action, deliveries: deliveries).print(to: output, json: false)
        let all = results.reduce(0) { $0 + ($1["count"]?.integer ?? 0) }
        if all > deliveries.count { output.line("… and \(all - Int64(deliveries.count)) more") }
        guard !results.isEmpty else { return }
        output.line()
        var counts = Listing(columns: ["count", "status", "reason"])
        for result in results { counts.add(result) }
        counts.print(to: output, json: false, empty: "")
    }
}
