/// How much a notification may disturb: `aps.interruption-level`, as Apple names them.
package enum InterruptionLevel: String, Sendable, Hashable, CaseIterable {
    case passive
    case active
    case timeSensitive = "time-sensitive"
    case critical
}
