import Glibc

/// A listening socket; what it accepts it hands on.
final class Listener: LoopMember {
    let descriptor: Int32
    private unowned let loop: ServerLoop
    private let accepted: (Int32) -> Void

    /// Takes over a listening socket.
    init(descriptor: Int32, loop: ServerLoop, accepted: @escaping (Int32) -> Void) {
        self.descriptor = descriptor
        self.loop = loop
        self.accepted = accepted
    }

    func close() {
        loop.remove(self)
        Glibc.close(descriptor)
    }

    func ready(reading: Bool, writing: Bool) {
        while true {
            let client = accept(descriptor, nil, nil)
            guard client >= 0 else { return }
            NonBlocking.set(client)
            var yes: Int32 = 1
            unsafe setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
            accepted(client)
        }
    }
}
