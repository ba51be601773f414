/// Why a test's server cannot be used.
package struct TestServerError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
