extension String {
    /// Without blanks, tabs, carriage returns and line feeds at both ends.
    var trimmed: String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        let bytes = utf8
        guard let start = bytes.firstIndex(where: { !isBlank($0) }), let end = bytes.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(self[start...end])
    }

    /// Without one line end (`\n` or `\r\n`) at the end: what an editor adds to a file with a password.
    var withoutFinalNewline: String {
        if hasSuffix("\r\n") || hasSuffix("\n") { return String(dropLast()) }
        return self
    }
}
