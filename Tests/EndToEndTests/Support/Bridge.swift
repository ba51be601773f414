import ApnsSimulator
import Cryptography
import Glibc
import MariaDB
import PushCore
import ServiceRuntime
import TestSupport
import Testing

/// A site, an APNs, and as many daemons as a test starts; all of it real, and gone with the test.
final class Bridge: Sendable {
    static let bundleID = "com.example.app"

    /// What a test may want otherwise.
    struct Setup: Sendable {
        /// Lines of the configuration, by section, beside the addresses of everything.
        var configuration: [String: [String]] = [:]
        /// The channels that have a credential.
        var credentials = ["standard", "voip"]
        /// A database server of the test's own, which may be stopped.
        var ownServer = false
        var simulator: @Sendable (inout SimulatorConfiguration) -> Void = { _ in }
    }

    let site: Site
    let server: TestMariaDB
    let simulator: ApnsSimulator
    let key: SimulatedSigningKey
    /// Path of the configuration file.
    let configuration: String
    let directory: String
    private let programs = Locked<[TestProgram]>([])
    private let tokens = Locked<[String]>([])

    /// Sets everything up, runs `body`, and checks that no log holds a secret.
    static func run(_ setup: Setup = Setup(), _ body: (Bridge) async throws -> Void) async throws {
        let bridge = try await Bridge(setup)
        do {
            try await body(bridge)
        } catch {
            for program in bridge.programs.withLock({ $0 }) { print((try? program.log.suffix(3000)) ?? "no log") }
            throw error
        }
        try bridge.checkLogs()
    }

    private init(_ setup: Setup) async throws {
        var template = Array("/tmp/push-bridge-e2e-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw TestServerError("mkdtemp: errno \(errno)") }
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        configuration = directory + "/push-bridge.ini"
        server = try setup.ownServer ? TestMariaDB() : TestMariaDB.shared()
        site = try await Site(on: server)
        var simulated = SimulatorConfiguration(tlsDirectory: directory + "/tls")
        simulated.settings.unknownTokens = .badDeviceToken
        simulated.settings.unknownKeys = .reject
        setup.simulator(&simulated)
        simulator = try ApnsSimulator(simulated)
        key = try SimulatedSigningKey()
        try simulator.register(key.registration())
        try simulator.start()
        try KeyFile.write(try BoxSecretKey.generate(), to: directory + "/push-bridge.key")
        try write("AuthKey.p8", try key.p8())
        try write("push-bridge.ini", configurationText(setup.configuration))
        for channel in setup.credentials { try await setCredential(channel) }
    }

    deinit {
        simulator.stop()
        for program in programs.withLock({ $0 }) { program.signal(SIGKILL) }
        _ = unsafe system("rm -rf '\(directory)'")
    }

    private func configurationText(_ more: [String: [String]]) -> String {
        let connection = site.connection
        var sections = [
            "database": [
                "socket = \(connection.socket ?? "")", "name = \(connection.database)", "user = \(connection.user)",
                "password = \"\(connection.password.reveal())\"",
            ],
            "secrets": ["key_file = \(directory)/push-bridge.key"],
            "state": ["directory = \(directory)/state"],
            "apns": [
                "production_url = \(simulator.productionURL)", "sandbox_url = \(simulator.sandboxURL)",
                "ca_file = \(simulator.caFile)",
            ],
        ]
        for (section, lines) in more { sections[section, default: []] += lines }
        if more["wake"] == nil { sections["wake"] = ["listen ="] }
        if more["http"] == nil { sections["http"] = ["listen ="] }
        if more["log"] == nil { sections["log"] = ["level = debug"] }
        return sections.map { "[\($0.key)]\n\($0.value.joined(separator: "\n"))\n" }.joined()
    }

    private func write(_ name: String, _ text: String) throws {
        try FileSystem.create("\(directory)/\(name)", Array(text.utf8), mode: 0o600)
    }

    /// Writes a file of the test's own and returns its path.
    func file(_ name: String, _ text: String) throws -> String {
        try write(name, text)
        return "\(directory)/\(name)"
    }

    /// Writes the configuration anew, with these lines beside the addresses of everything.
    func configure(_ more: [String: [String]]) throws {
        try FileSystem.removeFile(configuration)
        try write("push-bridge.ini", configurationText(more))
    }

    // MARK: Programs

    /// Runs a command of `push-bridge` to its end; returns what it printed.
    @discardableResult
    func command(_ arguments: String..., expecting code: Int32 = 0) async throws -> String {
        let program = try launch(arguments)
        try await exit(of: program, code)
        return try program.log
    }

    /// Stores the simulator's key as the credential of a channel.
    func setCredential(_ channel: String, app: String = "default", bundleID: String = Bridge.bundleID) async throws {
        try await command(
            "credentials", "set", "--app", app, "--channel", channel, "--bundle-id", bundleID, "--p8",
            directory + "/AuthKey.p8", "--key-id", key.keyID, "--team-id", key.teamID)
    }

    /// Starts a daemon and waits until it serves.
    @discardableResult
    func startDaemon() async throws -> TestProgram {
        let daemon = try launch(["run"])
        let isReady = try await eventually { try daemon.exitCode != nil || Self.isReady(daemon) }
        guard isReady, daemon.exitCode == nil else { throw TestServerError("not ready: \(try daemon.log)") }
        return daemon
    }

    /// Starts a program without waiting for anything.
    func launch(_ arguments: [String], environment: [String: String] = [:]) throws -> TestProgram {
        let log = "\(directory)/\(programs.withLock { $0.count }).log"
        let program = try TestProgram(
            ["env"] + environment.map { "\($0)=\($1)" } + [TestProgram.path(of: "push-bridge")] + arguments
                + ["--config", configuration], log: log)
        programs.withLock { $0.append(program) }
        return program
    }

    /// Whether the daemon has said that it serves.
    static func isReady(_ daemon: TestProgram) throws -> Bool {
        try daemon.log.split(separator: "\n").contains("ready")
    }

    /// Waits for the end of a program and expects this exit code.
    func exit(of program: TestProgram, _ code: Int32 = 0) async throws {
        let hasEnded = try await eventually { program.exitCode != nil }
        guard hasEnded, program.exitCode == code else {
            throw TestServerError("exit code \(program.exitCode.map { "\($0)" } ?? "none"): \(try program.log)")
        }
    }

    // MARK: Devices

    /// A device token that no one knows.
    func makeToken() -> String {
        let hex = (0..<32).map { _ in String(UInt16.random(in: 256..<512), radix: 16).dropFirst() }.joined()
        tokens.withLock { $0.append(hex) }
        return hex
    }

    /// A token that Apple knows.
    func makeDevice(
        voip: Bool = false, _ environment: SimulatedEnvironment = .production, state: SimulatedToken.State = .active
    ) -> String {
        let token = makeToken()
        simulator.register(
            SimulatedToken(
                token, environment: environment, topics: [Self.bundleID], kind: voip ? .voip : .standard, state: state))
        return token
    }

    /// A known token that stands in a user's usermeta.
    @discardableResult
    func addDevice(
        user: UInt64 = 1, voip: Bool = false, _ environment: SimulatedEnvironment = .production,
        state: SimulatedToken.State = .active
    ) throws -> String {
        let token = makeDevice(voip: voip, environment, state: state)
        try site.addMeta(user: user, voip ? Self.voipKey : Self.standardKey, Array(token.utf8))
        return token
    }

    /// A known token of any kind under the kind's usual key; `value` makes the usermeta value of it.
    func addDevice(
        user: UInt64 = 1, kind: TokenKind, topics: [String] = [Bridge.bundleID],
        value: (String) -> String = { $0 }
    ) throws -> String {
        let token = makeToken()
        simulator.register(SimulatedToken(token, topics: topics, kind: SimulatedPushKind(kind)))
        try site.addMeta(user: user, kind.defaultMetaKey, Array(value(token).utf8))
        return token
    }

    static let standardKey = "mam_ios_device_token"
    static let voipKey = "mam_ios_voip_token"

    // MARK: Outcomes

    /// The action once it has come to its end.
    func settled(_ id: UInt64, within seconds: Int64 = 30) async throws -> ActionRow {
        let isFinal = try await eventually(within: seconds) { try site.action(id).isFinal }
        let action = try site.action(id)
        guard isFinal else { throw TestServerError("still waiting: \(action), \(try site.deliveries(id))") }
        return action
    }

    /// What the simulator received for this device, refused requests included.
    func received(_ token: String) -> [ReceivedPush] { simulator.received().filter { $0.token == token } }

    private func checkLogs() throws {
        // Any piece of the key's base64 would give part of it away.
        let secret = try key.p8().split(separator: "\n").filter { !$0.hasPrefix("-") }
        for program in programs.withLock({ $0 }) {
            let log = try program.log
            for line in secret { #expect(!log.contains(line)) }
            for token in tokens.withLock({ $0 }) { #expect(!log.contains(token), "a full token in the log") }
            #expect(!log.contains(site.connection.password.reveal()))
            #expect(!log.contains("bearer ey"), "a provider token in the log")
            // Ended by a signal that no test sent.
            for signal in [SIGILL, SIGSEGV, SIGABRT, SIGTRAP, SIGBUS] {
                #expect(program.exitCode != 128 + signal, "\(log.suffix(3000))")
            }
        }
    }
}
