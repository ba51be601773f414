import Glibc
import ServiceRuntime

/// What the serving thread and the callers' threads have in common.
final class SimulatorShared: Sendable {
    let state: Locked<SimulatorState>
    /// The serving thread watches this end of a pipe; a byte in it wakes the thread.
    let wakeDescriptor: Int32
    private let wakingDescriptor: Int32

    init(settings: SimulatorSettings) throws(SimulatorError) {
        state = Locked(SimulatorState(settings: settings))
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw SimulatorError("making a pipe failed: raise the limit of open files")
        }
        for end in ends {
            NonBlocking.set(end)
        }
        wakeDescriptor = ends[0]
        wakingDescriptor = ends[1]
    }

    deinit {
        close(wakeDescriptor)
        close(wakingDescriptor)
    }

    /// Gives the serving thread something to do.
    func tell(_ command: LoopCommand) {
        state.withLock { $0.commands.append(command) }
        var one: UInt8 = 1
        // A full pipe needs no further byte.
        _ = unsafe write(wakingDescriptor, &one, 1)
    }
}
