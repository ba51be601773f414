import JSONText
import ServiceRuntime
import Testing

@testable import PushDaemon

@Suite struct CommandLineTests {
    private static let manual = Manual(
        "test", "x", description: "x",
        options: [
            Option("title", "TEXT", "x"), Option("tag", "TEXT", repeatable: true, "x"), Option(flag: "wait", "x"),
        ],
        operands: ["ID", "MORE"], neededOperands: 1)

    private func parse(_ arguments: String...) throws -> ParsedArguments {
        try ParsedArguments(arguments, manual: Self.manual)
    }

    @Test func optionsMayStandAnywhereAndInBothForms() throws {
        let parsed = try parse("--title", "a b", "7", "--tag=x", "--wait", "--tag", "-5", "--", "--title")
        #expect(parsed.value("title") == "a b")
        #expect(parsed.all("tag") == ["x", "-5"])
        #expect(parsed.has("wait"))
        #expect(parsed.operands == ["7", "--title"])
        #expect(try parse("1", "--title=").value("title") == "")
        #expect(try parse("-", "--title=--x").operands == ["-"])
    }

    @Test(arguments: [
        (["1", "--titel", "x"], "did you mean --title?"), (["1", "--title"], "--title needs a value: TEXT"),
        (["1", "--title", "--wait"], "--title needs a value"), (["1", "--wait=yes"], "takes no value"),
        (["1", "--title", "a", "--title", "b"], "given twice"), ([], "ID is missing"),
        (["1", "2", "3"], "unexpected argument \"3\""), (["1", "-x"], "no option \"-x\""),
    ])
    func aWrongCommandLineIsExplained(arguments: [String], text: String) throws {
        let failure = try #require(throws: CommandFailure.self) { try ParsedArguments(arguments, manual: Self.manual) }
        #expect(failure.exitCode == .usage)
        #expect(failure.message.contains(text), "\(failure.message)")
        #expect(failure.message.contains("push-bridge test --help"))
    }

    @Test func everyCommandsManualFitsATerminalAndNamesItsOptions() throws {
        for command in CommandTable.all {
            let text = command.manual.text
            for option in command.manual.allOptions { #expect(text.contains("--\(option.name)")) }
            let longest = text.split(separator: "\n").max { $0.count < $1.count } ?? ""
            #expect(longest.count <= 80, "\(command.manual.name): \(longest)")
            let run = try Program.shell(command.manual.words + ["--help"], suffix: "")
            #expect(run.exitCode == 0)
            #expect(run.output == text + "\n")
            #expect(try Program.shell(["help"] + command.manual.words, suffix: "").output == run.output)
        }
    }

    @Test func everyManualShowsAnExampleTellsWhatMachinesGetAndPointsOnward() {
        var topics: Set<String> = ["config"]
        for command in CommandTable.all { topics.insert(command.manual.name) }
        for command in CommandTable.all {
            let manual = command.manual
            let isShown = manual.examples.contains { $0.line.contains("push-bridge \(manual.name)") }
            #expect(isShown, "\(manual.name) has no example")
            let takesJSON = manual.options.contains { $0.name == "json" }
            #expect(!takesJSON || manual.output.contains("--json"), "\(manual.name): what does --json print?")
            #expect(!manual.seeAlso.isEmpty && topics.isSuperset(of: manual.seeAlso), "\(manual.name)")
            #expect(!manual.seeAlso.contains(manual.name))
        }
    }

    @Test func theOverviewNamesEveryCommand() throws {
        let run = try Program.run("--help")
        #expect(run.exitCode == 0)
        for command in CommandTable.all { #expect(run.output.contains("\n    \(command.manual.name) ")) }
        #expect(run.output.contains("PUSH_BRIDGE_CONFIG"))
    }

    @Test(arguments: [
        ([], "a command is missing"), (["rum"], "did you mean \"run\"?"), (["help", "rum"], "did you mean \"run\"?"),
        (["--config"], "--config needs a value"), (["run", "--jsn"], "no option --jsn"), (["run", "x"], "unexpected"),
    ])
    func aWrongCallEndsWithTwoAndAHint(arguments: [String], text: String) throws {
        let run = try Program.shell(arguments, suffix: "")
        #expect(run.exitCode == 2)
        #expect(run.errors.hasPrefix("push-bridge: "))
        #expect(run.errors.contains(text), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    @Test func theVersionIsPrinted() throws {
        #expect(try Program.run("--version").output == "push-bridge \(CommandLineTool.version)\n")
    }

    @Test func aMissingConfigurationSaysHowToWriteOne() throws {
        let run = try Program.run("run", "--config", "/nonexistent/pb.ini")
        #expect(run.exitCode == 3)
        #expect(run.errors.contains("cannot read /nonexistent/pb.ini: No such file or directory"))
        #expect(run.errors.contains("push-bridge init --config /nonexistent/pb.ini"))
    }

    @Test func theConfigurationIsNamedByOptionThenVariable() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("a.ini", "[nonsense]\n")
        let byVariable = try Program.run("run", environment: ["PUSH_BRIDGE_CONFIG": file])
        #expect(byVariable.exitCode == 3)
        #expect(byVariable.errors.contains("\(file):1: unknown section [nonsense]"))
        let before = try Program.shell(
            ["--config", "/nonexistent", "run"], environment: ["PUSH_BRIDGE_CONFIG": file], suffix: "")
        #expect(before.errors.contains("/nonexistent"))
    }

    @Test func aReaderThatLeavesEarlyIsNoCrash() throws {
        let run = try Program.shell(["--help"], suffix: "| true")
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
    }

    @Test func anOutputThatIsFullIsAFailureAndNotSilence() throws {
        let run = try Program.shell(["--help"], suffix: ">/dev/full")
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("cannot write to standard output: No space left on device"))
    }

    @Test func wpConfigShowsEverySettingButThePassword() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write(
            "wp-config.php",
            "<?php define('DB_NAME', 'blog'); define('DB_USER', 'u'); define('DB_PASSWORD', 's3cret');\n"
                + "define('DB_HOST', getenv('H')); $table_prefix = 'wp_';\n")
        let run = try Program.run("wp-config", file, "--json")
        #expect(run.exitCode == 3)
        #expect(!run.output.contains("s3cret"))
        let rows = try #require(try run.json.array)
        #expect(rows.first { $0["name"] == "DB_NAME" }?["value"] == "blog")
        #expect(rows.first { $0["name"] == "DB_HOST" }?["problem"]?.string?.contains("getenv") == true)
        #expect(try Program.run("wp-config", file).output.hasPrefix("NAME"))
    }
}
