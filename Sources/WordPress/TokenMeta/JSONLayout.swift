import JSONText

/// Where the elements of a JSON array or object stand in its text: what is needed to take some out and touch no other
/// byte. The text has been parsed before, so it is known to be sound.
struct JSONLayout {
    /// One element; of an object with the bytes of its name. A name that the text repeats stands here each time.
    struct Element {
        let name: String?
        let range: Range<Int>
    }

    private(set) var elements: [Element] = []
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard let open = bytes.firstIndex(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }) else { return }
        let isObject = bytes[open] == UInt8(ascii: "{")
        var start: Int?
        var end = open
        var depth = 0
        var position = open + 1
        scan: while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D:
                position += 1
                continue
            case UInt8(ascii: ",") where depth == 0:
                append(start, end, isObject)
                start = nil
                position += 1
                continue
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { break scan }
                depth -= 1
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            default: break
            }
            if start == nil { start = position }
            position = byte == UInt8(ascii: "\"") ? Self.endOfString(bytes, position) : position + 1
            end = position
        }
        append(start, end, isObject)
    }

    /// The text without the elements for which `isRemoved` holds; blanks and commas stay as the others have them.
    func removing(_ isRemoved: (Int, Element) -> Bool) -> [UInt8] {
        guard let first = elements.first, let last = elements.last else { return bytes }
        var out = Array(bytes[..<first.range.lowerBound])
        var isFirst = true
        for (place, element) in elements.enumerated() where !isRemoved(place, element) {
            if !isFirst { out += bytes[elements[place - 1].range.upperBound..<element.range.lowerBound] }
            out += bytes[element.range]
            isFirst = false
        }
        return out + bytes[last.range.upperBound...]
    }

    private mutating func append(_ start: Int?, _ end: Int, _ isObject: Bool) {
        guard let start else { return }
        var name: String?
        if isObject,
            case .string(let text) = try? JSONParser.parse(Array(bytes[start..<Self.endOfString(bytes, start)]))
        {
            name = text
        }
        elements.append(Element(name: name, range: start..<end))
    }

    /// The byte after the string whose opening quote stands at `start`.
    private static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
        var position = start + 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position + 1, bytes.count)
    }
}
