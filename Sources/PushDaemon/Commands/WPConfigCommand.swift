/// `push-bridge wp-config`: what would be read from a wp-config.php.
enum WPConfigCommand: Command {
    static let manual = Manual(
        "wp-config", "shows what would be read from a wp-config.php", synopsis: ["PATH [--json]"],
        description: "x", options: [.json], operands: ["PATH"])

    static func run(_ context: CommandContext) async throws -> ExitCode { .ok }
}
