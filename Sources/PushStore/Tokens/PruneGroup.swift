import PushCore
import WordPress

/// The dead tokens of one value of usermeta: they leave it in one step.
struct PruneGroup {
    /// One token on its way out, with the value before and after; nil after the row has gone.
    struct Step {
        let verdict: PruneVerdict
        let token: DeviceToken
        let before: [UInt8]
        let after: [UInt8]?
    }

    /// The row and the value as they were read.
    let source: Recipient.Source
    private(set) var steps: [Step] = []
    /// Verdicts on tokens in a value that must not be rewritten.
    private(set) var untouchable: [(verdict: PruneVerdict, token: DeviceToken)] = []

    /// What the value is to become; nil: the row goes.
    var result: [UInt8]? { steps.last.map(\.after) ?? source.value }

    /// The groups of `verdicts`, in the order of the rows, so that two daemons take their locks in the same order. What
    /// stands in no row (a token that an audience named) is in none of them.
    static func groups(of verdicts: [PruneVerdict]) -> [PruneGroup] {
        var groups: [Recipient.Source: PruneGroup] = [:]
        for verdict in verdicts {
            guard case .apns(let token) = verdict.recipient.address else { continue }
            for source in [verdict.recipient.source].compactMap(\.self) + verdict.recipient.duplicates {
                groups[source, default: PruneGroup(source: source)].add(verdict, token)
            }
        }
        return groups.values.sorted { $0.source.metaID < $1.source.metaID }
    }

    private init(source: Recipient.Source) { self.source = source }

    private mutating func add(_ verdict: PruneVerdict, _ token: DeviceToken) {
        guard let value = result, !untouchable.contains(where: { $0.token == token }) else { return }
        switch TokenMeta.read(value).removing(token.hex) {
        case .removeRow: steps.append(Step(verdict: verdict, token: token, before: value, after: nil))
        case .replace(let rest): steps.append(Step(verdict: verdict, token: token, before: value, after: rest))
        case .notRewritable: untouchable.append((verdict, token))
        // A second verdict on a token that is on its way out already.
        case .notFound: break
        }
    }
}
