/// Finds what a wp-config.php defines, in the order in which PHP would come by.
struct WPConfigReader {
    /// A constant or variable, and the line that gave it.
    struct Definition: Equatable {
        var value: WPConfigValue
        var line: Int
    }

    /// Another file that this one loads.
    struct Inclusion: Equatable {
        let path: String?
        let line: Int
    }

    private(set) var constants: [String: Definition] = [:]
    private(set) var tablePrefix: Definition?
    private(set) var inclusions: [Inclusion] = []
    private(set) var warnings: [String] = []
    private let tokens: [PHPToken]
    private let directory: String
    private enum Scope { case block, function, type }
    private var scopes: [Scope] = []
    private var pendingScope = Scope.block

    init(_ tokens: [PHPToken], directory: String) {
        self.tokens = tokens
        self.directory = directory
        for place in tokens.indices { read(place) }
    }

    private func token(_ place: Int) -> PHPToken? { tokens.indices.contains(place) ? tokens[place] : nil }

    private mutating func read(_ place: Int) {
        let token = tokens[place]
        switch token.kind {
        case .symbol(UInt8(ascii: "{")):
            scopes.append(pendingScope)
            pendingScope = .block
        case .symbol(UInt8(ascii: "}")): _ = scopes.popLast()
        case .symbol(UInt8(ascii: ";")): pendingScope = .block
        case .variable("table_prefix"): readTablePrefix(place)
        case .name(let name): readName(name, place)
        default: break
        }
    }

    private mutating func readName(_ name: String, _ place: Int) {
        let isMember = token(place - 1)?.isSymbol(">") == true && token(place - 2)?.isSymbol("-") == true
        let isStatic = token(place - 1)?.isSymbol(":") == true && token(place - 2)?.isSymbol(":") == true
        let word = (name.first == "\\" ? String(name.dropFirst()) : name).lowercased()
        switch word {
        // Config::define() is how Bedrock writes it.
        case "define" where !isMember && token(place - 1)?.isWord("function") != true: readDefine(place)
        case "const" where !scopes.contains(.type): readConst(place)
        case "function" where !isMember && !isStatic: pendingScope = .function
        case "class", "interface", "trait", "enum":
            // Not Foo::class, and not a function or constant of such a name.
            if !isMember, !isStatic, case .name? = token(place + 1)?.kind { pendingScope = .type }
        case "require", "require_once", "include", "include_once": readInclusion(place)
        default: break
        }
    }

    private mutating func readDefine(_ place: Int) {
        guard token(place + 1)?.isSymbol("(") == true else { return }
        let name = argument(place + 2)
        guard token(name.endIndex)?.isSymbol(",") == true, case .string(let bytes) = evaluate(name) else { return }
        define(String(decoding: bytes, as: UTF8.self), argument(name.endIndex + 1), line: tokens[place].line)
    }

    private mutating func readConst(_ place: Int) {
        var place = place + 1
        while case .name(let name)? = token(place)?.kind, token(place + 1)?.isSymbol("=") == true {
            let value = argument(place + 2)
            define(name, value, line: tokens[place].line)
            guard token(value.endIndex)?.isSymbol(",") == true else { return }
            place = value.endIndex + 1
        }
    }

    private mutating func define(_ name: String, _ expression: ArraySlice<PHPToken>, line: Int) {
        let value = evaluate(expression)
        guard let first = constants[name] else {
            constants[name] = Definition(value: value, line: line)
            return
        }
        if first.value != value {
            warnings.append("\(name) is defined on line \(first.line) and again on line \(line); the first one counts")
        }
    }

    private mutating func readTablePrefix(_ place: Int) {
        guard !scopes.contains(.function), !scopes.contains(.type) else { return }
        let line = tokens[place].line
        if token(place + 1)?.isSymbol(".") == true, token(place + 2)?.isSymbol("=") == true {
            tablePrefix = Definition(value: .computed("changed by .="), line: line)
            return
        }
        // `??=` and `if ( ! isset( $table_prefix ) )` give a default only.
        let isCoalescing = (1...3).allSatisfy { token(place + $0)?.isSymbol($0 == 3 ? "=" : "?") == true }
        let equals = isCoalescing ? place + 3 : place + 1
        guard token(equals)?.isSymbol("=") == true, token(equals + 1)?.isSymbol("=") != true else { return }
        let isDefault = isCoalescing || followsIssetOfTablePrefix(place)
        if isDefault, tablePrefix != nil { return }
        let value = evaluate(argument(equals + 1))
        if let first = tablePrefix, first.value != value {
            warnings.append("$table_prefix is set on line \(first.line) and again on line \(line); the last one counts")
        }
        tablePrefix = Definition(value: value, line: line)
    }

    private func followsIssetOfTablePrefix(_ place: Int) -> Bool {
        (max(place - 7, 0)..<place).contains { earlier in
            (tokens[earlier].isWord("isset") || tokens[earlier].isWord("empty"))
                && token(earlier + 2)?.kind == .variable("table_prefix")
        }
    }

    private mutating func readInclusion(_ place: Int) {
        let expression = argument(place + 1)
        let path = evaluate(expression).bytes.map { String(decoding: $0, as: UTF8.self) }
        // WordPress itself is loaded at the end of every wp-config.php and defines no database.
        let loadsWordPress = expression.contains { token in
            if case .literal(let bytes) = token.kind {
                bytes.reversed().starts(with: "wp-settings.php".utf8.reversed())
            } else {
                false
            }
        }
        if loadsWordPress { return }
        let line = tokens[place].line
        inclusions.append(Inclusion(path: path, line: line))
        warnings.append("\(path ?? "another file") is loaded on line \(line); what it defines is not read")
    }

    /// The tokens from `start` to the comma, semicolon or bracket that ends the expression.
    private func argument(_ start: Int) -> ArraySlice<PHPToken> {
        var depth = 0
        var place = start
        scan: while place < tokens.count {
            if case .symbol(let byte) = tokens[place].kind {
                switch byte {
                case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                    if depth == 0 { break scan }
                    depth -= 1
                case UInt8(ascii: ","), UInt8(ascii: ";"):
                    if depth == 0 { break scan }
                default: break
                }
            }
            place += 1
        }
        return tokens[min(start, tokens.count)..<place]
    }

    private func evaluate(_ expression: ArraySlice<PHPToken>) -> WPConfigValue {
        PHPExpression.evaluate(expression, constants: constants, directory: directory)
    }
}
