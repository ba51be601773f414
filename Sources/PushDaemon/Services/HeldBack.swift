import ApplePush
import JSONText
import PushCore
import ServiceRuntime

/// Something that this daemon holds back just now, for `status` and the metrics: never a token, a device only as a count.
struct HeldBack: Sendable, Hashable {
    /// What kind of thing it is.
    enum Scope: String, Sendable, CaseIterable {
        /// Every push of a credential.
        case credential
        /// Its pushes to one topic.
        case topic
        /// Its pushes to an environment that refuses the credential.
        case environment
        /// Its pushes to an environment where Apple fails.
        case apple
        /// Pushes to devices that get too many.
        case device
        /// The removal of dead tokens.
        case pruning
    }

    let scope: Scope
    let app: String
    /// Nil for pruning, which goes by kinds of tokens.
    let channel: PushChannel?
    /// The topic, the environment, the number of devices, or the kind of tokens.
    let what: String?
    /// Apple's word.
    let reason: String?
    /// Seconds since it began; nil when that is not known.
    let seconds: Int64?
    /// How many of them there are.
    let count: Int

    /// What is stopped, by credential and then by scope.
    static func all(_ standings: [SenderRegistry.Key: CredentialStanding], _ board: BreakerBoard) -> [HeldBack] {
        let ordered = standings.sorted { ($0.key.app, $0.key.channel.rawValue) < ($1.key.app, $1.key.channel.rawValue) }
        return ordered.flatMap { all(of: $0.key, $0.value) }
            + board.open.map {
                HeldBack(
                    scope: .pruning, app: $0.app, channel: nil, what: "\($0.kind.rawValue)/\($0.environment.rawValue)",
                    reason: nil, seconds: nil, count: 1)
            }
    }

    private static func all(of key: SenderRegistry.Key, _ standing: CredentialStanding) -> [HeldBack] {
        func held(
            _ scope: Scope, _ what: String?, _ reason: String?, seconds: Int64? = nil, count: Int = 1
        ) -> HeldBack {
            HeldBack(
                scope: scope, app: key.app, channel: key.channel, what: what, reason: reason, seconds: seconds,
                count: count)
        }
        let now = MonotonicTime.now
        var all = standing.stops.map { stop in
            let seconds = now.milliseconds(since: stop.since) / 1000
            return switch stop.scope {
            case .credential: held(.credential, nil, stop.reason, seconds: seconds)
            case .topic(let topic): held(.topic, topic, stop.reason, seconds: seconds)
            case .apple(let environment): held(.apple, environment.rawValue, stop.reason, seconds: seconds)
            }
        }
        all += standing.refusedEnvironments.map { held(.environment, $0.rawValue, nil) }
        let devices = standing.pausedDevices
        if devices > 0 {
            all.append(
                held(.device, "\(devices) device\(devices == 1 ? "" : "s")", "TooManyRequests", count: devices))
        }
        return all
    }

    /// The same for machines.
    var json: JSONObject {
        JSONObject([
            ("scope", .string(scope.rawValue)), ("app", .string(app)), ("channel", JSONValue(channel?.rawValue)),
            ("what", JSONValue(what)), ("reason", JSONValue(reason)), ("seconds", JSONValue(seconds)),
        ])
    }
}
