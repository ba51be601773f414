package import Cryptography
import HTTP2Client
package import PushCore

/// One credential of an app: who may push what (legacy: `MAM_IosCredentials`). Standard and VoIP pushes each have theirs.
package struct IosCredentials: Sendable {
    /// How it proves itself to Apple.
    package enum Kind: Sendable {
        /// By tokens that the key signs.
        case token(SigningKey, keyID: String, teamID: String)
        /// By the connection's client certificate.
        case certificate(Certificate)
    }

    package let app: String
    package let channel: PushChannel
    /// The app's bundle id, without a push type's suffix.
    package let bundleID: String
    /// The topics it may push to; empty when only Apple knows.
    package let topics: [String]
    package let kind: Kind

    /// - Parameter bundleID: with or without the channel's own suffix, which people often add by themselves.
    package init(app: String, channel: PushChannel, bundleID: String, topics: [String] = [], kind: Kind) {
        self.app = app
        self.channel = channel
        let suffix = channel == .voip ? PushType.voip.topicSuffix : ""
        self.bundleID = bundleID.hasSuffix(suffix) ? String(bundleID.dropLast(suffix.count)) : bundleID
        self.topics = topics
        self.kind = kind
    }

    /// Whether pushes of `type` for the app `bundleID` are this credential's to send.
    package func covers(bundleID: String, type: PushType) -> Bool {
        if bundleID == self.bundleID { return true }
        return !isSuffixed(bundleID) && (topics.contains(bundleID) || topics.contains(bundleID + type.topicSuffix))
    }

    // A certificate lists `com.example.app.voip` beside `com.example.app`: that is a topic of the app's, not another app.
    private func isSuffixed(_ topic: String) -> Bool {
        PushType.allCases.map(\.topicSuffix).contains { suffix in
            !suffix.isEmpty && topic.hasSuffix(suffix) && topics.contains(String(topic.dropLast(suffix.count)))
        }
    }

    /// The topics that Apple takes of it, no others; nil when only Apple knows: a key may have any of its team's, and an
    /// old certificate lists none.
    var listedTopics: [String]? {
        guard case .certificate(let certificate) = kind, certificate.listsTopics else { return nil }
        return certificate.topics
    }

    /// The value of `apns-topic` for pushes of `type`.
    package func topic(for type: PushType, bundleID: String? = nil) -> String {
        // An MDM topic is what Apple wrote into the certificate.
        if type == .mdm, case .certificate(let certificate) = kind, let topic = certificate.topics.first {
            return topic
        }
        return (bundleID ?? self.bundleID) + type.topicSuffix
    }

    /// The one environment that a certificate is marked for; nil when it is for both, or does not say. The marks are known
    /// by hearsay only: they say where to ask first, Apple's answers say the rest.
    var markedEnvironment: PushEnvironment? {
        guard case .certificate(let certificate) = kind, certificate.environments.count == 1 else { return nil }
        return certificate.environments.first == .sandbox ? .sandbox : .production
    }

    /// What a connection presents; nil for provider tokens.
    var identity: ClientIdentity? {
        guard case .certificate(let certificate) = kind else { return nil }
        return ClientIdentity(.pem(certificate.pem, passphrase: nil), fingerprint: certificate.fingerprint)
    }
}
