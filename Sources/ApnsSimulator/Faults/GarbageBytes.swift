extension FaultAction.Garbage {
    /// The bytes to send in place of an answer on this stream.
    func bytes(stream: Int32) -> [UInt8] {
        switch self {
        case .noise: [UInt8](repeating: 0xA5, count: 64)
        case .badHeaderBlock:
            Self.frame(length: 8, type: 1, flags: 5, stream) + [UInt8](repeating: 0xFF, count: 8)
        case .oversizeFrame: Self.frame(length: 0xFF_FFFF, type: 0, flags: 0, stream)
        case .halfFrame: Self.frame(length: 100, type: 1, flags: 5, stream) + [0x88]
        }
    }

    /// A frame's nine first bytes (RFC 9113, 4.1).
    private static func frame(length: Int, type: UInt8, flags: UInt8, _ stream: Int32) -> [UInt8] {
        let bytes = { (number: Int) in (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
        return bytes(length).dropFirst() + [type, flags] + bytes(Int(stream))
    }
}
