import Glibc
import ServiceRuntime
import Synchronization
import Testing

@testable import HTTP2Client

@Suite struct ConnectingTests {
    private static let answers: ScriptedServer.Script = { connection, event in
        if case .request(let stream, _) = event { connection.answer(stream) }
    }

    private static func failure(
        _ server: ScriptedServer, _ adjust: (inout PoolConfiguration) -> Void = { _ in }
    ) async throws -> TransportFailure {
        let client = try Client(server.url, adjust)
        defer { client.loop.stop() }
        let failure = try #require(await client.send("one").failure)
        #expect(failure.processed == .no)
        #expect(server.processed.withLock { $0.isEmpty })
        return failure
    }

    @Test func aServerOfAnUnknownRootIsRefusedAndTheMessageNamesTheMissingRoot() async throws {
        let server = ScriptedServer(script: ConnectingTests.answers)
        defer { server.stop() }
        let failure = try await ConnectingTests.failure(server) { $0.caFile = TestCertificates.shared.otherCA }
        #expect(failure.kind == .tls)
        #expect(failure.message.contains("not signed by a root in ca_file \(TestCertificates.shared.otherCA)"))
        #expect(failure.message.contains("libcurl 60"))
    }

    @Test func theSystemsRootsDoNotCoverAPrivateOne() async throws {
        let server = ScriptedServer(script: ConnectingTests.answers)
        defer { server.stop() }
        let failure = try await ConnectingTests.failure(server) { $0.caFile = nil }
        #expect(failure.kind == .tls)
        #expect(failure.message.contains("ca-certificates"))
    }

    @Test func aMissingFileOfRootsIsNamed() async throws {
        let server = ScriptedServer(script: ConnectingTests.answers)
        defer { server.stop() }
        let failure = try await ConnectingTests.failure(server) { $0.caFile = "/nonexistent/roots.pem" }
        #expect(failure.kind == .tls)
        #expect(failure.message.contains("/nonexistent/roots.pem cannot be read"))
    }

    @Test func aCertificateForAnotherHostIsRefused() async throws {
        let server = ScriptedServer(
            certificate: TestCertificates.shared.elsewhere, script: ConnectingTests.answers)
        defer { server.stop() }
        let failure = try await ConnectingTests.failure(server)
        #expect(failure.kind == .tls)
        #expect(failure.message.contains("is for another host"))
    }

    @Test func anExpiredCertificateIsRefused() async throws {
        let server = ScriptedServer(certificate: TestCertificates.shared.expired, script: ConnectingTests.answers)
        defer { server.stop() }
        let failure = try await ConnectingTests.failure(server)
        #expect(failure.kind == .tls)
        #expect(failure.message.contains("has expired"))
    }

    @Test(arguments: [ScriptedServer.Greeting.noProtocol, .refusesProtocol])
    func aServerWithoutHTTP2IsRefusedWithAClearMessage(greeting: ScriptedServer.Greeting) async throws {
        let server = ScriptedServer(greeting: greeting, script: ConnectingTests.answers)
        defer { server.stop() }
        let failure = try await ConnectingTests.failure(server)
        #expect(failure.kind == .tls)
        #expect(failure.message.contains("did not choose HTTP/2"))
    }

    @Test func aServerThatNeverGreetsIsGivenUpAfterTheConnectTimeout() async throws {
        let server = ScriptedServer(greeting: .silence, script: ConnectingTests.answers)
        defer { server.stop() }
        let failure = try await ConnectingTests.failure(server) { $0.connectTimeoutMilliseconds = 200 }
        #expect(failure.kind == .cannotConnect)
        #expect(failure.message.contains("in time"))
    }

    @Test func aRefusedPortFailsWhatWaitsAndIsDialledWithBackOff() async throws {
        let (descriptor, port) = Sockets.listen()
        close(descriptor)
        let client = try Client("https://localhost:\(port)")
        defer { client.loop.stop() }
        let began = MonotonicTime.now
        while MonotonicTime.now.milliseconds(since: began) < 1_000 {
            let failure = try #require(await client.send("one").failure)
            #expect(failure.kind == .cannotConnect)
            #expect(failure.processed == .no)
            #expect(failure.message.contains("libcurl 7"))
        }
        // 50, 100, 200, 400 … ms, each halved at most: about six in the first second, surely not one per request.
        #expect((1...12).contains(client.pool.statistics.failedConnects))
    }

    @Test func aHostThatDoesNotExistIsNamed() async throws {
        let client = try Client("https://nowhere.invalid")
        defer { client.loop.stop() }
        let failure = try #require(await client.send("one").failure)
        #expect(failure.kind == .cannotConnect)
        #expect(failure.message.contains("nowhere.invalid"))
    }

    @Test func aClientCertificateIsPresentedFromPEM() async throws {
        let server = ScriptedServer(greeting: .asksForClientCertificate, script: ConnectingTests.answers)
        defer { server.stop() }
        let pem = Secret(TestCertificates.shared.client)
        let client = try Client(server.url) {
            $0.identity = ClientIdentity(.pem(pem, passphrase: nil), fingerprint: "pem")
        }
        defer { client.loop.stop() }
        #expect(await client.send("one").status == 200)
        #expect(server.clientSubject.withLock { $0 } == "/CN=client.example")
    }

    @Test func aClientCertificateIsPresentedFromPKCS12() async throws {
        let server = ScriptedServer(greeting: .asksForClientCertificate, script: ConnectingTests.answers)
        defer { server.stop() }
        let p12 = Secret(TestCertificates.shared.clientP12)
        let client = try Client(server.url) {
            $0.identity = ClientIdentity(.p12(p12, passphrase: Secret("swordfish")), fingerprint: "p12")
        }
        defer { client.loop.stop() }
        #expect(await client.send("one").status == 200)
        #expect(server.clientSubject.withLock { $0 } == "/CN=client.example")
    }

    @Test func aWrongPassphraseIsAnErrorOfTheClientCertificate() async throws {
        let server = ScriptedServer(greeting: .asksForClientCertificate, script: ConnectingTests.answers)
        defer { server.stop() }
        let p12 = Secret(TestCertificates.shared.clientP12)
        let failure = try await ConnectingTests.failure(server) {
            $0.identity = ClientIdentity(.p12(p12, passphrase: Secret("wrong")), fingerprint: "p12")
        }
        #expect(failure.kind == .tls)
        #expect(failure.message.contains("client certificate cannot be used"))
        #expect(!failure.message.contains("wrong"))
    }

    @Test func aServerThatMissesOurCertificateIsAnErrorOfTLSAndNothingWasProcessed() async throws {
        let server = ScriptedServer(greeting: .asksForClientCertificate, script: ConnectingTests.answers)
        defer { server.stop() }
        let failure = try await ConnectingTests.failure(server)
        #expect(failure.kind == .tls)
        #expect(failure.message.contains("certificate required"))
    }

    @Test func requestsGoThroughAConnectProxy() async throws {
        let server = ScriptedServer(script: ConnectingTests.answers)
        defer { server.stop() }
        let proxy = ConnectProxy()
        defer { proxy.stop() }
        let client = try Client(server.url) { $0.proxy = "http://127.0.0.1:\(proxy.port)" }
        defer { client.loop.stop() }
        #expect(await client.sendBatch(100).allSatisfy { $0.status == 200 })
        #expect(proxy.requests.withLock { $0 } == ["CONNECT localhost:\(server.port) HTTP/1.1"])
    }

    @Test func aProxyThatRefusesIsNamedAsTheCauseAndItsPasswordIsNot() async throws {
        let server = ScriptedServer(script: ConnectingTests.answers)
        defer { server.stop() }
        let proxy = ConnectProxy(refuses: true)
        defer { proxy.stop() }
        let failure = try await ConnectingTests.failure(server) {
            $0.proxy = "http://user:hunter2@127.0.0.1:\(proxy.port)"
        }
        #expect(failure.kind == .cannotConnect)
        #expect(failure.message.contains("proxy"))
        #expect(!failure.message.contains("hunter2"))
    }

    @Test func aProxyAddressThatCannotBeUsedIsNotRepeatedWithItsPassword() async throws {
        let server = ScriptedServer(script: ConnectingTests.answers)
        defer { server.stop() }
        for proxy in ["gopher://user:hunter2@127.0.0.1:1", "http://user:hunter2@[::1", "user:hunter2@"] {
            let failure = try await ConnectingTests.failure(server) { $0.proxy = proxy }
            #expect(failure.kind == .cannotConnect)
            #expect(!failure.message.contains("hunter2"))
        }
    }

    @Test func theSocketHasTheOptionsThatFindADeadPeer() throws {
        let server = ScriptedServer(script: ConnectingTests.answers)
        defer { server.stop() }
        var configuration = PoolConfiguration(
            endpoint: try HTTPEndpoint(url: server.url), caFile: TestCertificates.shared.ca)
        configuration.userTimeoutMilliseconds = 1_234
        let connection = try Dialer.connect(configuration, cancelled: Cancellation()).get()
        func option(_ level: Int32, _ name: Int32) -> Int32 {
            var value: Int32 = -1
            var length = socklen_t(MemoryLayout<Int32>.size)
            unsafe getsockopt(connection.descriptor, level, name, &value, &length)
            return value
        }
        #expect(option(Int32(IPPROTO_TCP), 18) == 1_234)  // TCP_USER_TIMEOUT
        #expect(option(Int32(IPPROTO_TCP), TCP_NODELAY) == 1)
        #expect(option(SOL_SOCKET, SO_KEEPALIVE) == 1)
    }
}
