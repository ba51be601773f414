package import PushCore
import ServiceRuntime

/// What Apple says of a credential.
package struct ProbeResult: Sendable, Hashable {
    /// What follows from it.
    package enum Finding: String, Sendable, Hashable {
        /// Apple takes credential and topic.
        case good
        /// It is in order, but not for this environment.
        case otherEnvironment = "other_environment"
        /// Apple does not take it, or not for this topic.
        case refused
        /// Nothing is proved: no answer, or Apple was busy with itself.
        case unknown
    }

    package let environment: PushEnvironment
    package let finding: Finding
    /// Apple's word or ours.
    package let reason: String
    /// Nil when there was no answer.
    package let httpStatus: Int?
    /// What it means and what to do, in words.
    package let explanation: String
    /// Seconds by which Apple's clock is ahead of ours; nil when it did not say.
    package let clockLead: Int64?

    /// Without an answer.
    init(_ environment: PushEnvironment, reason: ApnsReason, detail: String? = nil) {
        self.environment = environment
        finding = .unknown
        self.reason = reason.text
        httpStatus = nil
        explanation = detail ?? Self.words(reason) ?? "no answer"
        clockLead = nil
    }

    /// With Apple's answer; `date` is its header.
    init(_ environment: PushEnvironment, answer: ApnsAnswer, date: String?) {
        self.environment = environment
        reason = answer.word
        httpStatus = answer.status
        clockLead = date.flatMap(HTTPDate.seconds).map { $0 - WallClock.seconds }
        let verdict = ApnsVerdict.answer(status: answer.status, reason: answer.reason)
        if answer.reason == .badDeviceToken {
            finding = .good
            explanation = "Apple took credential and topic, and knows no device of 64 zeros: all is well"
            return
        }
        finding =
            switch verdict.scope {
            case .environment: .otherEnvironment
            case .credential, .topic, .clock: verdict.status == .retry && answer.status == 429 ? .unknown : .refused
            case .payload, .token, .none, .deviceRate, .apple, .network: .unknown
            }
        explanation = answer.reason.flatMap(Self.words) ?? "Apple answered HTTP \(answer.status)"
    }

    private static func words(_ reason: ApnsReason) -> String? {
        ReasonHint.of(reason).map { "\($0.meaning) (do: \($0.remedy))" }
    }
}
