import ServiceRuntime

/// How long a number of pushes took, and what they cost this process.
struct Measurement {
    let count: Int
    let failed: Int
    let seconds: Double
    let cpuSeconds: Double

    /// For scripts: pushes, how many of them failed, seconds, CPU seconds.
    var line: String { "\(count) \(failed) \(seconds) \(cpuSeconds)" }

    /// Measures `work`, which sends `count` pushes and gives how many failed.
    static func of(_ count: Int, _ work: () -> Int) -> Measurement {
        let began = MonotonicTime.now
        let usedBefore = ProcessorTime.seconds
        let failed = work()
        let used = ProcessorTime.seconds - usedBefore
        let nanoseconds = MonotonicTime.now.nanoseconds - began.nanoseconds
        return Measurement(count: count, failed: failed, seconds: Double(nanoseconds) / 1e9, cpuSeconds: used)
    }
}
