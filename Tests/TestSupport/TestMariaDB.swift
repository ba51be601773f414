import Glibc
package import MariaDB
import ServiceRuntime

/// A real MariaDB server of the tests' own, in a temporary directory, on a unix socket and a loopback port.
package final class TestMariaDB: Sendable {
    /// Path of the server's socket.
    package let socket: String
    /// The server's port on 127.0.0.1.
    package let port: Int
    /// The directory that holds all of it and goes when the server or the test process does.
    package let directory: String
    private let keeper: ServerKeeper
    private let databases = Locked(0)

    private static let sharedServer = Result { try TestMariaDB() }

    /// The server that all tests of the process share; started with the first call. Make a database of your own on it.
    package static func shared() throws -> TestMariaDB { try sharedServer.get() }

    /// A server for one test alone, which may be stopped and killed. `options` are added to mariadbd's command line; `{directory}`
    /// in them stands for its directory.
    package init(options: [String] = [], prepare: (_ directory: String) throws -> Void = { _ in }) throws {
        // Short, because a socket's path may have at most 107 bytes.
        let directory = "/tmp/pbdb.\(getpid()).\(UInt32.random(in: 0...UInt32.max))"
        guard unsafe mkdir(directory, 0o755) == 0 else {
            throw TestServerError("\(directory) cannot be made: errno \(errno)")
        }
        try prepare(directory)
        self.directory = directory
        socket = directory + "/s"
        port = try Self.freePort()
        let user = Self.systemUser
        keeper = try ServerKeeper(
            directory: directory,
            server: [
                "mariadbd", "--no-defaults", "--user=\(user)", "--datadir=\(directory)/data", "--socket=\(socket)",
                "--pid-file=\(directory)/pid", "--bind-address=127.0.0.1", "--port=\(port)", "--skip-name-resolve",
                "--character-set-server=utf8mb4", "--innodb-buffer-pool-size=64M", "--innodb-log-file-size=32M",
                "--skip-innodb-doublewrite", "--innodb-flush-log-at-trx-commit=2", "--performance-schema=OFF",
                "--skip-log-bin", "--innodb-use-native-aio=0", "--tmpdir=\(directory)", "--debug-no-sync",
                "--innodb-flush-method=nosync", "--innodb-file-per-table=0",
                "--max-connections=2000", "--open-files-limit=8192",
            ] + options.map { Self.replacing($0, directory) })
        try Command.run(
            [
                "mariadb-install-db", "--no-defaults", "--user=\(user)", "--datadir=\(directory)/data", "--force",
                "--auth-root-authentication-method=socket", "--auth-root-socket-user=\(user)", "--skip-test-db",
                "--skip-name-resolve", "--innodb-log-file-size=32M", "--skip-innodb-doublewrite",
                "--innodb-flush-log-at-trx-commit=2", "--innodb-use-native-aio=0",
                // A starting server removes the temporary tables of all others in the same directory.
                "--tmpdir=\(directory)",
            ], log: directory + "/install.log")
        try start()
    }

    /// A new, empty database with an account that has all rights on it; over the socket, or over TCP.
    package func makeDatabase(overTCP: Bool = false) throws -> DatabaseConfiguration {
        let number = databases.withLock { count in
            count += 1
            return count
        }
        let name = "test\(number)"
        try exec("CREATE DATABASE \(name) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci")
        for host in ["localhost", "127.0.0.1"] {
            try exec("CREATE USER '\(name)'@'\(host)' IDENTIFIED BY 'secret-\(name)'")
            try exec("GRANT ALL ON \(name).* TO '\(name)'@'\(host)'")
        }
        return DatabaseConfiguration(
            port: port, socket: overTCP ? nil : socket, user: name, password: Secret("secret-\(name)"), database: name)
    }

    /// Runs a statement as the server's administrator.
    package func exec(_ sql: String) throws { try administrator { _ = try $0.execute(sql) } }

    /// Runs `body` with a connection of the server's administrator.
    package func administrator<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try body(
            Connection(
                DatabaseConfiguration(socket: socket, user: Self.systemUser, password: Secret(""), database: "mysql")))
    }

    /// Starts the stopped or killed server and waits until it answers.
    package func start() throws {
        keeper.perform("start")
        var failure: (any Error)?
        for _ in 0..<600 {
            do {
                return try administrator { try $0.ping() }
            } catch { failure = error }
            usleep(50_000)
        }
        let log = Command.contents(of: directory + "/server.log").suffix(2000)
        throw TestServerError("mariadbd does not answer: \(failure.map { "\($0)" } ?? ""); its log: \(log)")
    }

    /// Shuts the server down in good order.
    package func stop() { keeper.perform("stop") }

    /// Ends the server as a crash would.
    package func kill() { keeper.perform("kill") }

    /// Freezes the server, which keeps its connections but answers nothing.
    package func pause() { keeper.perform("pause") }

    /// Lets a frozen server go on.
    package func resume() { keeper.perform("resume") }

    private static var systemUser: String {
        guard let entry = unsafe getpwuid(geteuid()) else { return "root" }
        return unsafe String(cString: entry.pointee.pw_name)
    }

    private static func replacing(_ option: String, _ directory: String) -> String {
        option.split(separator: "{directory}", omittingEmptySubsequences: false).joined(separator: directory)
    }

    /// A port of 127.0.0.1 that nobody listens on: below the range that the kernel hands out, so that nobody's outgoing
    /// connection takes it before a server does.
    package static func freePort() throws -> Int {
        for _ in 0..<100 {
            let port = UInt16.random(in: 10_000..<32_000)
            if isFree(port) { return Int(port) }
        }
        throw TestServerError("no free port on 127.0.0.1")
    }

    private static func isFree(_ port: UInt16) -> Bool {
        let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = port.bigEndian
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
