import ApnsSimulator
import ApplePush
import HTTP2Client
import PushCore
import ServiceRuntime
import Testing

/// What becomes of a push by Apple's answer, or without one.
@Suite struct AnswerTests {
    private let alert = #"{"title":"Hi","body":"There"}"#

    @Test(
        arguments: [
            (429, "TooManyRequests", "7", DeliveryStatus.retry, ErrorClass.rateLimited, 7000, RetryPace.normal),
            (503, "ServiceUnavailable", nil, .retry, .providerUnavailable, nil, .apple),
            (429, "TooManyProviderTokenUpdates", "8", .retry, .rateLimited, 8000, .normal),
            (500, "InternalServerError", "9", .retry, .providerUnavailable, 9000, .apple),
            (503, "ServiceUnavailable", "3600", .retry, .providerUnavailable, 3_600_000, .apple),
            (502, "BadGateway", "10", .retry, .providerUnavailable, 10_000, .apple),
            (403, "InvalidProviderToken", "11", .retry, .authFailed, 11_000, .normal),
            (403, "InvalidProviderToken", nil, .retry, .authFailed, nil, .normal),
            (400, "TopicDisallowed", nil, .rejected, .authFailed, nil, .normal),
            (400, "BadCollapseId", nil, .rejected, .invalidRequest, nil, .normal),
            (429, "TooManyRequests", "999999999999999999999", .retry, .rateLimited, 86_400_000, .normal),
            (429, "TooManyRequests", "Sun, 06 Nov 1994 08:49:37 GMT", .retry, .rateLimited, 0, .normal),
            (429, "TooManyRequests", "Wed, 31 Dec 2098 23:59:59 GMT", .retry, .rateLimited, 86_400_000, .normal),
            (429, "TooManyRequests", "soon", .retry, .rateLimited, nil, .normal),
            (418, "Unheard", nil, .rejected, .invalidRequest, nil, .normal),
        ] as [(Int, String, String?, DeliveryStatus, ErrorClass, Int64?, RetryPace)])
    func anAnswerBecomesItsResult(
        status: Int, reason: String, retryAfter: String?, becomes: DeliveryStatus, errorClass: ErrorClass,
        wait: Int64?, pace: RetryPace
    ) async throws {
        let apns = try Apns()
        apns.simulator.inject(
            Fault(.answer(FaultAnswer(status: status, reason: reason, retryAfter: retryAfter)), count: nil))
        let token = try #require(try await apns.standard().send(notification(alert, to: [apns.device()])).tokens.first)
        #expect(token.status == becomes)
        #expect(token.reason == reason)
        #expect(token.errorClass == errorClass)
        #expect(token.httpStatus == status)
        #expect(token.retryAfter == wait)
        #expect(token.pace == pace)
        #expect(token.death == nil)
    }

    @Test func anAnswerWithoutAReasonSaysItsStatus() async throws {
        let apns = try Apns()
        apns.simulator.inject(Fault(.answer(FaultAnswer(status: 502, body: Array("<html>".utf8)))))
        let token = try #require(try await apns.standard().send(notification(alert, to: [apns.device()])).tokens.first)
        #expect(token.status == .retry)
        #expect(token.reason == "HTTP 502")
    }

    @Test func aSpoiltConnectionIsLeftAndThePushGoesAgainOnANewOne() async throws {
        let apns = try Apns()
        apns.simulator.inject(Fault(.answer(status: 403, reason: "ExpiredProviderToken")))
        let token = try #require(try await apns.standard().send(notification(alert, to: [apns.device()])).tokens.first)
        #expect(token.status == .delivered)
        #expect(Set(apns.simulator.received().map(\.connectionID)).count == 2)
        #expect(apns.tokenProvider.refusedIssuedAt != nil)
    }

    @Test(arguments: [(400, "IdleTimeout"), (403, "UnrelatedKeyIdInToken")])
    func whatIsTheConnectionsFaultIsSentAgainAtOnceOnANewOne(status: Int, reason: String) async throws {
        let apns = try Apns()
        let sender = try apns.standard()
        #expect(try await sender.send(notification(alert, to: [apns.device()])).tokens.map(\.status) == [.delivered])
        apns.simulator.clear()
        apns.simulator.inject(Fault(.answer(status: status, reason: reason)))
        let token = try #require(try await sender.send(notification(alert, to: [apns.device()])).tokens.first)
        #expect(token.status == .delivered)
        let pushes = apns.simulator.received()
        #expect(pushes.map(\.status) == [status, 200])
        #expect(Set(pushes.map(\.connectionID)).count == 2)
        #expect(Set(pushes.map { $0.header("apns-id") }).count == 1)
        // Neither the provider token nor the credential is at fault.
        #expect(apns.tokenProvider.refusedIssuedAt == nil)
        #expect(sender.standing.stops.isEmpty)
    }

    @Test func aProviderTokenThatStaysExpiredEndsAsARetry() async throws {
        let apns = try Apns()
        apns.simulator.inject(Fault(.answer(status: 403, reason: "ExpiredProviderToken"), count: nil))
        let token = try #require(try await apns.standard().send(notification(alert, to: [apns.device()])).tokens.first)
        #expect(token.status == .retry)
        #expect(token.reason == "ExpiredProviderToken")
        #expect(token.errorClass == .authFailed)
        #expect(apns.simulator.receivedCount() == 2)
    }

    @Test func withoutAProviderTokenNothingIsSent() async throws {
        let apns = try Apns()
        try apns.tokenProvider.update(issuedAt: WallClock.seconds - 3500)
        let result = try await apns.standard().send(notification(alert, to: [apns.device()]))
        #expect(result.tokens.map(\.status) == [.retry])
        #expect(result.tokens.map(\.reason) == ["ProviderTokenUnavailable"])
        #expect(result.tokens.map(\.countsAttempt) == [false])
        #expect(apns.simulator.connectionCount == 0)
    }

    @Test func aServerThatIsDownCostsNoTry() async throws {
        let apns = try Apns()
        apns.simulator.stop()
        let token = try #require(
            try await apns.standard { $0.requestTimeout = 3000 }
                .send(notification(alert, to: [apns.device()])).tokens.first)
        #expect(token.status == .retry)
        #expect(token.pace == .transport)
        #expect(!token.countsAttempt)
    }
}
