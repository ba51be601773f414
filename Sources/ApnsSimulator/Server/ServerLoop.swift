import CNghttp2
import Glibc
import ServiceRuntime

/// The serving thread: one epoll for all listeners and connections.
@safe final class ServerLoop {
    let shared: SimulatorShared
    var poller = Poller()
    var timers = TimerQueue()
    /// Where connections read to.
    var buffer = [UInt8](repeating: 0, count: 65_536)
    /// Where connections put answers together.
    var headers = ResponseHeaders()
    var identifiers = Identifiers()
    let callbacks: OpaquePointer?

    private let authority: CertificateAuthority
    private var members: [Int32: any LoopMember] = [:]
    private var connections: [Int: PushConnection] = [:]
    private var readyAgain: [PushConnection] = []
    private var tls: [SimulatorSettings.ServerCertificate: ServerTLS] = [:]
    private var providerTokens: [[UInt8]: ProviderToken] = [:]
    private var dateSecond: Int64 = 0
    private var dateText = ""
    private var isStopped = false

    private static let providerTokenLimit = 4096

    init(shared: SimulatorShared, authority: CertificateAuthority) {
        self.shared = shared
        self.authority = authority
        unsafe callbacks = HTTP2Callbacks.make()
    }

    deinit { unsafe nghttp2_session_callbacks_del(callbacks) }

    /// Serves these listening sockets until told to stop; closes them then.
    func run(_ sockets: ListeningSockets) {
        add(Listener(descriptor: sockets.production, loop: self) { [unowned self] in accept($0, .production) })
        add(Listener(descriptor: sockets.sandbox, loop: self) { [unowned self] in accept($0, .sandbox) })
        if let control = sockets.control {
            add(
                Listener(descriptor: control, loop: self) { [unowned self] in
                    add(ControlConnection(descriptor: $0, loop: self))
                })
        }
        poller.add(shared.wakeDescriptor)
        while !isStopped {
            for ready in poller.wait(milliseconds: timeout()) {
                if ready.descriptor == shared.wakeDescriptor {
                    obey()
                } else {
                    members[ready.descriptor]?.ready(reading: ready.isReadable, writing: ready.isWritable)
                }
            }
            let again = readyAgain
            readyAgain = []
            for connection in again { connection.ready(reading: true, writing: false) }
            if timers.next != nil {
                let now = MonotonicTime.now
                while let entry = timers.takeDue(now) { connections[entry.connectionID]?.due(entry.event) }
            }
        }
        for member in members.values { member.close() }
    }

    private func timeout() -> Int32 {
        if !readyAgain.isEmpty { return 0 }
        guard let next = timers.next else { return -1 }
        // Rounded up, so that the loop does not spin through the last millisecond.
        return Int32(clamping: max(0, (next.nanoseconds - MonotonicTime.now.nanoseconds + 999_999) / 1_000_000))
    }

    // MARK: Members

    /// Watches a member for reading.
    func add(_ member: any LoopMember) {
        members[member.descriptor] = member
        poller.add(member.descriptor)
    }

    /// Forgets a member whose descriptor is about to be closed.
    func remove(_ member: any LoopMember) {
        poller.remove(member.descriptor)
        members[member.descriptor] = nil
        guard let connection = member as? PushConnection else { return }
        connections[connection.id] = nil
        shared.state.withLock { $0.openConnections -= 1 }
    }

    /// Comes back to a connection that had more to read than its turn allowed.
    func again(_ connection: PushConnection) { readyAgain.append(connection) }

    private func accept(_ descriptor: Int32, _ environment: SimulatedEnvironment) {
        let (settings, number) = shared.state.withLock { state in
            state.connectionCount += 1
            return (state.settings, state.connectionCount)
        }
        guard settings.acceptConnections, let tls = serverTLS(settings.serverCertificate),
            let connection = PushConnection(
                id: number, environment: environment, descriptor: descriptor, tls: tls, loop: self)
        else {
            close(descriptor)
            return
        }
        connections[connection.id] = connection
        shared.state.withLock { $0.openConnections += 1 }
        add(connection)
    }

    private func serverTLS(_ kind: SimulatorSettings.ServerCertificate) -> ServerTLS? {
        if let known = tls[kind] { return known }
        let made = try? ServerTLS(kind, authority: authority)
        tls[kind] = made
        return made
    }

    // MARK: Commands

    private func obey() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(shared.wakeDescriptor, &bytes, bytes.count) > 0 {}
        let commands = shared.state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
        for command in commands {
            switch command {
            case .applySettings: forEachConnection { $0.tellSettings() }
            case .dropConnections: for connection in connections.values { connection.close() }
            case .goaway(let reason): forEachConnection { $0.sendGoaway(reason: reason) }
            case .stop: isStopped = true
            }
        }
    }

    private func forEachConnection(_ body: (PushConnection) -> Void) {
        for connection in connections.values {
            body(connection)
            connection.flush()
        }
    }

    // MARK: What connections share

    /// The provider token of this header, read and verified once however many connections use it.
    func providerToken(_ text: [UInt8]) -> ProviderToken {
        if let known = providerTokens[text] { return known }
        if providerTokens.count >= Self.providerTokenLimit { providerTokens = [:] }
        let token = ProviderToken(text: text)
        providerTokens[text] = token
        return token
    }

    /// The `date` header.
    var date: String {
        let second = Int64(time(nil))
        if second != dateSecond {
            dateSecond = second
            dateText = WallClock.httpDate(second + shared.state.withLock { $0.settings.clockOffset })
        }
        return dateText
    }
}
