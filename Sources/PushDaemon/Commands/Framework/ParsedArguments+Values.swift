import PushCore

extension ParsedArguments {
    /// The option's value as an id; nil when it was not given.
    /// - Throws: `CommandFailure` with exit code 2 when it is none.
    func id(_ name: String) throws(CommandFailure) -> UInt64? {
        guard let text = value(name) else { return nil }
        return try Self.id(text, of: "--\(name)")
    }

    /// The operand at `place` as an id.
    func idOperand(_ place: Int = 0) throws(CommandFailure) -> UInt64 {
        try Self.id(operands[place], of: "ID")
    }

    /// The option's value as a whole number in `range`; `standard` when it was not given.
    func number(_ name: String, in range: ClosedRange<Int>, standard: Int) throws(CommandFailure) -> Int {
        guard let text = value(name) else { return standard }
        guard let number = Int(text), range.contains(number) else {
            throw CommandFailure(
                .usage, "--\(name): \"\(text)\" is no whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The value of `--app`, or `default`.
    func app() throws(CommandFailure) -> String {
        let app = value("app") ?? "default"
        guard AppName.isValid(app) else { throw CommandFailure(.usage, "--app: \(AppName.rule)") }
        return app
    }

    /// The value of `--channel`.
    func channel() throws(CommandFailure) -> PushChannel {
        guard let text = value("channel") else {
            throw CommandFailure(.usage, "--channel is missing: standard or voip")
        }
        guard let channel = PushChannel(rawValue: text) else {
            throw CommandFailure(.usage, "--channel: \"\(text)\" is neither standard nor voip")
        }
        return channel
    }

    /// `text`, the value of `name`, as an id.
    static func id(_ text: String, of name: String) throws(CommandFailure) -> UInt64 {
        guard let id = UInt64(text), id > 0 else {
            throw CommandFailure(.usage, "\(name): \"\(text)\" is no id; ids are whole numbers from 1")
        }
        return id
    }
}
