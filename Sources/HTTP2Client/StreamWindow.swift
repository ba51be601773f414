/// How many requests a connection takes at a time: one until its first answer, for APNs allows one stream until it has
/// seen a valid token; then as many as configuration and server allow, fewer after refusals.
struct StreamWindow {
    /// The configuration's limit.
    let maximum: Int
    /// SETTINGS_MAX_CONCURRENT_STREAMS, nil before the server's first SETTINGS.
    private(set) var serverLimit: Int?
    /// Whether a request was answered.
    private(set) var isProven = false
    private var learned = 1

    init(maximum: Int) { self.maximum = maximum }

    /// Requests at a time, 0 or more.
    var limit: Int { min(learned, maximum, serverLimit ?? .max) }

    /// The server has said anew how many it takes, which outdates what was learned from refusals.
    mutating func settingsArrived(limit: Int) {
        serverLimit = limit
        if isProven { learned = .max }
    }

    /// A request was answered: after refusals there is room for one more.
    mutating func answered() {
        learned = isProven && learned < .max ? learned + 1 : .max
        isProven = true
    }

    /// A request was refused while `others` were in flight.
    mutating func refused(others: Int) {
        if isProven { learned = max(1, others) }
    }
}
