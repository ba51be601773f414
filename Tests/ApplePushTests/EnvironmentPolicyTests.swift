import ApplePush
import PushCore
import Testing

/// Which environment is asked, and when a token is dead.
@Suite struct EnvironmentPolicyTests {
    private func policy(
        _ choice: EnvironmentChoice, recorded: PushEnvironment? = nil, learned: PushEnvironment? = nil,
        refusals: EnvironmentSet = [], configured: EnvironmentChoice? = nil
    ) -> EnvironmentPolicy {
        EnvironmentPolicy(
            choice: choice, configured: configured ?? choice, recorded: recorded, learned: learned, refusals: refusals)
    }

    @Test func productionIsAskedFirstAndWhatIsKnownBeforeIt() {
        #expect(policy(.auto).current == .production)
        #expect(policy(.auto, recorded: .sandbox).current == .sandbox)
        #expect(policy(.auto, recorded: .sandbox, learned: .production).current == .production)
        #expect(policy(.sandbox).current == .sandbox)
        #expect(policy(.production, recorded: .sandbox, learned: .sandbox).current == .production)
    }

    @Test func aTokenIsDeadOnlyWhenEveryAllowedEnvironmentDoesNotKnowIt() {
        var auto = policy(.auto)
        #expect(auto.tokenUnknown() == .ask(.sandbox))
        #expect(auto.tokenUnknown() == .dead)
        var fixed = policy(.production)
        #expect(fixed.tokenUnknown() == .dead)
        var learned = policy(.auto, learned: .sandbox)
        #expect(learned.tokenUnknown() == .ask(.production))
        #expect(learned.tokenUnknown() == .dead)
    }

    @Test func aMessageForOneEnvironmentProvesNothingOfATokenThatMayLiveInTheOther() {
        var test = policy(.sandbox, learned: .production, configured: .auto)
        #expect(test.current == .sandbox)
        #expect(test.tokenUnknown() == .unproven)
        var other = policy(.sandbox, configured: .production)
        #expect(other.tokenUnknown() == .unproven)
        var same = policy(.sandbox, configured: .sandbox)
        #expect(same.tokenUnknown() == .dead)
    }

    @Test func aTokenThatCouldNotBeAskedForEverywhereIsUnproven() {
        var first = policy(.auto)
        #expect(first.tokenUnknown() == .ask(.sandbox))
        #expect(first.credentialRefused() == .unproven)
        var second = policy(.auto)
        #expect(second.credentialRefused() == .ask(.sandbox))
        #expect(second.tokenUnknown() == .unproven)
        var remembered = policy(.auto, refusals: EnvironmentSet(.production))
        #expect(remembered.current == .sandbox)
        #expect(remembered.tokenUnknown() == .unproven)
    }

    @Test func aCredentialRefusedEverywhereIsTheCredentialsFault() {
        var auto = policy(.auto)
        #expect(auto.credentialRefused() == .ask(.sandbox))
        #expect(auto.credentialRefused() == .credentialRefused)
        var fixed = policy(.sandbox)
        #expect(fixed.credentialRefused() == .credentialRefused)
        // A message for one environment shows nothing of the other.
        var test = policy(.sandbox, configured: .production)
        #expect(test.credentialRefused() == .refusedHere)
    }

    @Test func aCredentialThatAllHaveRefusedIsStillTried() {
        var policy = policy(.production, refusals: [EnvironmentSet(.production), EnvironmentSet(.sandbox)])
        #expect(policy.current == .production)
        #expect(policy.tokenUnknown() == .dead)
    }
}
