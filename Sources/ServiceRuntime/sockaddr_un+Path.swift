import Glibc

extension sockaddr_un {
    /// The address of the socket at `path` (107 bytes at most; the caller has checked).
    init(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &sun_path) { room in
            for (place, byte) in path.utf8.prefix(room.count - 1).enumerated() { unsafe room[place] = byte }
        }
    }
}
