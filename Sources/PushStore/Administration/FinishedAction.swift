import MariaDB
import PushCore

/// An action that somebody wants to send again.
struct FinishedAction {
    let app: String
    private let type: String
    private let message: [UInt8]
    private let start: Int64
    private let expiresAt: Int64?
    private let now: Int64

    /// Takes a row of `RetryStatements.lock`.
    /// - Throws: `RetryRefusal` when the action is under way or all delivered.
    init(_ row: Row) throws {
        type = try row.string(0)
        app = try row.string(1)
        message = row.bytes(3) ?? []
        start = try row.int64(4)
        expiresAt = try row.optionalInt64(5)
        now = try row.int64(6)
        switch try row.string(2) {
        case "sent": throw RetryRefusal.nothingToSend
        case let state where state == "queued" || state == "sending": throw RetryRefusal.notFinal(state)
        default: break
        }
    }

    /// Whether it belongs to the calls' lane.
    var isCall: Bool { type == "voip" }

    /// - Throws: `RetryRefusal` when the action's life (contract, section 2) is over.
    func checkLife(maximumAge: Int64) throws {
        let end = ActionLife.end(
            start: start, ttl: ttl, maximumAge: isCall ? maximumAge : nil, expiresAt: expiresAt)
        if let end, end <= now { throw isCall ? RetryRefusal.staleCall : RetryRefusal.expired }
    }

    /// What the message says; nil when it does not, or cannot be read (then it fails again, with its reason).
    private var ttl: Int64? {
        guard case .message(let json) = MessageDecoder.decode(message), let type = ActionType(type) else { return nil }
        return (try? PushMessage(json, type: type))?.ttl
    }
}
