import ApnsSimulator
import PushCore

extension SimulatedPushKind {
    /// What the simulator calls tokens of `kind`.
    init(_ kind: TokenKind) {
        switch kind {
        case .standard: self = .standard
        case .voip: self = .voip
        case .location: self = .location
        case .complication: self = .complication
        case .fileprovider: self = .fileprovider
        case .mdm: self = .mdm
        case .liveActivity, .liveActivityStart: self = .liveactivity
        case .pushtotalk: self = .pushtotalk
        case .widgets: self = .widgets
        case .controls: self = .controls
        }
    }
}
