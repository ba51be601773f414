/// Why something is not paused, or does not go on.
package enum PauseRefusal: Error, Equatable, CustomStringConvertible {
    case notFound(UInt64)
    /// The action is final; its state.
    case isFinal(UInt64, state: String)
    /// So many actions rest one by one already.
    case tooMany(Int)
    /// It does not rest by itself; what does.
    case notPaused(PauseTarget, paused: String)

    package var description: String {
        switch self {
        case .notFound(let id): "there is no action \(id)"
        case .isFinal(let id, let state): "action \(id) is \(state): there is nothing left to pause"
        case .tooMany(let count): "\(count) actions are paused one by one; pause their app or lane instead"
        case .notPaused(let target, ""): "\(target) is not paused; nothing is"
        case .notPaused(let target, let paused): "\(target) is not paused by itself; paused: \(paused)"
        }
    }
}
