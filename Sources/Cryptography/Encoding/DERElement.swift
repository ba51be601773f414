/// One element of DER (X.690): a tag and its content. Reading never looks outside the bytes it was given.
struct DERElement {
    let tag: UInt8
    let content: ArraySlice<UInt8>

    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let objectIdentifier: UInt8 = 0x06
    static let utf8String: UInt8 = 0x0c
    static let ia5String: UInt8 = 0x16
    static let sequence: UInt8 = 0x30

    /// The elements that follow one another in `bytes`; nil when one is malformed or cut off.
    static func list(in bytes: ArraySlice<UInt8>) -> [DERElement]? {
        var rest = bytes
        var elements: [DERElement] = []
        while !rest.isEmpty {
            guard let element = take(from: &rest) else { return nil }
            elements.append(element)
        }
        return elements
    }

    /// The elements inside this one; nil when one of them is malformed.
    var children: [DERElement]? { Self.list(in: content) }

    private static func take(from rest: inout ArraySlice<UInt8>) -> DERElement? {
        guard let tag = rest.popFirst(), tag & 0x1f != 0x1f, let first = rest.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            let digits = Int(first & 0x7f)
            guard (1...4).contains(digits), rest.count >= digits else { return nil }
            length = rest.prefix(digits).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(digits)
        }
        guard rest.count >= length else { return nil }
        defer { rest = rest.dropFirst(length) }
        return DERElement(tag: tag, content: rest.prefix(length))
    }
}
