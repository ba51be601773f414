import HTTP2Client
import ServiceRuntime
import Testing

@Suite struct StreamLimitTests {
    /// Answers everything that is open whenever the client has gone quiet, so that it can open as many as it dares.
    private static func answersWhenQuiet(
        _ react: @escaping @Sendable (ScriptedConnection, ScriptedServer.Event) -> Void
    ) -> ScriptedServer {
        ScriptedServer { connection, event in
            react(connection, event)
            guard case .idle = event else { return }
            for stream in connection.open { connection.answer(stream) }
        }
    }

    @Test func aNewConnectionCarriesOneRequestUntilItsFirstAnswer() async throws {
        let mostBeforeAnswer = Locked(0)
        let mostAfterwards = Locked(0)
        let server = StreamLimitTests.answersWhenQuiet { connection, event in
            guard case .idle = event, !connection.open.isEmpty else { return }
            let most = connection.mostOpen
            if connection.count == 0 { mostBeforeAnswer.withLock { $0 = most } }
            mostAfterwards.withLock { $0 = max($0, most) }
            connection.count += 1
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        #expect(await client.sendBatch(20).allSatisfy { $0.status == 200 })
        #expect(mostBeforeAnswer.withLock { $0 } == 1)
        #expect(mostAfterwards.withLock { $0 } == 19)
        #expect(client.pool.statistics.refused == 0)
    }

    @Test func theServersLimitIsObeyedAlsoWhenItIsLoweredMidway() async throws {
        let mostBefore = Locked(0)
        let mostAfter = Locked(0)
        let server = StreamLimitTests.answersWhenQuiet { connection, event in
            switch event {
            case .opened: connection.settings([(3, 10)])
            case .settingsAcknowledged:
                connection.count += 1
                // After those of the limit of 10 and of the plain SETTINGS comes that of the lowered limit.
                if connection.count == 3 { connection.mostOpen = connection.open.count }
            case .idle where connection.mostOpen == 10 && mostBefore.withLock({ $0 }) == 0:
                mostBefore.withLock { $0 = 10 }
                connection.settings([(3, 3)])
            case .request where connection.count == 3:
                let most = connection.mostOpen
                mostAfter.withLock { $0 = max($0, most) }
            case .request where connection.mostOpen > 10: mostBefore.withLock { $0 = 99 }
            default: break
            }
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        #expect(await client.sendBatch(60).allSatisfy { $0.status == 200 })
        #expect(mostBefore.withLock { $0 } == 10)
        #expect(mostAfter.withLock { $0 } == 3)
        #expect(client.pool.statistics.serverStreamLimit == 3)
        #expect(client.pool.statistics.refused == 0)
        #expect(server.processed.withLock { Set($0).count == 60 && $0.count == 60 })
    }

    @Test func ourOwnLimitHoldsWhenTheServerAllowsMore() async throws {
        let most = Locked(0)
        let server = StreamLimitTests.answersWhenQuiet { connection, event in
            guard case .request = event else { return }
            let open = connection.mostOpen
            most.withLock { $0 = max($0, open) }
        }
        defer { server.stop() }
        let client = try Client(server.url) { $0.maximumStreams = 7 }
        defer { client.loop.stop() }
        #expect(await client.sendBatch(50).allSatisfy { $0.status == 200 })
        #expect(most.withLock { $0 } == 7)
    }

    @Test func aSecondConnectionIsMadeOnlyWhenTheFirstIsFull() async throws {
        let server = StreamLimitTests.answersWhenQuiet { connection, event in
            if case .opened = event { connection.settings([(3, 4)]) }
        }
        defer { server.stop() }
        let client = try Client(server.url) { $0.maximumConnections = 2 }
        defer { client.loop.stop() }
        #expect(await client.sendBatch(1).allSatisfy { $0.status == 200 })
        #expect(await client.sendBatch(4).allSatisfy { $0.status == 200 })
        #expect(client.pool.statistics.connects == 1)
        let outcomes = await client.sendBatch(80)
        #expect(outcomes.allSatisfy { $0.status == 200 })
        #expect(Set(outcomes.compactMap { $0.response?.connection }).count == 2)
        #expect(client.pool.statistics.connects == 2)
    }

    @Test func aServerThatAllowsNoStreamsGetsNone() async throws {
        let requests = Locked(0)
        let server = ScriptedServer { connection, event in
            switch event {
            case .opened: connection.settings([(3, 1)])
            case .request(let stream, _):
                requests.withLock { $0 += 1 }
                connection.settings([(3, 0)])
                connection.answer(stream)
            default: break
            }
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        #expect(await client.send("first").status == 200)
        let failure = await client.send("second", within: 300).failure
        #expect(failure?.kind == .deadline)
        #expect(failure?.processed == .no)
        #expect(requests.withLock { $0 } == 1)
    }
}
