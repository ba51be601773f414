import COpenSSL
import Glibc
import ServiceRuntime
import Synchronization

/// A TLS server that speaks HTTP/2 frame by frame as its script says, to do what well-behaved servers never do.
@safe final class ScriptedServer: Sendable {
    /// How the server greets in TLS.
    enum Greeting { case http2, noProtocol, refusesProtocol, asksForClientCertificate, silence }

    /// What a script reacts to.
    enum Event {
        /// The connection is open and the server's SETTINGS are not sent yet.
        case opened
        /// A request has come completely.
        case request(stream: UInt32, body: [UInt8])
        /// The client has acknowledged SETTINGS.
        case settingsAcknowledged
        /// The client ended a stream.
        case reset(stream: UInt32, code: UInt32)
        /// Nothing has come for some milliseconds.
        case idle
    }

    typealias Script = @Sendable (ScriptedConnection, Event) -> Void

    let port: Int
    /// Bodies of the requests that were answered with a final status: those which the server has processed.
    let processed = Locked<[String]>([])
    let connections = Atomic(0)
    /// The client certificate's subject seen last.
    let clientSubject = Locked("")

    private let listener: Int32
    private let sockets = Locked<[Int32]>([])
    private let threads = Locked<[Thread]>([])
    private let isStopping = Atomic(false)
    private let certificate: String
    private let greeting: Greeting
    private let script: Script

    /// Listens on a free port until `stop`; `script` is called on each connection's own thread.
    init(greeting: Greeting = .http2, certificate: String = TestCertificates.shared.server, script: @escaping Script) {
        self.greeting = greeting
        self.certificate = certificate
        self.script = script
        (listener, port) = Sockets.listen()
        let accepting = Thread(name: "accept") { [self] in accept() }
        threads.withLock { $0.append(accepting) }
    }

    var url: String { "https://localhost:\(port)" }

    func stop() {
        isStopping.store(true, ordering: .sequentiallyConsistent)
        Sockets.wake(listener)
        while let thread = threads.withLock({ $0.popLast() }) {
            for socket in sockets.withLock({ $0 }) { Sockets.wake(socket) }
            thread.join()
        }
        close(listener)
        for socket in sockets.withLock({ $0 }) { close(socket) }
    }

    private func accept() {
        while true {
            let socket = Glibc.accept(listener, nil, nil)
            guard socket >= 0 else { return }
            let number = connections.add(1, ordering: .sequentiallyConsistent).newValue
            sockets.withLock { $0.append(socket) }
            if isStopping.load(ordering: .sequentiallyConsistent) { Sockets.wake(socket) }
            if greeting == .silence { continue }
            let thread = Thread(name: "serve") { [self] in serve(socket, number: number) }
            threads.withLock { $0.append(thread) }
        }
    }

    private func serve(_ socket: Int32, number: Int) {
        guard let context = unsafe SSL_CTX_new(TLS_server_method()) else { return }
        defer { unsafe SSL_CTX_free(context) }
        unsafe SSL_CTX_use_certificate_chain_file(context, certificate)
        unsafe SSL_CTX_use_PrivateKey_file(context, certificate, SSL_FILETYPE_PEM)
        switch greeting {
        case .http2, .silence: unsafe SSL_CTX_set_alpn_select_cb(context, ScriptedServer.choose, nil)
        case .refusesProtocol: unsafe SSL_CTX_set_alpn_select_cb(context, ScriptedServer.refuse, nil)
        case .noProtocol: break
        case .asksForClientCertificate:
            unsafe SSL_CTX_set_alpn_select_cb(context, ScriptedServer.choose, nil)
            unsafe SSL_CTX_load_verify_locations(context, TestCertificates.shared.ca, nil)
            unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        }
        guard let tls = unsafe SSL_new(context) else { return }
        defer { unsafe SSL_free(tls) }
        unsafe SSL_set_fd(tls, socket)
        guard unsafe SSL_accept(tls) == 1 else {
            Sockets.wake(socket)
            return
        }
        if let peer = unsafe SSL_get1_peer_certificate(tls) {
            var name = [CChar](repeating: 0, count: 256)
            unsafe X509_NAME_oneline(X509_get_subject_name(peer), &name, 256)
            let subject = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            clientSubject.withLock { $0 = subject }
            unsafe X509_free(peer)
        }
        let connection = unsafe ScriptedConnection(server: self, number: number, tls: tls, socket: socket)
        connection.run(script)
        Sockets.wake(socket)
    }

    private static let choose: SSL_CTX_alpn_select_cb_func = { _, chosen, length, offered, count, _ in
        let wanted: StaticString = "\u{2}h2"
        var name: UnsafeMutablePointer<UInt8>?
        let found = unsafe SSL_select_next_proto(&name, length, wanted.utf8Start, 3, offered, count)
        unsafe chosen?.pointee = UnsafePointer(name)
        return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL
    }

    private static let refuse: SSL_CTX_alpn_select_cb_func = { _, _, _, _, _, _ in SSL_TLSEXT_ERR_ALERT_FATAL }
}
