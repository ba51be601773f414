/// Text in Prometheus' exposition format; every name starts with `pushbridge_`.
package struct MetricsPage: Sendable {
    /// The kinds of figures that we have.
    package enum Kind: String, Sendable { case counter, gauge }

    /// The page so far.
    package private(set) var text = ""

    package init() {}

    /// Adds a family of figures, one for each set of labels; a family without figures is left out.
    package mutating func add(_ name: String, _ help: String, _ kind: Kind, _ samples: [([String: String], Double)]) {
        guard !samples.isEmpty else { return }
        text += "# HELP pushbridge_\(name) \(help)\n# TYPE pushbridge_\(name) \(kind.rawValue)\n"
        for (labels, value) in samples {
            let list = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }
            let shown = value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
            text += "pushbridge_\(name)\(list.isEmpty ? "" : "{\(list.joined(separator: ","))}") \(shown)\n"
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
