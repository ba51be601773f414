package import PushCore

/// One value of a log line. There is no way to put in a whole device token or a `Secret` other than on purpose.
package enum LogValue: Sendable {
    case text(String)
    case number(Int64)
    case decimal(Double)
    case flag(Bool)

    /// A token, shortened: the whole one is personal data.
    package static func token(_ token: DeviceToken) -> LogValue { .text(token.description) }

    /// A recipient's address, shortened when it is a token.
    package static func address(_ address: Recipient.Address) -> LogValue {
        switch address {
        case .apns(let token): .token(token)
        case .channel(let channel): .text(channel.id)
        case .malformed(let shown), .other(_, let shown): .text(shown)
        }
    }

    /// A whole number, such as an id or a count.
    package static func count(_ number: some BinaryInteger) -> LogValue { .number(Int64(clamping: number)) }

    /// What an error says of itself, on one line.
    package static func error(_ error: any Error) -> LogValue { .text("\(error)") }
}

extension LogValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    package init(stringLiteral text: String) { self = .text(text) }
    package init(integerLiteral number: Int64) { self = .number(number) }
    package init(booleanLiteral flag: Bool) { self = .flag(flag) }
}
