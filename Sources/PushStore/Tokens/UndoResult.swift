/// What became of the wish to undo a prune.
package enum UndoResult: Sendable, Equatable {
    /// The row of usermeta is byte by byte what it was.
    case restored
    /// The value has changed since, so the token was added again in this row of its own.
    case readded(metaID: UInt64)
    /// The token stands in usermeta again already.
    case alreadyThere
    /// The plugin had not removed it yet, and will not.
    case withdrawn
    /// It was only reported; nothing had been removed.
    case onlyReported
    /// It was undone before.
    case alreadyUndone
    /// There is no such prune.
    case notFound

    /// The result in words; in all but the last three cases the token is sent to again.
    package var text: String {
        switch self {
        case .restored: "put back exactly as it was; it is sent to again"
        case .readded(let metaID):
            "the value has changed meanwhile, so the token was added again as usermeta row \(metaID); it is sent to again"
        case .alreadyThere: "the token stands in usermeta again already; it is sent to again"
        case .withdrawn: "the verdict is withdrawn, the plugin will not remove the token; it is sent to again"
        case .onlyReported: "this verdict was only reported: nothing was removed, so there is nothing to undo"
        case .alreadyUndone: "this was undone before; nothing changed"
        case .notFound: "there is no such prune; `push-bridge tokens list` shows them"
        }
    }

    /// Whether the token is sent to again because of this.
    package var isSuccess: Bool {
        switch self {
        case .restored, .readded, .alreadyThere, .withdrawn: true
        case .onlyReported, .alreadyUndone, .notFound: false
        }
    }
}
