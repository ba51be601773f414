import ServiceRuntime
import Testing

@Suite struct DatagramTests {
    @Test(arguments: ["udp://127.0.0.1:9465", "udp://0.0.0.0:1", "unix:/run/push-bridge/wake.sock"])
    func anAddressIsReadAndShownAlike(text: String) {
        #expect(DatagramAddress(text)?.description == text)
    }

    @Test(arguments: [
        "", "127.0.0.1:9465", "udp://127.0.0.1", "udp://127.0.0.1:0", "udp://host:1", "unix:relative",
        "tcp://1.2.3.4:5", "udp://1.2.3:4",
    ])
    func whatIsNoAddressIsRefused(text: String) {
        #expect(DatagramAddress(text) == nil)
    }

    @Test func aTakenAddressIsAnErrorAndFreeAgainAfterwards() throws {
        let address = try #require(DatagramAddress("unix:/tmp/pb-test-\(UInt32.random(in: 0...UInt32.max)).sock"))
        do {
            let first = try DatagramListener(address)
            #expect(throws: SystemError.self) { try DatagramListener(address) }
            withExtendedLifetime(first) {}
        }
        #expect(throws: Never.self) { try DatagramListener(address) }
    }
}
