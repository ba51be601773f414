package import Glibc

/// Runs other programs, with the system's own directories in PATH.
package enum Command {
    /// Runs `arguments` to the end; throws when it cannot be started or fails. Its output goes to the file `log`.
    package static func run(_ arguments: [String], log: String) throws {
        let process = try start(arguments, log: log)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else {
            throw TestServerError(
                "\(arguments[0]) failed with wait status \(status): \(contents(of: log).suffix(2000))")
        }
    }

    /// What the file holds, up to 64 KiB; empty when it cannot be read.
    static func contents(of path: String) -> String {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }

    /// Starts `arguments` and returns the process id.
    package static func start(_ arguments: [String], log: String) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // Swift's worker threads block signals, and a shell that cannot see SIGCHLD waits for its children for ever.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        unsafe sigemptyset(&noSignals)
        unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var process: pid_t = 0
        var argv: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe argv.indices { unsafe free(argv[index]) } }
        let path = unsafe strdup("PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin")
        defer { unsafe free(path) }
        var environment: [UnsafeMutablePointer<CChar>?] = unsafe [path, nil]
        let failure = unsafe posix_spawnp(&process, arguments[0], &actions, &attributes, &argv, &environment)
        guard failure == 0 else { throw TestServerError("\(arguments[0]) cannot be started: errno \(failure)") }
        return process
    }
}
