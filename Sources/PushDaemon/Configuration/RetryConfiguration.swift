/// How often and how patiently deliveries are tried again (`[retry]`).
package struct RetryConfiguration: Sendable, Equatable {
    /// Tries per device, at least 1.
    package let maximumAttempts: Int
    /// Milliseconds before the second try.
    package let baseDelay: Int64
    /// The longest wait in milliseconds.
    package let maximumDelay: Int64
}
