package import Glibc
import ServiceRuntime

/// A program of ours that runs beside the tests, its output kept in a file. It ends with its owner, and with the test process
/// however that ends.
package final class TestProgram: Sendable {
    /// The process id.
    package let process: pid_t
    private let logPath: String
    private let guardian: pid_t
    private let status = Locked<Int32?>(nil)

    /// Starts `arguments`, the first being the program's path; both outputs go to the file `log`.
    package init(_ arguments: [String], log: String) throws {
        logPath = log
        process = try Command.start(arguments, log: log)
        let script = "while kill -0 $1; do kill -0 $2 || exit 0; sleep 1; done; kill -KILL $2"
        guardian = try Command.start(
            ["setsid", "/bin/sh", "-c", script, "guardian", "\(getpid())", "\(process)"], log: "/dev/null")
    }

    deinit {
        _ = Glibc.kill(guardian, SIGKILL)
        waitpid(guardian, nil, 0)
        guard status.withLock({ $0 }) == nil else { return }
        _ = Glibc.kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// Sends a signal, unless it has ended.
    package func signal(_ number: Int32) {
        if exitCode == nil { _ = Glibc.kill(process, number) }
    }

    /// Its exit code, 128 + the signal's number when a signal ended it; nil while it runs.
    package var exitCode: Int32? {
        status.withLock { status in
            var code: Int32 = 0
            if status == nil, unsafe waitpid(process, &code, WNOHANG) == process {
                status = code & 0x7F == 0 ? code >> 8 & 0xFF : 128 + code & 0x7F
            }
            return status
        }
    }

    /// What it has printed so far.
    package var log: String {
        get throws { String(decoding: try TestFile.read(logPath), as: UTF8.self) }
    }

    /// The program `name` of this package, which lies where the test bundle does.
    package static func path(of name: String) throws -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
        let places = [String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)] + CommandLine.arguments
        let candidates = places.compactMap { place in place.lastIndex(of: "/").map { place[..<$0] + "/" + name } }
        guard let found = candidates.first(where: { FileSystem.status($0)?.isDirectory == false }) else {
            throw TestServerError("cannot find \(name) beside \(places)")
        }
        return found
    }
}
