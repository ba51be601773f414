/// Whose clock is wrong, by the date of Apple's answers: provider tokens bear the database's time, and this host counts
/// their age.
struct ClockDiagnosis: Equatable {
    /// A clock, and the seconds that it is behind Apple's (negative: ahead).
    struct Clock: Equatable {
        let name: String
        let behind: Int64
    }

    /// Apple refuses tokens that are an hour off; five minutes are no accident either.
    static let tolerance: Int64 = 300

    /// The clocks that are wrong.
    let wrong: [Clock]

    init(_ clocks: [Clock]) { wrong = clocks.filter { abs($0.behind) > Self.tolerance } }

    /// What is wrong; nil when every clock agrees with Apple's.
    var text: String? {
        guard !wrong.isEmpty else { return nil }
        let words = wrong.map { clock in
            "the clock of \(clock.name) is \(abs(clock.behind)) seconds \(clock.behind > 0 ? "behind" : "ahead of") Apple's"
        }
        return words.joined(separator: ", ")
    }
}
