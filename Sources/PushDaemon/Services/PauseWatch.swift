package import PushCore
import ServiceRuntime
package import Telemetry

/// What of the queue rests just now, read from the database by the side service and asked by both lanes.
package final class PauseWatch: Sendable {
    private let pause = Locked(QueuePause())
    private let logger: Logger

    package init(logger: Logger) { self.logger = logger }

    /// What rests.
    package var current: QueuePause { pause.withLock { $0 } }

    /// Notes the value of the setting `paused`.
    package func note(_ setting: String?) {
        let new = QueuePause(setting: setting)
        let isChanged = pause.withLock { pause in
            defer { pause = new }
            return pause != new
        }
        guard isChanged else { return }
        if new.isEmpty {
            logger.info("queue_resumed")
        } else {
            logger.warning("queue_paused", ["paused": .text(new.text)])
        }
    }
}
