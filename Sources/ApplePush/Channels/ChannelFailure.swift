package import HTTP2Client
import PushCore

/// Why a request about broadcast channels was not done, for the person who asked.
package enum ChannelFailure: Error, Sendable, CustomStringConvertible {
    /// Apple refused it. `requestID` is the name under which Apple knows the request.
    case refused(status: Int, reason: ApnsReason?, requestID: String)
    /// There is no answer.
    case transport(TransportFailure)
    /// Apple's answer is not what its documentation promises.
    case unreadable(String, requestID: String)
    /// There is no provider token that Apple would take.
    case withoutProviderToken

    /// Whether the credential has to be mended.
    package var isAboutCredential: Bool {
        switch self {
        case .refused(let status, let reason, _):
            ApnsVerdict.answer(status: status, reason: reason).errorClass == .authFailed
                && reason?.isAboutFeature != true
        case .withoutProviderToken: true
        case .transport, .unreadable: false
        }
    }

    /// Whether it failed because there is no such channel.
    package var isUnknownChannel: Bool {
        if case .refused(_, .channelNotRegistered?, _) = self { true } else { false }
    }

    package var description: String {
        switch self {
        case .refused(let status, let reason, let requestID):
            "Apple refused it (\(reason?.text ?? "no reason"), HTTP \(status), apns-request-id \(requestID)): "
                + ChannelReason.words(reason, status: status)
        case .transport(let failure):
            failure.processed == .no
                ? "\(failure)" : "\(failure). Apple may have done it all the same; see push-bridge channels list"
        case .unreadable(let what, let requestID):
            "Apple's answer cannot be read (apns-request-id \(requestID)): \(what)"
        case .withoutProviderToken: "there is no provider token that Apple would take; is the clock right?"
        }
    }
}
