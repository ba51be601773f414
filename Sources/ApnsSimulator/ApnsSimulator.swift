import Glibc
import ServiceRuntime

/// An APNs that runs on loopback: real HTTP/2 over real TLS, Apple's rules, and on request Apple's bad days.
package final class ApnsSimulator: Sendable {
    private let configuration: SimulatorConfiguration
    private let shared: SimulatorShared
    private let authority: CertificateAuthority
    private let running = Locked(Running())

    private struct Running: Sendable {
        var thread: Thread?
        var production: LoopbackAddress?
        var sandbox: LoopbackAddress?
        var control: LoopbackAddress?
    }

    /// Opens the certificate authority in the TLS directory, making both when missing.
    /// - Throws: `SimulatorError` when the directory cannot be used.
    package init(_ configuration: SimulatorConfiguration) throws(SimulatorError) {
        self.configuration = configuration
        shared = try SimulatorShared(settings: configuration.settings)
        authority = try CertificateAuthority(directory: configuration.tlsDirectory)
    }

    deinit { stop() }

    // MARK: Life

    /// Binds the ports (the same ones after `stop()`) and serves on a thread of its own.
    /// - Throws: `SimulatorError` when a port is taken or the server certificate cannot be made.
    package func start() throws(SimulatorError) {
        try running.withLock { running throws(SimulatorError) in
            guard running.thread == nil else { return }
            _ = try ServerTLS(.valid, authority: authority)
            let production = try (running.production ?? configuration.production).listen()
            let sandbox = try Self.listen(running.sandbox ?? configuration.sandbox, closing: [production.descriptor])
            var control: (descriptor: Int32, address: LoopbackAddress)?
            if let address = running.control ?? configuration.control {
                control = try Self.listen(address, closing: [production.descriptor, sandbox.descriptor])
            }
            running.production = production.address
            running.sandbox = sandbox.address
            running.control = control?.address
            let sockets = ListeningSockets(
                production: production.descriptor, sandbox: sandbox.descriptor, control: control?.descriptor)
            running.thread = Thread(name: "apns-simulator") { [shared, authority] in
                Self.ignoreBrokenPipes()
                ServerLoop(shared: shared, authority: authority).run(sockets)
            }
        }
    }

    private static func listen(_ address: LoopbackAddress, closing opened: [Int32])
        throws(SimulatorError) -> (descriptor: Int32, address: LoopbackAddress)
    {
        do {
            return try address.listen()
        } catch {
            for descriptor in opened { close(descriptor) }
            throw error
        }
    }

    // Writing to a connection that the client has closed is an error for us to see, not a reason to die.
    private static func ignoreBrokenPipes() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Closes every connection and port, without GOAWAY, and waits for the thread. What was registered and recorded stays.
    package func stop() {
        let thread = running.withLock { running in
            defer { running.thread = nil }
            return running.thread
        }
        guard let thread else { return }
        shared.tell(.stop)
        thread.join()
    }

    /// Cuts every open connection, as a broken network would.
    package func dropConnections() { shared.tell(.dropConnections) }

    /// Sends GOAWAY on every open connection; what is in flight is answered.
    package func sendGoaway(reason: String? = nil) { shared.tell(.goaway(reason: reason)) }

    // MARK: Addresses

    /// `https://127.0.0.1:PORT` of the production service; port 0 before the start.
    package var productionURL: String { "https://\(running.withLock { $0.production } ?? configuration.production)" }
    /// `https://127.0.0.1:PORT` of the sandbox service; port 0 before the start.
    package var sandboxURL: String { "https://\(running.withLock { $0.sandbox } ?? configuration.sandbox)" }
    /// `http://127.0.0.1:PORT` of the control port; nil when there is none.
    package var controlURL: String? {
        (running.withLock { $0.control } ?? configuration.control).map { "http://\($0)" }
    }
    /// The file with the authority's certificate (PEM), for the client to trust.
    package var caFile: String { authority.file }

    // MARK: What APNs knows

    /// Makes a device token known, or changes what is known of it in that environment.
    package func register(_ token: SimulatedToken) {
        shared.state.withLock { $0.register(token) }
    }

    /// Makes a signing key known.
    /// - Throws: `SimulatorError` when the public key cannot be read.
    package func register(_ key: SimulatedKey) throws(SimulatorError) {
        let verification = try VerificationKey(pem: key.publicKeyPEM)
        shared.state.withLock { $0.register(key, verification) }
    }

    /// Makes a broadcast channel known.
    package func register(_ channel: SimulatedChannel) {
        shared.state.withLock { $0.channels.add(channel) }
    }

    /// The broadcast channels that exist, the oldest first.
    package var channels: [SimulatedChannel] { shared.state.withLock { $0.channels.all } }

    /// Forgets all device tokens, keys, channels and faults.
    package func unregisterAll() {
        shared.state.withLock { state in
            state.tokens = [:]
            state.keys = [:]
            state.channels = ChannelBook()
            state.faults = []
            state.keyRevision += 1
        }
    }

    /// What may be changed while it runs; takes effect with the next request, connection or, for streams, at once.
    package var settings: SimulatorSettings {
        get { shared.state.withLock { $0.settings } }
        set {
            shared.state.withLock { $0.settings = newValue }
            shared.tell(.applySettings)
        }
    }

    /// `settings.unknownTokens`.
    package var unknownTokens: SimulatorSettings.UnknownTokens {
        get { settings.unknownTokens }
        set { settings.unknownTokens = newValue }
    }

    /// `settings.unknownKeys`.
    package var unknownKeys: SimulatorSettings.UnknownCredentials {
        get { settings.unknownKeys }
        set { settings.unknownKeys = newValue }
    }

    /// Carries out a script: the JSON objects of `apns-simulator --help`, one a line.
    /// - Throws: `SimulatorError` with the line at fault; nothing was carried out then.
    package func run(script: [UInt8]) throws(SimulatorError) {
        for instruction in try Instruction.script(script) { try shared.carryOut(instruction) }
    }

    /// Carries out the script in a file.
    /// - Throws: `SimulatorError` with the line at fault, or why the file cannot be read.
    package func run(scriptFile path: String) throws(SimulatorError) {
        do {
            try run(script: TextFile.read(path))
        } catch {
            throw SimulatorError("\(path): \(error)")
        }
    }

    // MARK: What goes wrong

    /// Arms a fault; several that strike one request act together.
    package func inject(_ fault: Fault) {
        shared.state.withLock { $0.faults.append(ArmedFault(fault)) }
    }

    /// Disarms all faults.
    package func clearFaults() {
        shared.state.withLock { $0.faults = [] }
    }

    // MARK: What was received

    /// Requests whose sequence number is above `sequence`, oldest first, as far as the record reaches.
    package func received(since sequence: Int = 0, limit: Int = .max) -> [ReceivedPush] {
        shared.state.withLock { $0.record.requests(after: sequence, limit: limit) }.map(\.push)
    }

    /// How many requests got this status since the start or `clear()`; nil = all of them. Refused ones count under 0.
    package func receivedCount(status: Int? = nil) -> Int {
        let counts = shared.state.withLock { $0.record.countByStatus }
        return status.map { counts[$0] ?? 0 } ?? counts.values.reduce(0, +)
    }

    /// Forgets received requests and their counts; registrations and faults stay.
    package func clear() {
        shared.state.withLock { $0.record.clear() }
    }

    /// Connections accepted since the start.
    package var connectionCount: Int { shared.state.withLock { $0.connectionCount } }
    /// Connections open now.
    package var openConnections: Int { shared.state.withLock { $0.openConnections } }
}
