/// A running daemon, as its row in the workers table shows it.
package struct Worker: Sendable {
    /// Random for each start.
    package let id: UInt64
    package let host: String
    package let pid: Int
    package let version: String
    /// Where a producer may send its datagram; nil when the daemon listens nowhere.
    package let wakeAddress: String?

    package init(id: UInt64, host: String, pid: Int, version: String, wakeAddress: String?) {
        self.id = id
        self.host = host
        self.pid = pid
        self.version = version
        self.wakeAddress = wakeAddress
    }

    /// `host:pid`, for logs.
    package var name: String { "\(host):\(pid)" }
}
