import Testing

@testable import MariaDB

@Suite struct BackOffTests {
    @Test func afterAFailureCallsFailAtOnceWithItUntilASuccess() {
        let error = MariaDBError(code: 2002, sqlState: "HY000", message: "no", category: .cannotConnect, address: "")
        var backOff = BackOff()
        #expect(backOff.pendingError == nil)
        for _ in 0..<20 { backOff.failed(error) }
        #expect(backOff.pendingError == error)
        backOff.succeeded()
        #expect(backOff.pendingError == nil)
    }
}
