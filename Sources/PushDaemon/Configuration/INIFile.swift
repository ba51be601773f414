/// The lines of an INI file: `[section]`, `key = value`, whole lines and line ends behind `;` or `#` as comments.
package struct INIFile: Sendable {
    /// The settings, in the order of their lines.
    package private(set) var entries: [INIEntry] = []
    /// The section headers with the lines on which they stand.
    package private(set) var sections: [(name: String, line: Int)] = []
    /// What could not be read, with its line.
    package private(set) var faults: [(line: Int, text: String)] = []

    /// Reads UTF-8, with or without a byte order mark, with line ends of any system. It never throws: the faults are
    /// collected, so that an admin sees all of them at once.
    package init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        var section: String?
        for (place, raw) in rest.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            read(raw, line: place + 1, section: &section)
        }
    }

    private mutating func read(_ raw: ArraySlice<UInt8>, line: Int, section: inout String?) {
        guard let decoded = String(validating: raw, as: UTF8.self), !raw.contains(0) else {
            faults.append((line, "this line is not UTF-8 text"))
            return
        }
        let text = decoded.trimmed
        guard let first = text.first, first != ";", first != "#" else { return }
        if first == "[" {
            section = header(Self.withoutComment(text).value, line: line)
            return
        }
        guard let equals = text.firstIndex(of: "=") else {
            faults.append((line, "neither [section] nor key = value"))
            return
        }
        let key = String(text[..<equals]).trimmed
        guard let section else {
            faults.append((line, "the key \"\(key)\" stands before any [section]"))
            return
        }
        guard !key.isEmpty else {
            faults.append((line, "the name before \"=\" is missing"))
            return
        }
        guard let (value, hadComment) = value(String(text[text.index(after: equals)...]).trimmed, line: line) else {
            return
        }
        entries.append(INIEntry(section: section, key: key, value: value, line: line, hadComment: hadComment))
    }

    /// An empty name stands for a broken header, whose keys belong nowhere and are not complained about again.
    private mutating func header(_ text: String, line: Int) -> String {
        let name = String(text.dropFirst().dropLast()).trimmed
        guard text.hasSuffix("]"), !name.isEmpty else {
            faults.append((line, "a section is written [name]"))
            return ""
        }
        sections.append((name, line))
        return name
    }

    private mutating func value(_ text: String, line: Int) -> (String, Bool)? {
        guard let quote = text.first, quote == "\"" || quote == "'" else {
            let (value, hadComment) = Self.withoutComment(text)
            return (value, hadComment)
        }
        var value = ""
        var position = text.index(after: text.startIndex)
        while position < text.endIndex, text[position] != quote {
            let next = text.index(after: position)
            // In double quotes a backslash protects a quote or a backslash, and stands for itself before anything else.
            if quote == "\"", text[position] == "\\", next < text.endIndex, text[next] == quote || text[next] == "\\" {
                position = next
            }
            value.append(text[position])
            position = text.index(after: position)
        }
        guard position < text.endIndex else {
            faults.append((line, "the closing \(quote) is missing"))
            return nil
        }
        let behind = String(text[text.index(after: position)...]).trimmed
        guard behind.isEmpty || behind.hasPrefix(";") || behind.hasPrefix("#") else {
            faults.append((line, "text behind the closing \(quote)"))
            return nil
        }
        return (value, false)
    }

    private static func withoutComment(_ text: String) -> (value: String, hadComment: Bool) {
        var wasBlank = true
        for position in text.indices {
            let character = text[position]
            if wasBlank, character == ";" || character == "#" { return (String(text[..<position]).trimmed, true) }
            wasBlank = character == " " || character == "\t"
        }
        return (text, false)
    }
}
