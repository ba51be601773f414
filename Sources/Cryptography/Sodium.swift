import CSodium

/// libsodium's start-up, which must have run before its first use.
enum Sodium {
    /// True once libsodium is ready; false only when the system gives no random numbers.
    static let isReady = sodium_init() >= 0

    /// Stops the program when libsodium cannot work: without random numbers no key is safe to make or use.
    static func prepare() {
        precondition(isReady, "libsodium finds no source of random numbers: is /dev/urandom missing?")
    }
}
