/// Finds the name that somebody probably meant.
enum NearMiss {
    /// `; did you mean "x"?`, or nothing when no candidate is close.
    static func hint(for name: String, among candidates: some Sequence<String>) -> String {
        best(for: name, among: candidates).map { "; did you mean \"\($0)\"?" } ?? ""
    }

    /// The closest candidate within a third of the name's length, or one that the name abbreviates; nil when there is none.
    static func best(for name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().utf8.prefix(64))
        let allowed = max(1, wanted.count / 3)
        let closest = candidates.map { ($0, distance(wanted, Array($0.lowercased().utf8))) }.min { $0.1 < $1.1 }
        if let closest, closest.1 <= allowed { return closest.0 }
        guard wanted.count >= 3 else { return nil }
        return candidates.first { $0.lowercased().utf8.starts(with: wanted) || $0.hasSuffix(name) }
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, leftByte) in left.enumerated() {
            var current = [row + 1]
            for (column, rightByte) in right.enumerated() {
                var cost = min(
                    last[column] + (leftByte == rightByte ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, leftByte == right[column - 1], left[row - 1] == rightByte {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
