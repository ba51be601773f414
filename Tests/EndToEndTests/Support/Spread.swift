/// How measured values are spread.
struct Spread: CustomStringConvertible {
    private let sorted: [Int64]

    /// - Precondition: at least one value.
    init(_ values: [Int64]) { sorted = values.sorted() }

    /// 95 of 100 values are at most this.
    var p95: Int64 { sorted[(sorted.count * 95 + 99) / 100 - 1] }

    var description: String { "p50 \(sorted[sorted.count / 2]), p95 \(p95), longest \(sorted[sorted.count - 1])" }
}
