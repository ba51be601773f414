package import PushCore

/// What of the queue somebody wants to rest, or to go on.
package enum PauseTarget: Sendable, Equatable, CustomStringConvertible {
    case everything
    case lane(Lane)
    case app(String)
    case action(UInt64)

    package var description: String {
        switch self {
        case .everything: "everything"
        case .lane(let lane): "lane \(lane.rawValue)"
        case .app(let app): "app \(app)"
        case .action(let id): "action \(id)"
        }
    }
}
