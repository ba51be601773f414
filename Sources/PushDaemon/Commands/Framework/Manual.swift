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
    /// What it prints, and what of it machines get; empty when it prints next to nothing.
    let output: String
    /// When it ends with 1; nil: for no cause that would be worth a word.
    let failure: String?
    /// Beyond 0, 1 and 2.
    let exitCodes: [ExitCode]
    let examples: [Example]
    /// Other commands that whoever reads this may want, and `config`.
    let seeAlso: [String]

    init(
        _ words: String, _ summary: String, synopsis: [String] = ["[OPTIONS]"], description: String,
        options: [Option] = [], operands: [String] = [], neededOperands: Int? = nil,
        output: String = "", failure: String? = nil, exitCodes: [ExitCode] = [.configuration, .database],
        examples: [Example] = [], seeAlso: [String] = []
    ) {
        self.words = words.split(separator: " ").map(String.init)
        self.summary = summary
        self.synopsis = synopsis
        self.description = description
        self.options = options
        self.operands = operands
        self.neededOperands = neededOperands ?? operands.count
        self.output = output
        self.failure = failure
        self.exitCodes = exitCodes
        self.examples = examples
        self.seeAlso = seeAlso
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
        if !output.isEmpty {
            page.heading("OUTPUT")
            page.paragraphs(output)
        }
        page.heading("EXIT CODES")
        for code in [.ok, .failed, .usage] + exitCodes {
            page.item("\(code.rawValue)", code == .failed ? failure ?? code.help : code.help, width: 5)
        }
        if !examples.isEmpty { page.heading("EXAMPLES") }
        for example in examples {
            for line in example.line.split(separator: "\n") { page.verbatim(String(line)) }
            page.paragraph("    " + example.help)
        }
        if !seeAlso.isEmpty {
            page.heading("SEE ALSO")
            for name in seeAlso { page.verbatim("push-bridge help \(name)") }
        }
        return page.text
    }
}
