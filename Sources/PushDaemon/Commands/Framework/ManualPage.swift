/// Lays out text for a terminal of 80 columns.
struct ManualPage {
    private static let width = 80
    private static let margin = 4
    private var lines: [String] = []

    /// The page so far.
    var text: String { lines.joined(separator: "\n") }

    /// Begins a section.
    mutating func heading(_ title: String) {
        if !lines.isEmpty { lines.append("") }
        lines.append(title)
    }

    /// Adds a line that must not be broken.
    mutating func verbatim(_ line: String) { lines.append(String(repeating: " ", count: Self.margin) + line) }

    /// Adds a command line; its further lines are indented.
    mutating func synopsis(_ words: String, _ form: String) {
        let wrapped = Self.wrapped("\(words) \(form)", indent: 2 * Self.margin)
        lines += wrapped.enumerated().map { $0.offset == 0 ? String($0.element.dropFirst(Self.margin)) : $0.element }
    }

    /// Adds text, broken at blanks. Leading blanks indent the whole of it.
    mutating func paragraph(_ text: String) {
        let indent = Self.margin + text.prefix { $0 == " " }.count
        lines += Self.wrapped(text, indent: indent)
    }

    /// Adds paragraphs that empty lines separate; a paragraph that begins with two blanks is not broken.
    mutating func paragraphs(_ text: String) {
        var isFirst = true
        var collected: [Substring] = []
        func isVerbatim(_ line: Substring) -> Bool { line.hasPrefix("  ") }
        for line in (text + "\n").split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty || isVerbatim(line) {
                if !collected.isEmpty { paragraph(collected.joined(separator: " ")) }
                collected = []
            }
            if isVerbatim(line) { verbatim(String(line)) }
            if line.isEmpty, !isFirst { lines.append("") }
            if !line.isEmpty, !isVerbatim(line) { collected.append(line) }
            isFirst = false
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
    }

    /// Adds a term with its explanation beside or below it.
    mutating func item(_ term: String, _ help: String, width: Int = 24) {
        let start = String(repeating: " ", count: Self.margin) + term
        var body = Self.wrapped(help, indent: Self.margin + width)
        if start.count < Self.margin + width - 1, !body.isEmpty {
            body[0] = start + body[0].dropFirst(start.count)
            lines += body
        } else {
            lines += [start] + body
        }
    }

    private static func wrapped(_ text: String, indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = margin
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if line.count > indent, line.count + 1 + word.count > width {
                lines.append(line)
                line = margin
            }
            line += (line.count > indent ? " " : "") + word
        }
        return lines + [line]
    }
}
