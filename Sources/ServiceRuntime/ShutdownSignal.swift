import Synchronization

/// How far the process is on its way out; it only goes forward.
package final class ShutdownSignal: Sendable {
    /// The stages.
    package enum Stage: Int, Sendable, Comparable {
        case running
        /// Nothing new is begun; what is under way ends in peace.
        case draining
        /// Everything stops now.
        case cancelled

        package static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
    }

    private let current = Atomic(Stage.running.rawValue)
    private let listeners = Locked<[@Sendable () -> Void]>([])

    package init() {}

    /// The stage just now.
    package var stage: Stage { Stage(rawValue: current.load(ordering: .acquiring)) ?? .cancelled }

    /// Goes to `stage` unless it is there or further; tells the listeners.
    package func advance(to stage: Stage) {
        let before = current.max(stage.rawValue, ordering: .acquiringAndReleasing).oldValue
        guard before < stage.rawValue else { return }
        let calls = listeners.withLock { $0 }
        for call in calls { call() }
    }

    /// Calls `listener` at every change from now on, on the thread that makes it.
    package func onChange(_ listener: @escaping @Sendable () -> Void) { listeners.withLock { $0.append(listener) } }
}
