import HTTP2Client
import ServiceRuntime
import Synchronization
import Testing

@Suite struct LifecycleTests {
    private static let answers: ScriptedServer.Script = { connection, event in
        if case .request(let stream, _) = event { connection.answer(stream) }
    }

    /// Answers stream 1 at once and the others of each connection only while `isOpen`.
    private static func answers(while isOpen: Locked<Bool>) -> ScriptedServer.Script {
        { connection, event in
            if case .request(let stream, _) = event, stream == 1 { connection.answer(stream) }
            guard isOpen.withLock({ $0 }) else { return }
            for stream in connection.open { connection.answer(stream) }
        }
    }

    @Test func closingFinishesWhatWasAcceptedAndRefusesTheRest() async throws {
        let mayAnswer = Locked(false)
        let server = ScriptedServer(script: LifecycleTests.answers(while: mayAnswer))
        defer { server.stop() }
        let client = try Client(server.url) { $0.maximumStreams = 5 }
        defer { client.loop.stop() }
        async let accepted = client.sendBatch(30)
        #expect(await client.waits { $0.streams == 5 })
        client.pool.close()
        let refused = try #require(await client.send("late").failure)
        #expect(refused.kind == .stopped)
        #expect(refused.processed == .no)
        mayAnswer.withLock { $0 = true }
        #expect(await accepted.allSatisfy { $0.status == 200 })
        #expect(await client.waits { $0.connections == 0 })
        #expect(server.processed.withLock { $0.count } == 30)
    }

    @Test func stoppingFailsTheRest() async throws {
        let server = ScriptedServer { connection, event in
            if case .request(let stream, _) = event, stream == 1 { connection.answer(stream) }
        }
        defer { server.stop() }
        let client = try Client(server.url) { $0.maximumStreams = 5 }
        async let outcomes = client.sendBatch(30)
        #expect(await client.waits { $0.streams == 5 })
        client.loop.stop()
        let failures = await outcomes.compactMap(\.failure)
        #expect(failures.count == 29)
        #expect(failures.allSatisfy { $0.kind == .stopped })
        #expect(failures.filter { $0.processed == .unknown }.count == 5)
        #expect(await client.send("late").failure?.kind == .stopped)
    }

    @Test func whatWaitsForAStreamCanBeTakenBackAndTheRestGoesItsWay() async throws {
        let mayAnswer = Locked(false)
        let server = ScriptedServer(script: LifecycleTests.answers(while: mayAnswer))
        defer { server.stop() }
        let client = try Client(server.url) { $0.maximumStreams = 5 }
        defer { client.loop.stop() }
        async let outcomes = client.sendBatch(30)
        #expect(await client.waits { $0.streams == 5 })
        client.pool.withdrawWaiting()
        #expect(await client.waits { $0.queued == 0 })
        mayAnswer.withLock { $0 = true }
        // Another request makes the server look again.
        #expect(await client.send("next").status == 200)
        let ended = await outcomes
        #expect(ended.count { $0.status == 200 } == 6)
        let withdrawn = ended.compactMap(\.failure)
        #expect(withdrawn.count == 24)
        #expect(withdrawn.allSatisfy { $0.kind == .withdrawn && $0.processed == .no })
    }

    @Test func stoppingDoesNotWaitForADialThatHangs() async throws {
        let server = ScriptedServer(greeting: .silence, script: LifecycleTests.answers)
        defer { server.stop() }
        let client = try Client(server.url) { $0.connectTimeoutMilliseconds = 60_000 }
        async let outcome = client.send("one")
        #expect(await client.waits { $0.queued == 1 })
        client.loop.stop()
        let failure = try #require(await outcome.failure)
        #expect(failure.kind == .stopped)
        #expect(failure.processed == .no)
    }

    @Test func aRequestWhoseDialHangsEndsAtItsDeadlineUnsent() async throws {
        let server = ScriptedServer(greeting: .silence, script: LifecycleTests.answers)
        defer { server.stop() }
        let client = try Client(server.url) { $0.connectTimeoutMilliseconds = 60_000 }
        defer { client.loop.stop() }
        let failure = try #require(await client.send("one", within: 200).failure)
        #expect(failure.kind == .deadline)
        #expect(failure.processed == .no)
    }

    @Test func retiredConnectionsFinishTheirRequestsAndTheNextGoesOverANewOne() async throws {
        let mayAnswer = Locked(false)
        let server = ScriptedServer(script: LifecycleTests.answers(while: mayAnswer))
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        let first = try #require(await client.send("one").response?.connection)
        async let underWay = client.sendBatch(10)
        #expect(await client.waits { $0.streams == 10 })
        client.pool.retireConnections()
        let last = try #require(await client.send("last").response?.connection)
        mayAnswer.withLock { $0 = true }
        #expect(await underWay.allSatisfy { $0.response?.connection == first })
        #expect(last != first)
        #expect(await client.waits { $0.connections == 1 })
    }

    @Test func aSpareIsOpenBeforeTheFirstRequestAndReplacedWhenLost() async throws {
        let server = ScriptedServer { connection, event in
            LifecycleTests.answers(connection, event)
            if case .idle = event, connection.number == 2 { connection.drop() }
        }
        defer { server.stop() }
        let client = try Client(server.url) { $0.keepSpare = true }
        defer { client.loop.stop() }
        #expect(await client.waits { $0.connects == 3 && $0.connections == 2 })
        #expect(await client.send("one").status == 200)
        #expect(server.connections.load(ordering: .relaxed) == 3)
    }

    @Test func aSpareTakesTheSecondCallWhenTheFirstIsNotAnswered() async throws {
        let server = ScriptedServer { connection, event in
            if connection.number == 2 { LifecycleTests.answers(connection, event) }
        }
        defer { server.stop() }
        let client = try Client(server.url) { $0.keepSpare = true }
        defer { client.loop.stop() }
        #expect(await client.waits { $0.connections == 2 })
        async let stuck = client.send("stuck", within: 3_000)
        #expect(await client.waits { $0.streams == 1 })
        #expect(await client.send("second").status == 200)
        #expect(await stuck.failure?.kind == .deadline)
    }

    @Test func aServerThatAcceptsAndDropsIsNotDialledInALoop() async throws {
        let server = ScriptedServer { connection, event in
            if case .opened = event { connection.drop() }
        }
        defer { server.stop() }
        let client = try Client(server.url) { $0.keepSpare = true }
        defer { client.loop.stop() }
        try await Task.sleep(nanoseconds: 1_000_000_000)
        #expect((2...14).contains(client.pool.statistics.connects))
    }

    @Test func poolsOfOneLoopDoNotMix() async throws {
        let servers = (0..<3).map { _ in ScriptedServer(script: LifecycleTests.answers) }
        defer { for server in servers { server.stop() } }
        let client = try Client(servers[0].url)
        defer { client.loop.stop() }
        for server in servers {
            let pool = client.loop.pool(
                PoolConfiguration(
                    endpoint: try HTTPEndpoint(url: server.url), caFile: TestCertificates.shared.ca))
            let outcome = await pool.send(Client.request("to \(server.port)"))
            #expect(outcome.status == 200)
        }
        for server in servers { #expect(server.processed.withLock { $0 } == ["to \(server.port)"]) }
    }
}
