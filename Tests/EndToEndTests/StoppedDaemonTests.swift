import ApnsSimulator
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
    /// A daemon that stands still (SIGSTOP, a frozen virtual machine) and goes on when others have done its work.
    @Suite struct StoppedDaemonTests {
        @Test func itsWorkIsTakenOverAndWhatItWritesLaterIsFencedOff() async throws {
            var setup = Bridge.Setup()
            setup.configuration["voip"] = ["max_age = 60"]
            setup.simulator = { $0.settings.answerDelay = 1500 }
            try await Bridge.run(setup) { bridge in
                let phone = try bridge.addDevice(voip: true)
                let first = try await bridge.startDaemon()
                let call = try bridge.site.enqueue(Call.message, type: "voip")
                #expect(try await eventually { bridge.simulator.receivedCount() == 1 })
                first.signal(SIGSTOP)
                try await bridge.startDaemon()
                let end = try await bridge.settled(call, within: 60)
                #expect(end.state == "failed")
                #expect(end.reason == "OutcomeUnknown")

                first.signal(SIGCONT)
                #expect(try await eventually { try first.log.contains("lease_lost") })
                #expect(try bridge.site.action(call) == end)
                #expect(try bridge.site.deliveries(call).map(\.status) == ["unknown"])
                #expect(bridge.received(phone).count == 1, "no phone rings twice")
            }
        }
    }
}
