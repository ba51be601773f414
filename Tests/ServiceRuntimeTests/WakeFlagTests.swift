import ServiceRuntime
import Testing

@Suite struct WakeFlagTests {
    @Test func aFlagRaisedBeforeTheWaitIsNotLost() {
        let flag = WakeFlag()
        flag.raise()
        flag.raise()
        #expect(flag.wait(milliseconds: 10_000))
        #expect(!flag.wait(milliseconds: 1))
    }

    @Test func aWaitingThreadIsWokenByAnother() {
        let flag = WakeFlag()
        let answered = WakeFlag()
        let thread = Thread(name: "waiter") {
            if flag.wait(milliseconds: 30_000) { answered.raise() }
        }
        flag.raise()
        #expect(answered.wait(milliseconds: 30_000))
        thread.join()
    }
}
