import Glibc
import ServiceRuntime

/// The way into a loop's thread: commands, and a pipe that wakes its poll.
final class LoopMailbox: Sendable {
    private struct Contents {
        var commands: [LoopCommand] = []
        var isClosed = false
    }

    private let contents = Locked(Contents())
    /// Readable when there are commands; the loop polls it.
    let wakeDescriptor: Int32
    private let signalDescriptor: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        let failure = unsafe pipe(&ends)
        precondition(failure == 0, "pipe failed with error \(errno): raise the limit of open files (LimitNOFILE)")
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        wakeDescriptor = ends[0]
        signalDescriptor = ends[1]
    }

    deinit {
        Glibc.close(wakeDescriptor)
        Glibc.close(signalDescriptor)
    }

    /// Leaves `command` for the loop; false when the loop has ended and nobody will read it.
    func put(_ command: LoopCommand) -> Bool {
        let (accepted, mustWake) = contents.withLock { contents in
            guard !contents.isClosed else { return (false, false) }
            contents.commands.append(command)
            return (true, contents.commands.count == 1)
        }
        if mustWake {
            var byte: UInt8 = 1
            unsafe _ = write(signalDescriptor, &byte, 1)
        }
        return accepted
    }

    /// Takes all commands in their order. Call it after `drainWakeUps`, or a wake-up could be lost.
    func take() -> [LoopCommand] {
        contents.withLock { contents in
            guard !contents.commands.isEmpty else { return [] }
            let commands = contents.commands
            contents.commands = []
            return commands
        }
    }

    /// Takes what is left and refuses everything from now on.
    func close() -> [LoopCommand] {
        contents.withLock { contents in
            contents.isClosed = true
            let commands = contents.commands
            contents.commands = []
            return commands
        }
    }

    func drainWakeUps() {
        var bytes: (UInt64, UInt64) = (0, 0)
        unsafe _ = withUnsafeMutableBytes(of: &bytes) { unsafe read(wakeDescriptor, $0.baseAddress, $0.count) }
    }
}
