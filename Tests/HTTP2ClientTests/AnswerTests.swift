import HTTP2Client
import ServiceRuntime
import Testing

@Suite struct AnswerTests {
    @Test func aRequestGetsItsStatusHeadersBodyAndConnection() async throws {
        let server = ScriptedServer { connection, event in
            guard case .request(let stream, _) = event else { return }
            connection.answer(
                stream, "410", fields: [("date", "Tue, 01 Dec 2026 10:00:00 GMT"), ("apns-id", "abc")],
                body: Array(#"{"reason":"Unregistered"}"#.utf8))
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        let response = try #require(await client.send("one").response)
        #expect(response.status == 410)
        #expect(response.headers.map(\.name) == ["date", "apns-id"])
        #expect(response.header("apns-id") == Array("abc".utf8))
        #expect(response.date == "Tue, 01 Dec 2026 10:00:00 GMT")
        #expect(response.body == Array(#"{"reason":"Unregistered"}"#.utf8))
        #expect(response.connection > 0)
        #expect(server.processed.withLock { $0 } == ["one"])
    }

    @Test func twoThousandRequestsOfABatchEndOnceEachOverOneConnection() async throws {
        let server = ScriptedServer { connection, event in
            guard case .request(let stream, _) = event else { return }
            connection.answer(stream)
        }
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        let outcomes = await client.sendBatch(2_000)
        #expect(outcomes.allSatisfy { $0.status == 200 })
        #expect(Set(server.processed.withLock { $0 }) == Set((0..<2_000).map(String.init)))
        #expect(server.processed.withLock { $0 }.count == 2_000)
        #expect(client.pool.statistics.connects == 1)
    }

    @Test func nginxUnderstandsOurRequestsAndItsGoAwaysCostNothing() async throws {
        let server = NginxServer()
        defer { server.stop() }
        let client = try Client(server.url)
        defer { client.loop.stop() }
        // nginx says GOAWAY after each hundred requests.
        let outcomes = await client.sendBatch(1_000)
        #expect(outcomes.allSatisfy { $0.status == 200 })
        let last = try #require(outcomes.last?.response)
        let line = last.header("x-line").map { String(decoding: $0, as: UTF8.self) }
        #expect(line == "POST https localhost /3/device/0123456789abcdef")
        #expect(last.header("x-authorization") == Array("bearer token".utf8))
        #expect(last.header("x-id") == Array("11111111-2222-4333-8444-555555555555".utf8))
        #expect(last.date != nil)
        #expect(last.body == Array("ok".utf8))
        #expect(client.pool.statistics.goAways >= 9)
    }
}
