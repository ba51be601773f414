import HTTP2Client
import ServiceRuntime
import Testing

/// What the server surely did not process goes again, unseen by the caller, and is processed once.
@Suite struct NotProcessedTests {
    private static func expectEachOnce(_ server: ScriptedServer, _ count: Int) {
        let processed = server.processed.withLock { $0 }
        #expect(processed.count == count)
        #expect(Set(processed).count == count)
    }

    @Test func aGracefulGoAwayLetsCoveredRequestsFinishAndSendsTheOthersOverANewConnection() async throws {
        let server = ScriptedServer { connection, event in
            switch event {
            case .request(let stream, _):
                connection.count += 1
                if connection.number == 1, connection.count == 1 { connection.answer(stream) }
                if connection.number == 1, connection.count == 5 { connection.goAway(last: 0x7FFF_FFFF) }
            case .idle:
                for stream in connection.open { connection.answer(stream) }
            default: break
            }
        }
        defer { server.stop() }
        let client = try Client(server.url) { $0.maximumStreams = 6 }
        defer { client.loop.stop() }
        let outcomes = await client.sendBatch(40)
        #expect(outcomes.allSatisfy { $0.status == 200 })
        NotProcessedTests.expectEachOnce(server, 40)
        let figures = client.pool.statistics
        #expect(figures.goAways == 1)
        #expect(figures.connects == 2)
        #expect(figures.resent == 0)
    }

    @Test func aGoAwayThatCoversNothingSendsEverythingAgain() async throws {
        let server = ScriptedServer { connection, event in
            guard case .request(let stream, _) = event else { return }
            if connection.number == 1 {
                connection.goAway(last: 0)
                connection.drop()
            } else {
                connection.answer(stream)
            }
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        #expect(await client.sendBatch(10).allSatisfy { $0.status == 200 })
        NotProcessedTests.expectEachOnce(server, 10)
        #expect(client.pool.statistics.resent == 1)
    }

    @Test func aGoAwayInTheMiddleSendsOnlyThoseAboveItsLastStreamAgain() async throws {
        let server = ScriptedServer { connection, event in
            switch event {
            case .request(let stream, _):
                if stream == 1 { connection.answer(stream) }
            case .idle where connection.number == 1 && connection.open.count >= 20:
                connection.goAway(last: 21)
                for stream in connection.open where stream <= 21 { connection.answer(stream) }
                connection.drop()
            case .idle:
                for stream in connection.open { connection.answer(stream) }
            default: break
            }
        }
        defer { server.stop() }
        let client = try Client(server.url) { $0.maximumStreams = 20 }
        defer { client.loop.stop() }
        #expect(await client.sendBatch(60).allSatisfy { $0.status == 200 })
        NotProcessedTests.expectEachOnce(server, 60)
        #expect(client.pool.statistics.refused == 10)
        #expect(client.pool.statistics.connects == 2)
    }

    @Test func aRefusedStreamGoesAgain() async throws {
        let seen = Locked<Set<[UInt8]>>([])
        let server = ScriptedServer { connection, event in
            guard case .request(let stream, let body) = event else { return }
            // Every third is refused once. Refused at random, one of a hundred would sometimes be refused six times.
            let isRefused = seen.withLock { $0.insert(body).inserted && $0.count % 3 == 2 }
            if isRefused {
                connection.reset(stream, code: 7)
            } else {
                connection.answer(stream)
            }
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        #expect(await client.sendBatch(100).allSatisfy { $0.status == 200 })
        NotProcessedTests.expectEachOnce(server, 100)
        #expect(client.pool.statistics.refused == 33)
        #expect(client.pool.statistics.connects == 1)
    }

    @Test func aRequestRefusedForEverIsGivenBackAfterSixAttempts() async throws {
        let attempts = Locked(0)
        let server = ScriptedServer { connection, event in
            guard case .request(let stream, _) = event else { return }
            attempts.withLock { $0 += 1 }
            connection.reset(stream, code: 7)
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        let failure = await client.send("one").failure
        #expect(failure?.kind == .refused)
        #expect(failure?.processed == .no)
        #expect(attempts.withLock { $0 } == 6)
    }

    @Test func goAwaysUnderLoadLoseAndDoubleNothing() async throws {
        let server = ScriptedServer { connection, event in
            guard case .request(let stream, _) = event else { return }
            connection.count += 1
            if connection.count <= 50 { connection.answer(stream) }
            if connection.count == 50 {
                connection.goAway(last: stream)
                connection.drop()
            }
        }
        defer { server.stop() }
        let client = try Client(server.url) { $0.maximumStreams = 100 }
        defer { client.loop.stop() }
        #expect(await client.sendBatch(1_000).allSatisfy { $0.status == 200 })
        NotProcessedTests.expectEachOnce(server, 1_000)
        #expect(client.pool.statistics.goAways >= 19)
    }
}
