/// The command line of one command, taken apart and checked against its manual.
package struct ParsedArguments: Sendable, Equatable {
    private var values: [String: [String]] = [:]
    /// What stands without dashes, in order.
    package private(set) var operands: [String] = []

    /// Takes `arguments` (without the command's words) apart.
    /// - Throws: `CommandFailure` with exit code 2.
    init(_ arguments: [String], manual: Manual) throws(CommandFailure) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                break
            }
            if argument == "-h" {
                values[Option.help.name] = [""]
            } else if argument.hasPrefix("--") {
                try take(argument, from: &rest, manual: manual)
            } else if argument.hasPrefix("-"), argument != "-" {
                throw Self.failure("there is no option \"\(argument)\"; options begin with two dashes", manual)
            } else {
                operands.append(argument)
            }
        }
        if has(.help) { return }
        if operands.count > manual.operands.count {
            throw Self.failure("unexpected argument \"\(operands[manual.operands.count])\"", manual)
        }
        if operands.count < manual.neededOperands {
            throw Self.failure("\(manual.operands[operands.count]) is missing", manual)
        }
    }

    private mutating func take(
        _ argument: String, from rest: inout ArraySlice<String>, manual: Manual
    ) throws(CommandFailure) {
        let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = manual.allOptions.first(where: { $0.name == name }) else {
            let best = NearMiss.best(for: name, among: manual.allOptions.map(\.name))
            let hint = best.map { "; did you mean --\($0)?" } ?? ""
            throw Self.failure("there is no option --\(name)\(hint)", manual)
        }
        let value: String
        if let placeholder = option.value {
            if parts.count == 2 {
                value = String(parts[1])
            } else if let next = rest.popFirst() {
                // "--title --body x" is a forgotten value; whoever means one that begins with dashes writes --title=--x.
                guard !next.hasPrefix("--") else {
                    throw Self.failure("--\(name) needs a value: \(placeholder)", manual)
                }
                value = next
            } else {
                throw Self.failure("--\(name) needs a value: \(placeholder)", manual)
            }
        } else {
            guard parts.count == 1 else { throw Self.failure("--\(name) takes no value", manual) }
            value = ""
        }
        if values[name] != nil, option.value != nil, !option.isRepeatable {
            throw Self.failure("--\(name) is given twice", manual)
        }
        values[name, default: []].append(value)
    }

    /// Whether the option was given.
    package func has(_ option: Option) -> Bool { values[option.name] != nil }

    /// Whether the option of that name was given.
    package func has(_ name: String) -> Bool { values[name] != nil }

    /// The option's value; nil when it was not given.
    package func value(_ name: String) -> String? { values[name]?.last }

    /// Every value of a repeatable option, in order.
    package func all(_ name: String) -> [String] { values[name] ?? [] }

    static func failure(_ text: String, _ manual: Manual) -> CommandFailure {
        CommandFailure(
            .usage,
            "\(text)\nUsage: push-bridge \(manual.name) \(manual.synopsis[0])\nMore: push-bridge \(manual.name) --help")
    }
}
