/// The sockets that the serving thread takes over.
struct ListeningSockets: Sendable {
    let production: Int32
    let sandbox: Int32
    let control: Int32?
}
