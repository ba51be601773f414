import JSONText
import PushCore

/// Whom an action would reach, counted as its walk finds them; the first are kept to be shown.
struct AudienceReach {
    private let keeps: Int
    private let refusal: String?
    private var seen: Set<Int> = []
    private(set) var shown: [Recipient] = []
    private(set) var devices = 0
    /// Those that a push would be sent to.
    private(set) var sendable = 0
    private var refusals: [String: Int] = [:]

    /// - Parameters:
    ///   - keeps: how many recipients are kept.
    ///   - refusal: why nobody is sent to who could be; nil when nothing is in the way.
    init(keeps: Int, refusal: String?) {
        self.keeps = keeps
        self.refusal = refusal
    }

    /// Why `recipient` would not get it; nil when it would.
    func reason(for recipient: Recipient) -> String? { recipient.refusal?.reason ?? refusal }

    /// Counts recipients; one that came before is sent to once.
    mutating func add(_ recipients: [Recipient]) {
        // By hash: a large site has more tokens than would fit as text.
        for recipient in recipients where seen.insert(recipient.column.hashValue).inserted {
            devices += 1
            if let reason = reason(for: recipient) { refusals[reason, default: 0] += 1 } else { sendable += 1 }
            if shown.count < keeps { shown.append(recipient) }
        }
    }

    /// Why nobody would get it; nil when somebody would.
    var reason: String? {
        sendable > 0 ? nil : refusals.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? "NoDeviceToken"
    }

    /// For machines: `devices`, `sendable`, and how many are refused for which `reason`.
    var counts: [(String, JSONValue)] {
        let reasons = refusals.sorted { $0.key < $1.key }.map { ($0.key, JSONValue($0.value)) }
        return [
            ("devices", JSONValue(devices)), ("sendable", JSONValue(sendable)),
            ("refused", .object(JSONObject(reasons))),
        ]
    }

    /// For people.
    var summary: String {
        let refused = refusals.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        return "\(sendable) of \(devices) devices would get it"
            + (refused.isEmpty ? "." : "; the others: \(refused.joined(separator: ", ")).")
    }
}
