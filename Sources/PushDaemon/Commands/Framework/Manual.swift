/// All that is known about a command: the parser reads its options from here, `--help` prints it.
package struct Manual: Sendable {
    /// A command line with what it does.
    package struct Example: Sendable {
        let line: String
        let help: String

        init(_ line: String, _ help: String) {
            self.line = line
            self.help = help
        }
    }

    /// The words that call the command, as in `["queue", "list"]`.
    let words: [String]
    /// One line, for the list of commands.
    let summary: String
    /// What follows the words in the synopsis; several lines for several forms.
    let synopsis: [String]
    /// Paragraphs separated by empty lines.
    let description: String
    /// The command's own options; `--config` and `--help` come on top.
    let options: [Option]
    /// Names of what stands without dashes, in order.
    let operands: [String]
    /// How many of them must be given.
    let neededOperands: Int
    /// Beyond 0, 1 and 2.
    let exitCodes: [ExitCode]
    let examples: [Example]

    init(
        _ words: String, _ summary: String, synopsis: [String] = ["[OPTIONS]"], description: String,
        options: [Option] = [], operands: [String] = [], neededOperands: Int? = nil,
        exitCodes: [ExitCode] = [.configuration, .database], examples: [Example] = []
    ) {
        self.words = words.split(separator: " ").map(String.init)
        self.summary = summary
        self.synopsis = synopsis
        self.description = description
        self.options = options
        self.operands = operands
        self.neededOperands = neededOperands ?? operands.count
        self.exitCodes = exitCodes
        self.examples = examples
    }

    /// The words as they are typed.
    var name: String { words.joined(separator: " ") }

    /// Every option that the command takes.
    var allOptions: [Option] { options + [.config, .help] }

    /// The page that `--help` prints.
    var text: String {
        var page = ManualPage()
        page.heading("NAME")
        page.paragraph("push-bridge \(name) - \(summary)")
        page.heading("SYNOPSIS")
        for form in synopsis { page.synopsis("push-bridge \(name)", form) }
        page.heading("DESCRIPTION")
        page.paragraphs(description)
        page.heading("OPTIONS")
        for option in allOptions {
            page.item("--\(option.name)\(option.value.map { " \($0)" } ?? "")", option.help)
        }
        page.heading("EXIT CODES")
        for code in [.ok, .failed, .usage] + exitCodes { page.item("\(code.rawValue)", code.help, width: 5) }
        if !examples.isEmpty { page.heading("EXAMPLES") }
        for example in examples {
            for line in example.line.split(separator: "\n") { page.verbatim(String(line)) }
            page.paragraph("    " + example.help)
        }
        return page.text
    }
}
