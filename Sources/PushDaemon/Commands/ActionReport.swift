import JSONText
import PushStore

/// One action with its deliveries, as `queue show` and `send --wait` print it: how many ended how, and the first of them,
/// those that want attention before the delivered ones.
struct ActionReport {
    /// The deliveries that are read unless somebody says otherwise: an audience may have millions.
    static let standardLimit = 1000

    private let action: JSONObject
    private let results: [JSONObject]
    private let deliveries: [JSONObject]

    /// Reads it; nil when there is no such action.
    /// - Parameter limit: at most so many deliveries.
    init?(_ id: UInt64, from queue: QueueAdministration, limit: Int) async throws {
        guard let action = try await queue.action(id) else { return nil }
        self.action = action
        results = try await queue.results(of: id)
        deliveries = try await queue.deliveries(of: id, attentionFirst: limit)
    }

    /// The column `state`.
    var state: String { action["state"]?.string ?? "" }

    /// Whether nothing more happens by itself.
    var isFinal: Bool { state != "queued" && state != "sending" }

    /// Prints it; people see tokens shortened.
    func print(to output: Output, json: Bool) {
        if json {
            var object = action
            object["results"] = .array(results.map(JSONValue.object))
            object["deliveries"] = .array(deliveries.map(JSONValue.object))
            output.json(.object(object))
            return
        }
        let width = (action.names.map(\.count).max() ?? 0) + 2
        for member in action.members where !member.value.isNull {
            let name = member.name + String(repeating: " ", count: width - member.name.count)
            output.line(name + TextTable.safe(member.value.string ?? JSONWriter.text(member.value)))
        }
        guard !deliveries.isEmpty else { return }
        output.line()
        var listing = Listing(columns: [
            "token", "channel", "environment", "status", "reason", "http_status", "error_class", "attempts",
            "next_attempt_at",
        ])
        for delivery in deliveries { listing.add(delivery) }
        listing.print(to: output, json: false, empty: "")
        let all = results.reduce(0) { $0 + ($1["count"]?.integer ?? 0) }
        if all > deliveries.count { output.line("… and \(all - Int64(deliveries.count)) more") }
        guard deliveries.count > 1 else { return }
        output.line()
        var counts = Listing(columns: ["count", "status", "reason"])
        for result in results { counts.add(result) }
        counts.print(to: output, json: false, empty: "")
    }
}
