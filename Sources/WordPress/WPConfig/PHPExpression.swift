/// The value of a PHP expression made of literals, `.`, `|`, known constants and the file's own directory.
struct PHPExpression {
    private let tokens: ArraySlice<PHPToken>
    private var position: Int
    private let constants: [String: WPConfigReader.Definition]
    private let directory: String
    private var depth = 0
    // More brackets than anyone writes, fewer than a thread's stack holds.
    private static let deepest = 32

    /// Evaluates `tokens` without running anything; what would need PHP comes back as `.computed` with the cause.
    static func evaluate(
        _ tokens: ArraySlice<PHPToken>, constants: [String: WPConfigReader.Definition], directory: String
    ) -> WPConfigValue {
        var expression = PHPExpression(tokens, constants, directory)
        if let value = expression.union(), expression.position == tokens.endIndex { return value }
        return .computed(cause(tokens))
    }

    private init(_ tokens: ArraySlice<PHPToken>, _ constants: [String: WPConfigReader.Definition], _ directory: String)
    {
        self.tokens = tokens
        self.constants = constants
        self.directory = directory
        position = tokens.startIndex
    }

    private var current: PHPToken? { position < tokens.endIndex ? tokens[position] : nil }

    private mutating func take(_ symbol: Character) -> Bool {
        guard current?.isSymbol(symbol) == true else { return false }
        position += 1
        return true
    }

    private mutating func union() -> WPConfigValue? {
        guard var value = concatenation() else { return nil }
        while take("|") {
            guard case .integer(let left) = value, case .integer(let right)? = concatenation() else { return nil }
            value = .integer(left | right)
        }
        return value
    }

    private mutating func concatenation() -> WPConfigValue? {
        guard var value = primary() else { return nil }
        while take(".") {
            guard let left = value.bytes, let right = primary()?.bytes else { return nil }
            value = .string(left + right)
        }
        return value
    }

    private mutating func primary() -> WPConfigValue? {
        guard let token = current else { return nil }
        position += 1
        switch token.kind {
        case .literal(let bytes): return .string(bytes)
        case .integer(let number): return .integer(number)
        case .name(let name): return constant(name)
        case .symbol(UInt8(ascii: "(")):
            guard depth < Self.deepest else { return nil }
            depth += 1
            defer { depth -= 1 }
            let value = union()
            return take(")") ? value : nil
        case .symbol, .variable, .interpolated: return nil
        }
    }

    private mutating func constant(_ written: String) -> WPConfigValue? {
        let name = written.first == "\\" ? String(written.dropFirst()) : written
        switch name.lowercased() {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        case "__dir__": return .string(Array(directory.utf8))
        case "directory_separator": return .string([0x2F])
        case "dirname": return directoryOfFile()
        default: break
        }
        switch name {
        case "MYSQLI_CLIENT_FOUND_ROWS": return .integer(MySQLClientFlags.foundRows)
        case "MYSQLI_CLIENT_COMPRESS": return .integer(MySQLClientFlags.compress)
        case "MYSQLI_CLIENT_IGNORE_SPACE": return .integer(MySQLClientFlags.ignoreSpace)
        case "MYSQLI_CLIENT_INTERACTIVE": return .integer(MySQLClientFlags.interactive)
        case "MYSQLI_CLIENT_SSL": return .integer(MySQLClientFlags.tls)
        case "MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT": return .integer(MySQLClientFlags.doNotVerify)
        case "MYSQLI_CLIENT_SSL_VERIFY_SERVER_CERT": return .integer(MySQLClientFlags.verify)
        default: break
        }
        guard current?.isSymbol("(") != true, let value = constants[name]?.value else { return nil }
        if case .computed = value { return nil }
        return value
    }

    /// `dirname( __FILE__ )` is the old way to write `__DIR__`.
    private mutating func directoryOfFile() -> WPConfigValue? {
        guard take("("), current?.isWord("__file__") == true else { return nil }
        position += 1
        return take(")") ? .string(Array(directory.utf8)) : nil
    }

    /// What keeps an expression from being read, in words.
    private static func cause(_ tokens: ArraySlice<PHPToken>) -> String {
        for (place, token) in zip(tokens.indices, tokens) {
            switch token.kind {
            case .variable(let name): return "computed from $\(name)"
            case .interpolated: return "a text with a variable or command in it"
            case .name(let name):
                if ["isset", "empty", "defined", "true", "false", "null", "new"].contains(name.lowercased()) {
                    continue
                }
                let next = place + 1 < tokens.endIndex ? tokens[place + 1] : nil
                if next?.isSymbol("(") == true { return "computed by \(name)()" }
                if next?.isSymbol(":") == true { continue }
                return "computed from \(name)"
            case .literal, .integer, .symbol: continue
            }
        }
        return "computed"
    }
}
