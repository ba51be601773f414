import PushCore
import PushStore

/// What `queue pause` and `queue resume` are about.
enum PauseArguments {
    static let options = [
        Option("app", "NAME", "The actions of this app."), Option("lane", "LANE", "voip (calls) or standard."),
    ]

    /// - Throws: `CommandFailure` with exit code 2 when more than one thing is named, or none of ours.
    static func target(_ arguments: ParsedArguments, _ manual: Manual) throws(CommandFailure) -> PauseTarget {
        let given = arguments.operands.count + (arguments.has("app") ? 1 : 0) + (arguments.has("lane") ? 1 : 0)
        guard given <= 1 else { throw ParsedArguments.failure("give one of ID, --app and --lane", manual) }
        if !arguments.operands.isEmpty { return .action(try arguments.idOperand()) }
        if arguments.has("app") { return .app(try arguments.app()) }
        guard let word = arguments.value("lane") else { return .everything }
        guard let lane = Lane(rawValue: word) else {
            throw ParsedArguments.failure("--lane: \"\(word)\" is neither voip nor standard", manual)
        }
        return .lane(lane)
    }
}
