import JSONText
import PushCore
import PushStore
import ServiceRuntime

/// One push from its row to Apple's answer, and what comes next.
struct ActionExplanation {
    private let id: UInt64
    private let found: ActionInspection
    private let pause: QueuePause
    private let workers: [JSONObject]
    private let type: ActionType?
    /// The end of its life in UNIX milliseconds, and what sets it.
    private let end: (at: Int64, by: String)?
    /// Why it cannot be sent as it is; nil when it can.
    private let fault: String?
    private let warnings: [String]
    private let request: RequestPreview?

    init(_ id: UInt64, _ found: ActionInspection, pause: QueuePause, workers: [JSONObject], site: SendingSite) {
        self.id = id
        self.found = found
        self.pause = pause
        self.workers = workers
        let type = ActionType(found.type)
        self.type = type
        var (fault, warnings, request): (String?, [String], RequestPreview?) = (nil, [], nil)
        var ttl: Int64?
        do throws(MessageFault) {
            guard let type else { throw MessageFault(reason: "UnknownType") }
            let json =
                switch found.content {
                case .message(let json): json
                case .unreadable(let reason): throw MessageFault(reason: reason)
                }
            let channel = Self.channel(found)
            if channel != nil, type != .push(.liveactivity) { throw MessageFault(reason: "InvalidAudience: channel") }
            let message = try PushMessage(json, type: type)
            ttl = message.ttl
            warnings = message.warnings
            let end = Self.end(found, type, ttl: ttl, site)?.at
            request = try RequestPreview(
                message, type: type, actionID: id, channel: channel,
                life: .init(start: found.start / 1000, end: end.map { ($0 + 999) / 1000 }), site: site)
            warnings = request?.warnings ?? warnings
        } catch {
            fault = error.reason
        }
        end = Self.end(found, type, ttl: ttl, site)
        (self.fault, self.warnings, self.request) = (fault, warnings, request)
    }

    private static func end(
        _ found: ActionInspection, _ type: ActionType?, ttl: Int64?, _ site: SendingSite
    ) -> (at: Int64, by: String)? {
        let maximumAge = type == .push(.voip) ? (site.configuration.voipMaximumAge + 999) / 1000 : nil
        let end = ActionLife.end(start: found.start, ttl: ttl, maximumAge: maximumAge, expiresAt: found.expiresAt)
        guard let end else { return nil }
        if end == found.expiresAt { return (end, "expires_at") }
        return (end, ttl.map { $0 > 0 } ?? false ? "ttl" : "[voip] max_age")
    }

    private static func channel(_ found: ActionInspection) -> BroadcastChannel? {
        guard let audience = found.action["audience"], audience.object != nil,
            case .channel(let channel)? = (try? Audience(JSONWriter.bytes(audience)))?.members
        else { return nil }
        return channel
    }

    private var state: String { found.action["state"]?.string ?? "" }
    private var isOpen: Bool { state == "queued" || state == "sending" }
    private var isLifeOver: Bool { end.map { $0.at <= found.now } ?? false }

    // MARK: What comes next

    private var next: [String] {
        var steps: [String] = []
        if isOpen, let lane = type.map({ $0.channel == .voip ? Lane.voip : .standard }) {
            if pause.covers(action: id, app: found.app, lane: lane) {
                steps.append("It rests (paused: \(pause.text)) until: push-bridge queue resume.")
            }
        }
        switch state {
        case "queued": steps.append(nextOfQueued)
        case "sending": steps.append(nextOfSending)
        case "cancelled": steps.append("Nothing: it was cancelled. What was on the wire by then is recorded.")
        case "sent": steps.append("Nothing: every delivery was accepted by Apple.")
        default: steps += nextOfFinished
        }
        if isOpen, workers.isEmpty { steps.append("But no daemon is running: push-bridge run.") }
        return steps
    }

    private var nextOfQueued: String {
        if isLifeOver { return "Its life is over: the next look at the queue ends it as expired." }
        if found.start > found.now { return "It is due at \(Self.time(found.start)) (send_at); then it is taken." }
        return "It is due: the next daemon that looks takes it."
    }

    private var nextOfSending: String {
        let wait = found.dueIn ?? 0
        let at = Self.time(found.now + wait)
        if let owner = found.owner {
            let holder = holder(of: owner)
            return wait > 0
                ? "\(holder) holds it until \(at), and renews that while it works."
                : "\(holder) held it until \(at) and is gone: the next daemon takes it over."
        }
        if isLifeOver { return "Its life is over: what still waits is given up at the next look." }
        let isAudience = !(found.action["audience"]?.isNull ?? true)
        let part = isAudience && !found.walk.isDone ? "the next part of its audience" : "the next try"
        return wait > 0 ? "Nobody holds it; \(part) is at \(at)." : "Nobody holds it, and \(part) is due."
    }

    private var nextOfFinished: [String] {
        var steps = ["Nothing by itself: it is \(state)."]
        let revivable: Set = ["exhausted", "rejected", "not_configured"]
        let canRevive = found.counts.contains { count in
            revivable.contains(count.status) || (count.status == "unknown" && type?.channel != .voip)
        }
        if isLifeOver {
            steps.append("Its life is over, so it is not sent again; enqueue it anew if it still matters.")
        } else if canRevive {
            steps.append("What was not delivered is sent again by: push-bridge queue retry \(id)")
        } else if found.counts.isEmpty, state == "failed" {
            steps.append("When its cause is mended it starts anew by: push-bridge queue retry \(id)")
        }
        return steps
    }

    private func holder(of owner: UInt64) -> String {
        let worker = workers.first { worker in
            worker["id"].flatMap { UInt64(JSONWriter.text($0)) }.map { ClaimOwner.isOf(worker: $0, owner) } ?? false
        }
        guard let worker, let host = worker["host"]?.string, let pid = worker["pid"]?.integer else {
            return "A daemon that is not running any more"
        }
        return "The daemon \(host):\(pid)"
    }

    private static func time(_ milliseconds: Int64) -> String { WallClock.text(milliseconds: milliseconds) }

    // MARK: For machines

    /// Tokens whole, as in the column.
    var json: JSONValue {
        let life: JSONValue = [
            "start": .string(Self.time(found.start)), "end": JSONValue(end.map { Self.time($0.at) }),
            "ended_by": JSONValue(end?.by),
            "remaining_seconds": JSONValue(end.map { max($0.at - found.now + 999, 0) / 1000 }),
        ]
        let counts = JSONObject(found.counts.map { ($0.status, JSONValue($0.count)) })
        return [
            "action": .object(guided(found.action)), "life": life,
            "message": ["reason": JSONValue(fault), "warnings": .array(warnings.map(JSONValue.string))],
            "request": request.map { .object($0.json) } ?? .null, "counts": .object(counts),
            "deliveries": .array(found.deliveries.map { .object(guided($0)) }),
            "prunes": .array(found.prunes.map(JSONValue.object)), "next": .array(next.map(JSONValue.string)),
        ]
    }

    private func guided(_ row: JSONObject) -> JSONObject {
        var row = row
        let guide = row["reason"]?.string.flatMap(ReasonGuide.init(of:))
        row["meaning"] = JSONValue(guide?.meaning)
        row["advice"] = JSONValue(guide?.advice)
        return row
    }

    // MARK: For people

    func print(to output: Output) {
        printAction(output)
        output.line("\nMESSAGE")
        output.line("  \(fault.map { "cannot be sent: \($0)" } ?? "understood")")
        for warning in warnings { output.line("  warning: \(TextTable.safe(warning))") }
        if let request {
            output.line("\nREQUEST")
            for line in request.lines { output.line(line.isEmpty ? "" : "  \(line)") }
        }
        printDeliveries(output)
        for (place, prune) in found.prunes.enumerated() {
            if place == 0 { output.line("\nPRUNED") }
            output.line(
                "  prune \(Self.text(prune["id"])): token \(Self.short(prune)) of user \(Self.text(prune["user_id"])), "
                    + "\(Self.text(prune["reason"])), \(Self.text(prune["state"]))"
                    + (prune["undone_by"]?.string.map { " (undone by \($0))" } ?? ""))
        }
        output.line("\nNEXT")
        for step in next { output.line("  \(step)") }
    }

    private func printAction(_ output: Output) {
        output.line("ACTION \(id)")
        for member in found.action.members where !member.value.isNull && member.name != "id" {
            let text = TextTable.safe(Self.text(member.value))
            output.line("  \(member.name): \(text.count > 2000 ? "\(text.prefix(2000))…" : text)")
        }
        printGuide(found.action, indent: "  ", output)
        output.line("\nLIFE")
        output.line("  from \(Self.time(found.start))")
        guard let end else {
            output.line("  without an end")
            return
        }
        let left = end.at - found.now
        output.line(
            "  to   \(Self.time(end.at)) (\(end.by)), " + (left > 0 ? "\((left + 999) / 1000) s left" : "over"))
    }

    private func printDeliveries(_ output: Output) {
        guard !found.counts.isEmpty else { return }
        let counts = found.counts.map { "\($0.count) \($0.status)" }.joined(separator: ", ")
        output.line("\nDELIVERIES: \(counts)")
        for delivery in found.deliveries {
            let user = delivery["user_id"]?.integer.map { ", user \($0)" } ?? ""
            output.line(
                "  \(Self.short(delivery)) \(Self.text(delivery["channel"]))\(user): \(Self.text(delivery["status"])), "
                    + "tries: \(Self.text(delivery["attempts"]))")
            let answer = ["http_status", "reason", "error_class", "environment", "apns_id", "apns_unique_id"]
            for name in answer + ["next_attempt_at"] {
                if let value = delivery[name], !value.isNull {
                    output.line("    \(name): \(TextTable.safe(Self.text(value)))")
                }
            }
            printGuide(delivery, indent: "    ", output)
        }
        let total = found.counts.reduce(0) { $0 + $1.count }
        if total > found.deliveries.count { output.line("  … and \(total - found.deliveries.count) more (--limit)") }
    }

    private func printGuide(_ row: JSONObject, indent: String, _ output: Output) {
        guard let guide = row["reason"]?.string.flatMap(ReasonGuide.init(of:)) else { return }
        output.line("\(indent)it means: \(guide.meaning)")
        output.line("\(indent)to do: \(guide.advice)")
    }

    private static func text(_ value: JSONValue?) -> String {
        value.map { $0.string ?? JSONWriter.text($0) } ?? ""
    }

    private static func short(_ row: JSONObject) -> String {
        TextTable.safe(ShownToken.text(row["token"]?.string ?? ""))
    }
}
