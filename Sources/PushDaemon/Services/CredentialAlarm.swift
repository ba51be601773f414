import ApplePush
import PushCore
import Telemetry

/// Something that Apple refuses just now, and what is to be said of it.
struct CredentialAlarm: Hashable {
    let app: String
    let channel: PushChannel
    let scope: CredentialStanding.Stop.Scope
    let reason: String

    init(app: String, channel: PushChannel, stop: CredentialStanding.Stop) {
        self.app = app
        self.channel = channel
        scope = stop.scope
        reason = stop.reason
    }

    /// One line for lists of what is stopped.
    var name: String { "\(app)/\(channel.rawValue) \(scope.name): \(reason)" }

    /// Whether someone must see to the credential; not so when Apple is in trouble.
    var isAboutCredential: Bool { if case .apple = scope { false } else { true } }

    /// Whether Apple calls the provider token too old.
    var isAboutClocks: Bool { reason == ApnsReason.expiredProviderToken.text }

    /// For the column `error`.
    func text(diagnosis: String?) -> String {
        let (meaning, remedy) = words(diagnosis)
        let place = scope == .credential ? "" : "\(scope.name): "
        return "\(place)\(reason): \(meaning) (do: \(remedy))"
    }

    /// Tells that it began.
    func log(to logger: Logger, diagnosis: String?) {
        let (meaning, remedy) = words(diagnosis)
        if isAboutCredential {
            logger.error(
                "credential_stopped",
                [
                    "app": .text(app), "channel": .text(channel.rawValue), "what": .text(scope.name),
                    "reason": .text(reason), "meaning": .text(meaning), "do": .text(remedy),
                ])
        } else {
            logger.warning(
                "apple_failing",
                [
                    "app": .text(app), "channel": .text(channel.rawValue), "what": .text(scope.name),
                    "reason": .text(reason), "meaning": .text(meaning),
                ])
        }
    }

    /// Tells that it is over.
    func logEnd(to logger: Logger) {
        logger.info(
            isAboutCredential ? "credential_resumed" : "apple_answering",
            ["app": .text(app), "channel": .text(channel.rawValue), "what": .text(scope.name)])
    }

    private func words(_ diagnosis: String?) -> (meaning: String, remedy: String) {
        if isAboutClocks, let diagnosis { return (diagnosis, "set the clock right (NTP)") }
        let hint = ReasonHint.of(ApnsReason(reason))
        return (hint?.meaning ?? "Apple refuses it", hint?.remedy ?? "store the credential again")
    }
}
