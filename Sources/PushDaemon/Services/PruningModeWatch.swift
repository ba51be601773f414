import PushCore
import PushStore
import ServiceRuntime

/// Who removes dead tokens just now: as configured, or, for `auto`, the plugin while it reports an object cache that
/// outlives a request (an edit of ours would not be seen through it).
final class PruningModeWatch: Sendable {
    private let configured: Locked<PruningConfiguration.Mode>
    private let pluginCaches = Locked(false)

    init(configured: PruningConfiguration.Mode) { self.configured = Locked(configured) }

    /// Takes another setting.
    func configure(_ mode: PruningConfiguration.Mode) { configured.withLock { $0 = mode } }

    var mode: PruningMode {
        switch configured.withLock({ $0 }) {
        case .auto: pluginCaches.withLock { $0 } ? .plugin : .direct
        case .direct: .direct
        case .plugin: .plugin
        case .report: .report
        }
    }

    /// Notes what the plugin says of its cache (setting `object_cache`: `1` while it is persistent).
    func note(_ setting: String?) { pluginCaches.withLock { $0 = setting == "1" } }
}
