/// `push-bridge` itself: finds the command, runs it, puts failures into words.
package enum CommandLineTool {
    /// The version of this program.
    package static let version = "1.0.0"

    /// Runs the command that `arguments` (without the program's name) ask for.
    package static func run(_ arguments: [String], environment: [String: String]) async -> ExitCode {
        let output = Output()
        do {
            let code = try await dispatch(arguments, environment: environment, output: output)
            guard let problem = output.problem else { return code }
            throw CommandFailure(.failed, problem)
        } catch {
            let failure = FailureText.failure(for: error, configPath: CommandContext.defaultConfigPath)
            output.remark("push-bridge: \(failure.message)")
            return failure.exitCode
        }
    }

    private static func dispatch(
        _ arguments: [String], environment: [String: String], output: Output
    ) async throws -> ExitCode {
        let (leading, words) = try splitLeadingOptions(arguments)
        switch words.first {
        case nil where leading.contains("--version"):
            output.line("push-bridge \(version)")
            return .ok
        case nil where leading.contains("--help"):
            output.line(Overview.text)
            return .ok
        case nil:
            throw CommandFailure(.usage, "a command is missing\n\(Overview.short)")
        case "help"?:
            return try help(Array(words.dropFirst()), output: output)
        default:
            break
        }
        guard let command = CommandTable.find(words) else {
            return try unknown(words, leading: leading, output: output)
        }
        let rest = leading + words.dropFirst(command.manual.words.count)
        let parsed = try ParsedArguments(rest, manual: command.manual)
        if parsed.has(.help) {
            output.line(command.manual.text)
            return .ok
        }
        let context = CommandContext(arguments: parsed, environment: environment, output: output)
        do {
            return try await command.run(context)
        } catch {
            throw FailureText.failure(for: error, configPath: context.configPath)
        }
    }

    /// `--config FILE` and friends may also stand before the command.
    private static func splitLeadingOptions(_ arguments: [String]) throws(CommandFailure) -> ([String], [String]) {
        var leading: [String] = []
        var rest = arguments[...]
        while let first = rest.first, first.hasPrefix("-"), first != "-" {
            rest = rest.dropFirst()
            leading.append(first == "-h" ? "--help" : first)
            guard first == "--config" else { continue }
            guard let value = rest.popFirst() else { throw CommandFailure(.usage, "--config needs a value: FILE") }
            leading.append(value)
        }
        return (leading, Array(rest))
    }

    private static func help(_ words: [String], output: Output) throws -> ExitCode {
        let words = words.filter { !$0.hasPrefix("-") }
        if words.isEmpty {
            output.line(Overview.text)
        } else if words == ["config"] {
            output.line(Overview.configuration)
        } else if let command = CommandTable.find(words), command.manual.words.count == words.count {
            output.line(command.manual.text)
        } else {
            return try unknown(words, leading: ["--help"], output: output)
        }
        return .ok
    }

    /// The first word of a family of commands, or no command at all.
    private static func unknown(_ words: [String], leading: [String], output: Output) throws -> ExitCode {
        let family = CommandTable.all.map { $0.manual }.filter { $0.words.first == words.first }
        let asksForHelp = leading.contains("--help") || words.contains("--help") || words.contains("-h")
        let plain = words.prefix { !$0.hasPrefix("-") }
        guard !family.isEmpty else {
            let names = Set(CommandTable.all.compactMap { $0.manual.words.first }).sorted() + ["help"]
            let hint = NearMiss.hint(for: words[0], among: names)
            throw CommandFailure(.usage, "there is no command \"\(words[0])\"\(hint)\nMore: push-bridge --help")
        }
        if asksForHelp, plain.count == 1 {
            output.line(Overview.family(words[0], family))
            return .ok
        }
        let names = family.compactMap { $0.words.dropFirst().first }
        guard plain.count > 1 else {
            throw CommandFailure(
                .usage,
                "push-bridge \(words[0]) what? \(names.joined(separator: ", "))\nMore: push-bridge \(words[0]) --help")
        }
        let hint = NearMiss.hint(for: plain[1], among: names)
        throw CommandFailure(
            .usage, "there is no command \"\(words[0]) \(plain[1])\"\(hint)\nMore: push-bridge \(words[0]) --help")
    }
}
