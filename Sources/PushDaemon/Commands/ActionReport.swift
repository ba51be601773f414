import JSONText
import PushStore

/// One action with its deliveries, as `queue show` and `send --wait` print it.
struct ActionReport {
    let action: JSONObject
    let deliveries: [JSONObject]

    init(action: JSONObject, deliveries: [JSONObject]) {
        self.action = action
        self.deliveries = deliveries
    }

    /// Reads both; nil when there is no such action.
    init?(_ id: UInt64, from queue: QueueAdministration) async throws {
        guard let action = try await queue.action(id) else { return nil }
        self.action = action
        deliveries = try await queue.deliveries(of: id)
    }

    /// The column `state`.
    var state: String { action["state"]?.string ?? "" }

    /// Whether nothing more happens by itself.
    var isFinal: Bool { state != "queued" && state != "sending" }

    /// Prints it; people see tokens shortened.
    func print(to output: Output, json: Bool) {
        if json {
            var object = action
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
    }
}
