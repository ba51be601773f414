/// An `apns-push-type`, with what Apple's table says of its topic, size and priority.
package enum SimulatedPushKind: String, Sendable, Hashable, CaseIterable {
    case alert, background, voip, location, complication, fileprovider, mdm, liveactivity, pushtotalk, widgets, controls

    /// The kind of ordinary device tokens, which take alerts and background pushes.
    package static let standard = SimulatedPushKind.alert

    /// What follows the bundle id in `apns-topic`.
    package var topicSuffix: String {
        switch self {
        case .alert, .background, .mdm: ""
        case .voip: ".voip"
        case .location: ".location-query"
        case .complication: ".complication"
        case .fileprovider: ".pushkit.fileprovider"
        case .liveactivity: ".push-type.liveactivity"
        case .pushtotalk: ".voip-ptt"
        case .widgets: ".push-type.widgets"
        case .controls: ".push-type.controls"
        }
    }

    /// The largest body, in bytes.
    package var payloadLimit: Int { self == .voip ? 5120 : 4096 }

    /// Kinds whose topic has a suffix.
    static let suffixed = allCases.filter { !$0.topicSuffix.isEmpty }

    /// Splits `com.example.app.voip` into the bundle id and the kind that its suffix names (`alert` without one).
    static func split(topic: String) -> (bundle: Substring, kind: SimulatedPushKind) {
        let bytes = topic.utf8
        for kind in suffixed {
            let suffix = kind.topicSuffix.utf8
            if bytes.count > suffix.count, bytes.suffix(suffix.count).elementsEqual(suffix) {
                return (topic.dropLast(suffix.count), kind)
            }
        }
        return (topic[...], .alert)
    }
}
