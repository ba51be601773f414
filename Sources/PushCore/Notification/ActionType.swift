/// The column `type` of an action: an APNs push type, or `standard`, which becomes alert or background by its message.
package enum ActionType: Sendable, Hashable {
    case standard
    case push(PushType)

    /// Reads the column; nil for a word that is none of the known types (the action fails as `UnknownType`).
    package init?(_ word: String) {
        if word == "standard" {
            self = .standard
        } else if let type = PushType(rawValue: word) {
            self = .push(type)
        } else {
            return nil
        }
    }

    /// The credential that sends it.
    package var channel: PushChannel { self == .push(.voip) ? .voip : .standard }

    /// The kind of device token that may receive it.
    package var tokenKind: TokenKind {
        switch self {
        case .standard: .standard
        case .push(let type): TokenKind(for: type)
        }
    }

    /// The same, and the kinds that messages of this type may mean beside it: the start of a Live Activity has its own.
    package var tokenKinds: [TokenKind] {
        self == .push(.liveactivity) ? [.liveActivity, .liveActivityStart] : [tokenKind]
    }
}
