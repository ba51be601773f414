/// Takes dead tokens out of usermeta and remembers where living ones live.
package protocol TokenPruner: Sendable {
    /// Removes each token, and only it, by compare-and-swap on the value that was read, and notes every verdict
    /// (contract, section 4: Pruning). A value that changed meanwhile, or a token registered after the verdict, stays.
    func prune(_ verdicts: [PruneVerdict], mode: PruningMode) async throws

    /// Puts back what was removed for `app` and `kind` in `environment` since `since` (milliseconds ago), because the
    /// configuration is at fault and not the devices.
    func undoRemovals(app: String, kind: TokenKind, environment: PushEnvironment, since: Int64) async throws

    /// Remembers the environments where tokens were found to live.
    func learn(_ environments: [DeviceToken: PushEnvironment]) async throws

    /// Those of `recipients` whose pushes Apple took in `environment` before, as far as the kept deliveries tell.
    func taken(_ recipients: [Recipient], in environment: PushEnvironment) async throws -> Set<DeviceToken>
}

/// Who removes dead tokens from usermeta (`[pruning] mode`, with `auto` already decided).
package enum PruningMode: String, Sendable {
    /// The daemon edits usermeta.
    case direct
    /// The daemon writes verdicts; the plugin applies them through WordPress, right where an object cache is used.
    case plugin
    /// Nobody: verdicts are only reported.
    case report
}
