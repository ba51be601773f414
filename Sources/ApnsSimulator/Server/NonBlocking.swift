import Glibc

/// Descriptors that never block and do not leak into programs started from here.
enum NonBlocking {
    static func set(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
}
