import HTTP2Client
import ServiceRuntime
import Synchronization
import Testing

@Suite struct BrokenServerTests {
    @Test(arguments: [UInt32(0), 1, 2, 3, 5, 8, 11, 13]) func aResetWithoutAnswerMayHaveBeenProcessed(code: UInt32)
        async throws
    {
        let server = ScriptedServer { connection, event in
            guard case .request(let stream, let body) = event else { return }
            if body == Array("bad".utf8) {
                connection.reset(stream, code: code)
            } else {
                connection.answer(stream)
            }
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        let failure = try #require(await client.send("bad").failure)
        #expect(failure.kind == (code == 1 ? .protocolError : .streamReset))
        #expect(failure.processed == .unknown)
        #expect(await client.send("good").status == 200)
        #expect(client.pool.statistics.connects == 1)
    }

    @Test func silenceEndsAtTheDeadlineAndTheStreamIsCancelled() async throws {
        let cancelled = Locked<[UInt32]>([])
        let server = ScriptedServer { connection, event in
            switch event {
            case .request(let stream, let body) where body != Array("silent".utf8): connection.answer(stream)
            case .reset(_, let code): cancelled.withLock { $0.append(code) }
            default: break
            }
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        #expect(await client.send("first").status == 200)
        let failure = try #require(await client.send("silent", within: 200).failure)
        #expect(failure.kind == .deadline)
        #expect(failure.processed == .unknown)
        #expect(await client.send("next").status == 200)
        #expect(cancelled.withLock { $0 } == [8])
        #expect(client.pool.statistics.connects == 1)
        #expect(client.pool.statistics.deadlines == 1)
    }

    @Test func aConnectionThatIsSilentTwiceIsNotTrustedWithMore() async throws {
        let server = ScriptedServer { connection, event in
            connection.answersPings = false
            guard case .request(let stream, _) = event else { return }
            connection.count += 1
            if connection.number > 1 || connection.count == 1 { connection.answer(stream) }
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        #expect(await client.send("proves it").status == 200)
        #expect(await client.send("lost", within: 500).failure?.kind == .deadline)
        #expect(await client.send("lost too", within: 500).failure?.kind == .deadline)
        #expect(await client.send("saved").status == 200)
        #expect(server.connections.load(ordering: .relaxed) == 2)
    }

    @Test func aDroppedConnectionLeavesItsRequestsUnknownAndTheNextGoesOverANewOne() async throws {
        let server = ScriptedServer { connection, event in
            switch event {
            case .request(let stream, _):
                connection.count += 1
                if connection.number > 1 || connection.count == 1 { connection.answer(stream) }
            case .idle where connection.open.count == 5: connection.drop()
            default: break
            }
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        #expect(await client.send("proves it").status == 200)
        let failures = await client.sendBatch(5).compactMap(\.failure)
        #expect(failures.count == 5)
        #expect(failures.allSatisfy { $0.kind == .connectionLost && $0.processed == .unknown })
        #expect(await client.send("next").status == 200)
        #expect(client.pool.statistics.connects == 2)
    }

    @Test func aConnectionWithoutAnAnswerToPingIsGivenUp() async throws {
        let server = ScriptedServer { connection, event in
            guard case .request(let stream, let body) = event else { return }
            if body == Array("into the void".utf8) {
                connection.answersPings = false
            } else {
                connection.answer(stream)
            }
        }
        defer { server.stop() }
        let client = try Client(server.url) {
            $0.pingAfterIdleMilliseconds = 100
            $0.pingTimeoutMilliseconds = 1_000
        }
        defer { client.loop.stop() }
        #expect(await client.send("proves it").status == 200)
        let failure = try #require(await client.send("into the void").failure)
        #expect(failure.kind == .connectionLost)
        #expect(failure.processed == .unknown)
        #expect(failure.message.contains("PING"))
        #expect(await client.send("next").status == 200)
        #expect(client.pool.statistics.pingsLost >= 1)
    }

    @Test func anIdleConnectionThatAnswersPingsStays() async throws {
        let server = ScriptedServer { connection, event in
            guard case .request(let stream, _) = event else { return }
            connection.answer(stream)
        }
        defer { server.stop() }
        let client = try Client(server.url) {
            $0.pingAfterIdleMilliseconds = 30
            $0.pingTimeoutMilliseconds = 5_000
        }
        defer { client.loop.stop() }
        let first = await client.send("one").response?.connection
        try await Task.sleep(nanoseconds: 500_000_000)
        #expect(await client.send("two").response?.connection == first)
        #expect(first != nil)
    }

    @Test(arguments: [
        Array("HTTP/1.1 400 Bad Request\r\n\r\nhello".utf8),
        [UInt8](repeating: 0xFF, count: 40),
        [UInt8](repeating: 0, count: 40),
        // HEADERS for stream 1 with an HPACK index that does not exist.
        [0, 0, 5, 1, 4, 0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
        // DATA for a stream that was never opened.
        [0, 0, 1, 0, 0, 0, 0, 0, 99, 65],
        // PUSH_PROMISE, which we have forbidden.
        [0, 0, 5, 5, 4, 0, 0, 0, 1, 0, 0, 0, 2, 0x82],
        // SETTINGS with a window that is too large, WINDOW_UPDATE of zero.
        [0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 4, 0xFF, 0xFF, 0xFF, 0xFF],
        [0, 0, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]) func brokenFramesEndTheConnectionAndLeaveTheOutcomeUnknown(bytes: [UInt8]) async throws {
        let server = ScriptedServer { connection, event in
            guard case .request(let stream, _) = event else { return }
            if connection.number == 1 {
                connection.raw(bytes)
            } else {
                connection.answer(stream)
            }
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        let failure = try #require(await client.send("one").failure)
        #expect(failure.kind == .protocolError)
        #expect(failure.processed == .unknown)
        #expect(failure.message.contains("HTTP/2"))
        #expect(await client.send("two").status == 200)
    }

    @Test func aBodyLongerThanWeKeepIsCutOffAndTheStatusCounts() async throws {
        let server = ScriptedServer { connection, event in
            guard case .request(let stream, let body) = event else { return }
            guard body == Array("huge".utf8) else { return connection.answer(stream) }
            connection.headers(stream, [(":status", "503")], ends: false)
            // Less than the window of 65,535 bytes, and no end.
            for _ in 0..<4 { connection.frame(0, 0, stream, [UInt8](repeating: 65, count: 16_000)) }
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        let response = try #require(await client.send("huge").response)
        #expect(response.status == 503)
        #expect(response.body == [UInt8](repeating: 65, count: 16_384))
        #expect(await client.send("next").status == 200)
        #expect(client.pool.statistics.connects == 1)
    }

    @Test func manyHeaderFieldsAreKeptUpToTheBound() async throws {
        let server = ScriptedServer { connection, event in
            guard case .request(let stream, _) = event else { return }
            connection.answer(stream, fields: (0..<100).map { ("x-\($0)", String(repeating: "v", count: 200)) })
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        let response = try #require(await client.send("one").response)
        #expect(response.status == 200)
        #expect((30...40).contains(response.headers.count))
    }

    @Test func aHeaderBlockOfAMegabyteIsAFailureAndTheNextRequestWorks() async throws {
        let server = ScriptedServer { connection, event in
            guard case .request(let stream, let body) = event else { return }
            guard body == Array("huge".utf8) else { return connection.answer(stream) }
            let fields = (0..<100).map { ("x-\($0)", String(repeating: "v", count: 10_000)) }
            connection.headers(stream, [(":status", "200")] + fields, ends: true)
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        let outcome = await client.send("huge")
        #expect(outcome.failure?.processed == .unknown)
        #expect(await client.send("next").status == 200)
    }

    @Test func interimAnswersAndTrailersAreLeftOut() async throws {
        let server = ScriptedServer { connection, event in
            guard case .request(let stream, _) = event else { return }
            connection.headers(stream, [(":status", "103"), ("link", "x")], ends: false)
            connection.headers(stream, [(":status", "100")], ends: false)
            connection.headers(stream, [(":status", "400"), ("apns-id", "a")], ends: false)
            connection.frame(0, 0, stream, Array("body".utf8))
            connection.headers(stream, [("trailer", "t")], ends: true)
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        let response = try #require(await client.send("one").response)
        #expect(response.status == 400)
        #expect(response.headers.map(\.name) == ["apns-id"])
        #expect(response.body == Array("body".utf8))
    }

    @Test func anAnswerFollowedByAResetCounts() async throws {
        let server = ScriptedServer { connection, event in
            guard case .request(let stream, _) = event else { return }
            connection.headers(stream, [(":status", "200")], ends: false)
            connection.reset(stream, code: 2)
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        #expect(await client.send("one").status == 200)
    }

    @Test(arguments: ["000", "101", "abc", "20", "2000", ""]) func aStatusThatIsNoneIsUnknown(status: String)
        async throws
    {
        let server = ScriptedServer { connection, event in
            guard case .request(let stream, _) = event else { return }
            connection.headers(stream, [(":status", status)], ends: true)
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        let failure = try #require(await client.send("one", within: 3_000).failure)
        #expect(failure.processed == .unknown)
    }
}
