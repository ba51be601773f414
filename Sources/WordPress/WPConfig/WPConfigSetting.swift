/// One setting of a wp-config.php, or why it could not be had without running the file.
package enum WPConfigSetting<Value: Sendable & Equatable>: Sendable, Equatable {
    case value(Value)
    /// The file does not say; the text tells the admin so, and where else it may stand.
    case absent(String)
    /// The file says it in a way that is not read, such as `getenv()`; the text tells how, and on which line.
    case unreadable(String)

    /// The value, or nil.
    package var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// Why there is no value, for people; nil when there is one.
    package var problem: String? {
        switch self {
        case .value: nil
        case .absent(let text), .unreadable(let text): text
        }
    }

    /// The setting with its value changed; a reason that `transform` throws makes it unreadable.
    func map<New>(_ transform: (Value) throws(WPConfigError) -> New) -> WPConfigSetting<New> {
        switch self {
        case .value(let value):
            do { return .value(try transform(value)) } catch { return .unreadable(error.problem) }
        case .absent(let text): return .absent(text)
        case .unreadable(let text): return .unreadable(text)
        }
    }
}
