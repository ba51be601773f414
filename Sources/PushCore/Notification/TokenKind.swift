/// What a device token was issued for. A token of one kind never receives a push of another.
package enum TokenKind: String, Sendable, Hashable, CaseIterable {
    case standard
    case voip
    case location
    case complication
    case fileprovider
    case mdm
    case liveActivity = "live_activity"
    case liveActivityStart = "live_activity_start"
    case pushtotalk
    case widgets
    case controls

    /// The kind that receives pushes of `type`; a Live Activity's update is meant (its start has a kind of its own).
    package init(for type: PushType) {
        switch type {
        case .alert, .background: self = .standard
        case .voip: self = .voip
        case .location: self = .location
        case .complication: self = .complication
        case .fileprovider: self = .fileprovider
        case .mdm: self = .mdm
        case .liveactivity: self = .liveActivity
        case .pushtotalk: self = .pushtotalk
        case .widgets: self = .widgets
        case .controls: self = .controls
        }
    }

    /// The usermeta key that holds such tokens unless `[tokens]` says otherwise (contract, section 4).
    package var defaultMetaKey: String {
        self == .standard ? "mam_ios_device_token" : "mam_ios_\(rawValue)_token"
    }
}
