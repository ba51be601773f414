import Glibc

/// A shell that starts and ends one server process on command. It outlives the test process by a moment: when its standard input
/// closes, however the tests ended, it kills the server and removes the directory.
@safe final class ServerKeeper: @unchecked Sendable {
    // `@unchecked Sendable`: constants only; commands are serialized by the caller.
    private let commands: Int32
    private let answers: Int32
    private let process: pid_t

    private static let script = """
        directory=$1; shift
        exec <"$directory/commands" >"$directory/answers"
        while read -r command; do
            case $command in
            start) "$@" </dev/null >>"$directory/server.log" 2>&1 & server=$! ;;
            stop) kill -TERM $server; wait $server ;;
            kill) kill -KILL $server; wait $server ;;
            pause)
                kill -STOP $server
                # Its threads stop one by one.
                for try in 1 2 3 4 5 6 7 8 9; do
                    cat /proc/$server/task/*/status | grep '^State:' | grep -qv 'T (' || break
                    sleep 0.1
                done ;;
            resume) kill -CONT $server ;;
            esac
            echo done
        done
        [ -z "$server" ] || { kill -KILL $server; wait $server; }
        rm -rf "$directory"
        """

    /// Starts the shell; `server` is the command line of the server.
    init(directory: String, server: [String]) throws {
        // Named pipes opened with CLOEXEC, so that no other child, started at the same moment, can keep them open.
        let (commandPipe, answerPipe) = (directory + "/commands", directory + "/answers")
        guard unsafe mkfifo(commandPipe, 0o600) == 0, unsafe mkfifo(answerPipe, 0o600) == 0 else {
            throw TestServerError("no pipes in \(directory): errno \(errno)")
        }
        // A session of its own, so that Ctrl-C ends the tests and not the shell before it has cleaned up.
        process = try Command.start(
            ["setsid", "/bin/sh", "-c", Self.script, "keeper", directory] + server, log: directory + "/keeper.log")
        commands = unsafe open(commandPipe, O_WRONLY | O_CLOEXEC)
        answers = unsafe open(answerPipe, O_RDONLY | O_CLOEXEC)
    }

    deinit {
        close(commands)
        var status: Int32 = 0
        unsafe waitpid(process, &status, 0)
        close(answers)
    }

    /// Has the shell carry out `command` and waits until it has.
    func perform(_ command: String) {
        let line = Array((command + "\n").utf8)
        _ = unsafe write(commands, line, line.count)
        var answer: UInt8 = 0
        while unsafe read(answers, &answer, 1) == 1, answer != UInt8(ascii: "\n") {}
    }
}
