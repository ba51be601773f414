/// A piece of PHP source, as far as a configuration file has to be understood.
struct PHPToken: Equatable {
    enum Kind: Equatable {
        /// A string whose bytes are known: single-quoted, double-quoted without variables, nowdoc, heredoc likewise.
        case literal([UInt8])
        /// A string with a variable in it, or a shell command in backticks.
        case interpolated
        case integer(Int64)
        /// A name: keyword, function, constant; with its namespace if it has one.
        case name(String)
        /// A variable, without its `$`.
        case variable(String)
        /// Any other character, each by itself.
        case symbol(UInt8)
    }

    let kind: Kind
    /// The line on which it begins, from 1.
    let line: Int

    /// Whether this is the one character `character`.
    func isSymbol(_ character: Character) -> Bool {
        if case .symbol(let byte) = kind { byte == character.asciiValue } else { false }
    }

    /// Whether this is the keyword or function `word`, in any case and also as `\word`.
    func isWord(_ word: String) -> Bool {
        guard case .name(let name) = kind else { return false }
        return (name.first == "\\" ? String(name.dropFirst()) : name).lowercased() == word
    }
}
