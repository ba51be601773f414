/// Something the serving thread watches: a listener, a connection.
protocol LoopMember: AnyObject {
    var descriptor: Int32 { get }

    /// Its descriptor can be read, written or both.
    func ready(reading: Bool, writing: Bool)

    /// Leaves the loop and closes its descriptor.
    func close()
}
