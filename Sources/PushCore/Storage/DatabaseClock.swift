/// What the database's clock says, and where it hangs.
package struct DatabaseClock: Sendable, Hashable {
    /// UNIX seconds.
    package let seconds: Int64
    /// The database server's name for itself.
    package let host: String

    package init(seconds: Int64, host: String) {
        self.seconds = seconds
        self.host = host
    }
}
