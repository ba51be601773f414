import ApnsSimulator
import ApplePush
import PushCore
import ServiceRuntime
import Testing

/// The clauses on environments (contract, section 4), at a simulated APNs.
@Suite struct EnvironmentTests {
    private let alert = #"{"title":"Hi"}"#
    static let refusals = ["BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken", "BadCertificateEnvironment"]

    private func send(_ sender: IosPushSender, _ recipient: Recipient) async throws -> TokenResult {
        try #require(try await sender.send(notification(alert, to: [recipient])).tokens.first)
    }

    private func refuse(_ apns: Apns, _ environment: SimulatedEnvironment, _ reason: String) {
        apns.simulator.inject(Fault(.answer(status: 403, reason: reason), environment: environment, count: nil))
    }

    @Test(arguments: refusals)
    func aCredentialThatProductionRefusesGoesToTheSandboxAndThatIsRemembered(reason: String) async throws {
        let apns = try Apns()
        let sender = try apns.standard()
        refuse(apns, .production, reason)
        let first = try await send(sender, apns.device(.sandbox))
        #expect(first.status == .delivered)
        #expect(first.learnedEnvironment == .sandbox)
        #expect(try await send(sender, apns.device(.sandbox)).status == .delivered)
        #expect(apns.simulator.received().map(\.environment) == [.production, .sandbox, .sandbox])
        // It is of use: nothing is stopped.
        #expect(sender.standing.stops.isEmpty)
    }

    @Test(arguments: refusals, SimulatedEnvironment.allCases)
    func aTokenThatOneEnvironmentDoesNotKnowIsUnprovenWhenTheOtherRefusesTheCredential(
        reason: String, refusing: SimulatedEnvironment
    ) async throws {
        let apns = try Apns()
        let sender = try apns.standard()
        refuse(apns, refusing, reason)
        for _ in 0..<2 {
            let result = try await send(sender, Apns.stranger())
            #expect(result.status == .rejected)
            #expect(result.reason == "EnvironmentUnproven")
            #expect(result.errorClass == .invalidRecipient)
            #expect(result.death == nil)
        }
        #expect(apns.simulator.received().count { $0.environment == refusing } == 1)
    }

    @Test(arguments: refusals)
    func aFixedEnvironmentThatRefusesTheCredentialIsTheOnlyOneAsked(reason: String) async throws {
        let apns = try Apns()
        let sender = try apns.standard { $0.environment = .sandbox }
        refuse(apns, .sandbox, reason)
        let result = try await send(sender, apns.device())
        #expect(result.status == .retry)
        #expect(result.reason == reason)
        #expect(result.errorClass == .authFailed)
        #expect(apns.simulator.received().map(\.environment) == [.sandbox])
    }

    @Test func whatWasLearnedCountsMoreThanTheRecordAndTheRecordMoreThanTheOrder() async throws {
        let apns = try Apns()
        let sender = try apns.standard()
        var recorded = apns.device(.sandbox)
        recorded.environment = .sandbox
        #expect(try await send(sender, recorded).status == .delivered)
        var learned = apns.device(.production)
        learned.environment = .sandbox
        learned.learnedEnvironment = .production
        #expect(try await send(sender, learned).status == .delivered)
        #expect(apns.simulator.received().map(\.environment) == [.sandbox, .production])
    }

    @Test func aDeadTokenNamesEveryEnvironmentThatDoesNotKnowIt() async throws {
        let apns = try Apns()
        let sender = try apns.standard()
        #expect(try await send(sender, Apns.stranger()).unknownIn == [.production, .sandbox])
        #expect(try await send(sender, apns.device(.sandbox)).unknownIn == [.production])
        #expect(try await send(sender, apns.device()).unknownIn.isEmpty)
    }

    @Test func aCertificateIsTriedFirstWhereItIsMarkedFor() async throws {
        let apns = try Apns()
        let sender = try apns.certified([.sandbox])
        #expect(try await send(sender, apns.device(.sandbox)).status == .delivered)
        #expect(apns.simulator.received().map(\.environment) == [.sandbox])
        // The mark is no proof: before a token counts as unknown, production is asked, and refuses the certificate.
        let stranger = try await send(sender, Apns.stranger())
        #expect(stranger.reason == "EnvironmentUnproven")
        #expect(stranger.death == nil)
        #expect(apns.simulator.received().last?.reason == "BadCertificateEnvironment")
    }

    @Test func aCertificateForProductionAloneProvesNoSandboxTokenDead() async throws {
        let apns = try Apns()
        let sender = try apns.certified([.production])
        let result = try await send(sender, apns.device(.sandbox))
        #expect(result.reason == "EnvironmentUnproven")
        #expect(result.death == nil)
        #expect(apns.simulator.received().map(\.environment) == [.production, .sandbox])
    }

    @Test func aCertificateForBothFindsATokenWhereverItLives() async throws {
        let apns = try Apns()
        let sender = try apns.certified([.production, .sandbox])
        #expect(try await send(sender, apns.device(.sandbox)).learnedEnvironment == .sandbox)
        let dead = try await send(sender, Apns.stranger())
        #expect(dead.death == TokenDeath(reason: "BadDeviceToken", timestamp: nil))
    }
}
