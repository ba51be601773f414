/// The value of the header `apns-push-type`, as Apple names them.
package enum PushType: String, Sendable, Hashable, CaseIterable {
    case alert
    case background
    case voip
    case location
    case complication
    case fileprovider
    case mdm
    case liveactivity
    case pushtotalk
    case widgets
    case controls

    /// The credential that sends this type.
    package var channel: PushChannel { self == .voip ? .voip : .standard }

    /// What Apple wants behind the bundle id in `apns-topic`; an MDM topic is the certificate's own, without a suffix.
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

    /// The most bytes a body may have (Apple: 5120 for VoIP, 4096 for the rest).
    package var bodyLimit: Int { self == .voip ? 5120 : 4096 }

    /// The most bytes a broadcast's body may have.
    package static let broadcastBodyLimit = 5120

    /// Whether a resend of an unanswered push may be seen twice: only an alert carries a collapse id that replaces it.
    package var isReplaceable: Bool { self == .alert }
}
