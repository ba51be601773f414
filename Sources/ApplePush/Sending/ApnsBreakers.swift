import PushCore
import ServiceRuntime

/// What of a credential's pushes is held back because Apple would refuse it. Nothing is kept of what goes well, so that
/// the ordinary case costs one look.
final class ApnsBreakers: Sendable {
    /// What a breaker holds back.
    enum Subject: Sendable, Hashable {
        case credential
        /// A value of `apns-topic`.
        case topic([UInt8])
        /// A device, or a channel: both are paced by themselves.
        case device(Recipient.Address)
        case apple(PushEnvironment)
    }

    /// A push that must not go out now.
    struct Held: Sendable {
        let attempt: ApnsAttempt
        let reason: String
        let errorClass: ErrorClass?
        /// There is no use in asking before so many milliseconds.
        let milliseconds: Int64
    }

    /// What came of a push: Apple's verdict, or nil when no answer came.
    struct Note: Sendable {
        let attempt: ApnsAttempt
        let verdict: ApnsVerdict?
        let reason: String
        let retryAfter: Int64?
        /// Whether no environment takes the credential, though each has only spoken for itself.
        var stopsCredential = false
    }

    private struct Entry: Sendable {
        var breaker = CircuitBreaker()
        var errorClass: ErrorClass?
        // The provider token that Apple called expired: another is worth a probe at once.
        var expiredBearer: [UInt8]?
    }

    // Messages may name topics, and any device may be paced: memory must stay bounded.
    private static let mostTopics = 100
    private static let mostDevices = 10_000

    // Calls are few and worth a try each, whatever happens to the others.
    private let isForCalls: Bool
    private let entries = Locked<[Subject: Entry]>([:])

    private let pause: Int64

    /// - Parameter pause: milliseconds to the first probe of a refused credential.
    init(isForCalls: Bool, pause: Int64) {
        self.isForCalls = isForCalls
        self.pause = pause
    }

    /// Whether nothing is held back or being counted.
    var isIdle: Bool { entries.withLock { $0.isEmpty } }

    /// Sorts out what may be sent at `now`.
    func admit(
        _ attempts: [ApnsAttempt], bearer: [UInt8]?, at now: MonotonicTime
    ) -> (admitted: [ApnsAttempt], held: [Held]) {
        entries.withLock { entries in
            guard !entries.isEmpty else { return (attempts, []) }
            if let expired = entries[.credential]?.expiredBearer, expired != bearer {
                entries[.credential]?.breaker.probeAtOnce(at: now)
            }
            var admitted: [ApnsAttempt] = []
            var held: [Held] = []
            for var attempt in attempts {
                if let hold = Self.hold(attempt, entries, at: now) {
                    held.append(hold)
                    continue
                }
                let probed = attempt.subjects.filter { entries[$0]?.breaker.admission(at: now) == .probe }
                for subject in probed { entries[subject]?.breaker.beginProbe() }
                attempt.probes += probed
                admitted.append(attempt)
            }
            return (admitted, held)
        }
    }

    private static func hold(_ attempt: ApnsAttempt, _ entries: [Subject: Entry], at now: MonotonicTime) -> Held? {
        // The probe itself may have to ask a second environment.
        for subject in attempt.subjects where !attempt.probes.contains(subject) {
            guard let entry = entries[subject],
                case .hold(let reason, let milliseconds) = entry.breaker.admission(at: now)
            else { continue }
            return Held(attempt: attempt, reason: reason, errorClass: entry.errorClass, milliseconds: milliseconds)
        }
        return nil
    }

    /// Takes in what came of pushes.
    /// - Returns: true when this stopped the credential as a whole.
    func record(_ notes: [Note], bearer: [UInt8]?, at now: MonotonicTime) -> Bool {
        entries.withLock { entries in
            let wasStopped = entries[.credential]?.breaker.stop != nil
            for note in notes {
                let refused = note.verdict.flatMap { subject(of: note.rule ?? $0.breaker, note.attempt) }
                for subject in note.attempt.subjects {
                    if subject == refused, let verdict = note.verdict {
                        guard entries[subject] != nil || Self.hasRoom(for: subject, &entries, at: now) else { continue }
                        refuse(&entries[subject, default: Entry()], subject, note, verdict, bearer, at: now)
                    } else if entries[subject] != nil {
                        Self.settle(&entries[subject, default: Entry()], subject, note, at: now)
                        if entries[subject]?.breaker == CircuitBreaker() { entries[subject] = nil }
                    }
                }
            }
            return !wasStopped && entries[.credential]?.breaker.stop != nil
        }
    }

    private func refuse(
        _ entry: inout Entry, _ subject: Subject, _ note: Note, _ verdict: ApnsVerdict, _ bearer: [UInt8]?,
        at now: MonotonicTime
    ) {
        entry.breaker.refused(
            note.reason, pace: (note.rule ?? verdict.breaker).pace(pause, isForCalls: isForCalls),
            isProbe: note.attempt.probes.contains(subject),
            atLeast: note.retryAfter ?? 0, at: now)
        entry.errorClass = verdict.errorClass
        entry.expiredBearer = verdict.breaker == .providerToken ? bearer : nil
    }

    private static func settle(_ entry: inout Entry, _ subject: Subject, _ note: Note, at now: MonotonicTime) {
        let isProbe = note.attempt.probes.contains(subject)
        if note.verdict.map({ proves($0, subject) }) ?? false {
            entry.breaker.proved(isProbe: isProbe)
        } else if isProbe {
            entry.breaker.probeLost(at: now)
        }
    }

    private static func proves(_ verdict: ApnsVerdict, _ subject: Subject) -> Bool {
        switch subject {
        case .credential, .device, .apple: verdict.provesCredential
        case .topic: verdict.provesTopic
        }
    }

    private func subject(of rule: BreakerRule, _ attempt: ApnsAttempt) -> Subject? {
        switch rule {
        case .none: nil
        case .credential, .providerToken, .tokenUpdates: .credential
        case .topic: .topic(attempt.topic)
        case .device: .device(attempt.recipient.address)
        case .apple: isForCalls ? nil : .apple(attempt.environment.current)
        }
    }

    private static func hasRoom(
        for subject: Subject, _ entries: inout [Subject: Entry], at now: MonotonicTime
    ) -> Bool {
        switch subject {
        case .credential, .apple: return true
        case .topic: return entries.keys.count(where: \.isTopic) < mostTopics
        case .device:
            guard entries.count >= mostDevices else { return true }
            // A device whose pause is over is only remembered so that the next one would be longer.
            entries = entries.filter { !$0.key.isDevice || ($0.value.breaker.probeTime.map { $0 > now } ?? true) }
            return entries.count < mostDevices
        }
    }

    /// What is held back now, and how many devices are left alone.
    var standing: CredentialStanding {
        entries.withLock { entries in
            var standing = CredentialStanding()
            for (subject, entry) in entries {
                guard let stop = entry.breaker.stop else { continue }
                if let scope = subject.scope {
                    standing.stops.append(.init(scope: scope, reason: stop.reason, since: stop.since))
                } else {
                    standing.pausedDevices += 1
                }
            }
            standing.stops.sort { $0.scope.name < $1.scope.name }
            return standing
        }
    }
}

extension ApnsBreakers.Note {
    /// Whether it says something of a breaker, be it only that what is held back is in order.
    var matters: Bool { rule != nil || verdict?.breaker ?? .none != .none }

    /// What it holds back beyond what its verdict says.
    fileprivate var rule: BreakerRule? { stopsCredential ? .credential : nil }
}

extension ApnsBreakers.Subject {
    fileprivate var isTopic: Bool { if case .topic = self { true } else { false } }
    fileprivate var isDevice: Bool { if case .device = self { true } else { false } }

    fileprivate var scope: CredentialStanding.Stop.Scope? {
        switch self {
        case .credential: .credential
        case .topic(let topic): .topic(String(decoding: topic, as: UTF8.self))
        case .apple(let environment): .apple(environment)
        case .device: nil
        }
    }
}

extension ApnsAttempt {
    /// What may hold it back.
    fileprivate var subjects: [ApnsBreakers.Subject] {
        [.credential, .apple(environment.current), .topic(topic), .device(recipient.address)]
    }
}
