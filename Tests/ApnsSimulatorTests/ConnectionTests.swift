import ApnsSimulator
import Testing

@Suite struct ConnectionTests {
    @Test func oneStreamIsAllowedUntilAProviderTokenWasSeen() throws {
        let fixture = try SimulatorFixture()
        let frames = Nghttp(fixture: fixture).frames()
        let limits = frames.split(separator: "\n").filter { $0.contains("MAX_CONCURRENT_STREAMS(0x03):") }
            .compactMap { $0.split(separator: ":").last.flatMap { Int($0.prefix { $0.isNumber }) } }
        // nghttp's own SETTINGS show its limit of 100.
        #expect(limits.filter { $0 != 100 } == [1, 500])
    }

    @Test func aBurstOnANewConnectionIsServedOrRefusedAndNeverLost() throws {
        let fixture = try SimulatorFixture()
        let frames = Nghttp(fixture: fixture).frames(count: 5)
        let served = frames.count(of: ":status: 200")
        #expect(served >= 1)
        // How many are refused depends on whether the client saw the limit before it sent.
        #expect(served + frames.count(of: "error_code=REFUSED_STREAM(0x07)") == 5)
        #expect(fixture.simulator.receivedCount(status: 200) == served)
    }

    @Test func aRejectionCollapsesTheLimitUntilTheNextSuccess() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.settings.collapseOnRejection = true
        fixture.simulator.inject(Fault(.answer(status: 400, reason: "BadDeviceToken")))
        let frames = Nghttp(fixture: fixture).frames()
        #expect(!frames.contains("MAX_CONCURRENT_STREAMS(0x03):500"))
    }

    @Test func onlyHTTP2IsSpoken() throws {
        let fixture = try SimulatorFixture()
        let target = "--cacert '\(fixture.simulator.caFile)' '\(fixture.simulator.productionURL)/'"
        #expect(Curl.run("curl -s --http1.1 \(target)").exitCode == 35)
        #expect(Curl.run("curl -s --tls-max 1.1 \(target)").exitCode == 35)
        #expect(Curl.run("curl -s --tls-max 1.2 --http2 -o /dev/null \(target)").exitCode == 0)
    }

    @Test(arguments: SimulatorSettings.ServerCertificate.allCases)
    func aBadServerCertificateIsRefusedByClients(kind: SimulatorSettings.ServerCertificate) throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.settings.serverCertificate = kind
        #expect(fixture.curl.send([fixture.push()]).exitCode == (kind == .valid ? 0 : 60))
    }

    @Test func theAuthorityIsMadeOnceAndUsedAgain() throws {
        let fixture = try SimulatorFixture()
        let again = try ApnsSimulator(SimulatorConfiguration(tlsDirectory: fixture.directory))
        try again.start()
        defer { again.stop() }
        let request = fixture.push { $0.url = again.productionURL }
        // The first simulator's file is trusted for the second.
        #expect(fixture.curl.send(request).status == 200)
    }

    @Test func aStoppedSimulatorComesBackOnItsPortsWithItsMemory() throws {
        let fixture = try SimulatorFixture()
        let url = fixture.simulator.productionURL
        #expect(fixture.curl.send(fixture.push()).status == 200)
        fixture.simulator.stop()
        #expect(fixture.curl.send([fixture.push()]).exitCode == 7)
        try fixture.simulator.start()
        #expect(fixture.simulator.productionURL == url)
        #expect(fixture.curl.send(fixture.push()).status == 200)
        #expect(fixture.simulator.receivedCount(status: 200) == 2)
    }

    @Test func connectionsCanBeRefusedDroppedAndCounted() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.settings.acceptConnections = false
        #expect(fixture.curl.send([fixture.push()]).exitCode == 35)
        fixture.simulator.settings.acceptConnections = true
        #expect(fixture.curl.send(fixture.push()).status == 200)
        #expect(fixture.simulator.connectionCount == 2)
        eventually { fixture.simulator.openConnections == 0 }
    }

    @Test func aTakenPortIsAnErrorThatNamesIt() throws {
        let fixture = try SimulatorFixture()
        var configuration = SimulatorConfiguration(tlsDirectory: fixture.directory)
        configuration.production = try LoopbackAddress(String(fixture.simulator.productionURL.dropFirst(8)))
        let second = try ApnsSimulator(configuration)
        let error = #expect(throws: SimulatorError.self) { try second.start() }
        #expect(error?.description.contains("\(configuration.production)") == true)
    }

    @Test func onlyLoopbackMayBeBound() throws {
        for text in [
            "0.0.0.0:1", "192.168.1.1:1", "[::]:1", "example.com:1", "127.0.0.1", "127.0.0.1:x", "127.0.0.300:1",
        ] {
            #expect(throws: SimulatorError.self, "\(text)") { try LoopbackAddress(text) }
        }
        #expect(try LoopbackAddress("localhost:0").description == "127.0.0.1:0")
        #expect(try LoopbackAddress("[::1]:8443").description == "[::1]:8443")
    }

    @Test func allConnectionsCanBeToldToGoOrCut() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.settings.answerDelay = 700
        let push = Curl.Background(fixture.curl, fixture.push())
        eventually { fixture.simulator.receivedCount() == 1 }
        fixture.simulator.sendGoaway(reason: "Shutdown")
        // What is in flight when the GOAWAY goes out is still answered.
        #expect(push.answer().status == 200)
        let second = Curl.Background(fixture.curl, fixture.push())
        eventually { fixture.simulator.receivedCount() == 2 }
        fixture.simulator.dropConnections()
        #expect(second.answer().status == 0)
        #expect(fixture.simulator.received().map(\.fate) == [.answered, .unanswered])
    }
}
