import PushStore
import ServiceRuntime

/// The configuration in force. HUP puts another in its place; what cannot change while the daemon runs stays as it was at
/// the start.
final class LiveConfiguration: Sendable {
    private struct State {
        var configuration: Configuration
        var tokens: TokenSettings
        var observers: [@Sendable (Configuration) -> Void] = []
    }

    /// The configuration that the daemon started with.
    let initial: Configuration
    private let state: Locked<State>

    init(_ configuration: Configuration) {
        initial = configuration
        state = Locked(State(configuration: configuration, tokens: configuration.tokenSettings))
    }

    /// The configuration just now.
    var current: Configuration { state.withLock { $0.configuration } }

    /// Where usermeta holds tokens just now.
    var tokens: TokenSettings { state.withLock { $0.tokens } }

    /// Calls `body` with every configuration that comes, and at once with the present one.
    func observe(_ body: @escaping @Sendable (Configuration) -> Void) {
        let configuration = state.withLock { state in
            state.observers.append(body)
            return state.configuration
        }
        body(configuration)
    }

    /// Puts `configuration` in force.
    func replace(with configuration: Configuration) {
        let tokens = configuration.tokenSettings
        let observers = state.withLock { state in
            state.configuration = configuration
            state.tokens = tokens
            return state.observers
        }
        for observer in observers { observer(configuration) }
    }
}
