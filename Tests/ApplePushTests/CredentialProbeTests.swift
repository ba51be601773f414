import ApnsSimulator
import ApplePush
import PushCore
import ServiceRuntime
import Testing

/// A credential tried with a push to a device that cannot exist.
@Suite struct CredentialProbeTests {
    private func probe(
        _ apns: Apns, _ channel: PushChannel = .standard, _ environment: PushEnvironment = .production
    ) async throws -> ProbeResult {
        await CredentialProbe.verify(
            apns.credentials(channel), settings: try apns.settings { $0.requestTimeout = 5000 },
            environment: environment, tokenProvider: apns.tokenProvider)
    }

    @Test(arguments: PushChannel.allCases, PushEnvironment.allCases)
    func aGoodCredentialIsToldThatTheDeviceDoesNotExist(channel: PushChannel, environment: PushEnvironment) async throws
    {
        let apns = try Apns()
        let result = try await probe(apns, channel, environment)
        #expect(result.finding == .good)
        #expect(result.reason == "BadDeviceToken")
        #expect(result.httpStatus == 400)
        let received = try #require(apns.simulator.received().first)
        #expect(received.environment == (environment == .production ? .production : .sandbox))
        #expect(received.header("apns-topic") == (channel == .voip ? "com.example.app.voip" : "com.example.app"))
        #expect(received.warnings.isEmpty)
    }

    @Test func aKeyThatAppleDoesNotKnowIsRefusedWithAnExplanation() async throws {
        let apns = try Apns()
        apns.simulator.unregisterAll()
        apns.simulator.unknownKeys = .reject
        let result = try await probe(apns)
        #expect(result.finding == .refused)
        #expect(result.reason == "InvalidProviderToken")
        #expect(result.explanation.contains("key id and team id"))
    }

    @Test func aKeyForTheSandboxIsGoodThereAlone() async throws {
        let apns = try Apns(environments: [.sandbox])
        #expect(try await probe(apns, .standard, .production).finding == .otherEnvironment)
        #expect(try await probe(apns, .standard, .sandbox).finding == .good)
    }

    @Test func aWrongClockShowsInTheResult() async throws {
        let apns = try Apns()
        apns.simulator.settings.clockOffset = -7200
        let result = try await probe(apns)
        #expect(result.finding == .refused)
        #expect(result.reason == "ExpiredProviderToken")
        #expect((-7210...(-7190)).contains(try #require(result.clockLead)))
    }

    @Test(
        arguments: [
            (400, "TopicDisallowed", ProbeResult.Finding.refused), (403, "Forbidden", .refused),
            (403, "BadCertificateEnvironment", .otherEnvironment), (503, "ServiceUnavailable", .unknown),
            (429, "TooManyProviderTokenUpdates", .unknown), (429, "TooManyRequests", .unknown),
            (403, "NewRefusal", .refused), (200, nil, .unknown),
        ] as [(Int, String?, ProbeResult.Finding)])
    func everyOtherAnswerIsExplained(status: Int, reason: String?, finding: ProbeResult.Finding) async throws {
        let apns = try Apns()
        apns.simulator.inject(Fault(.answer(status: status, reason: reason)))
        let result = try await probe(apns)
        #expect(result.finding == finding)
        #expect(result.reason == reason ?? "HTTP 200")
        #expect(!result.explanation.isEmpty)
    }

    @Test func aServerThatIsAwayProvesNothing() async throws {
        let apns = try Apns()
        apns.simulator.stop()
        let result = try await probe(apns)
        #expect(result.finding == .unknown)
        #expect(result.reason == "CannotConnect")
        #expect(result.httpStatus == nil)
        #expect(!result.explanation.isEmpty)
    }

    @Test func withoutAProviderTokenAppleIsNotAsked() async throws {
        let apns = try Apns()
        let result = await CredentialProbe.verify(
            apns.credentials(.standard), settings: try apns.settings(), environment: .production, tokenProvider: nil)
        #expect(result.finding == .unknown)
        #expect(result.reason == "ProviderTokenUnavailable")
        #expect(apns.simulator.connectionCount == 0)
    }
}
