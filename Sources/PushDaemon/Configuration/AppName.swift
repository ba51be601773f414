/// The name of an app: what stands in the column `app` and in `[app.NAME]`.
enum AppName {
    /// What a name must be, for messages.
    static let rule = "an app's name has 1 to 64 of the characters A-Z a-z 0-9 . _ -"

    /// Whether `name` can be one.
    static func isValid(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            }
    }
}
