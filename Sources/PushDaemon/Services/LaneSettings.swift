package import PushCore
import ServiceRuntime

/// How a lane works; another configuration may take its place while the lane runs.
@dynamicMemberLookup package final class LaneSettings: Sendable {
    /// The settings at one moment.
    package struct Values: Sendable {
        /// Milliseconds between two looks at an idle queue.
        package var pollInterval: Int64
        /// The most actions claimed at once.
        package var batch: Int
        /// The most actions held at once.
        package var maximumInFlight: Int
        /// How long a claim holds, in milliseconds: longer than any request may take.
        package var lease: Int64
        /// The least milliseconds between two turns while results come in, so that they are written in batches; 0 for
        /// calls.
        package var turnPace: Int64
        /// How long an ending daemon waits for answers, in milliseconds.
        package var drainLimit: Int64
        package var retry: RetryPolicy
        /// Seconds a call may wait, per app; `default` holds for the others.
        package var maximumAge: [String: Int64]
        package var defaultMaximumAge: Int64

        /// The calls' lane: quick to look, nothing waits for company.
        package static func voip(
            pollInterval: Int64, retry: RetryPolicy, maximumAge: [String: Int64], default age: Int64
        ) -> Values {
            Values(
                pollInterval: pollInterval, batch: 100, maximumInFlight: 1000, lease: 8_000, turnPace: 0,
                drainLimit: 5_000, retry: retry, maximumAge: maximumAge, defaultMaximumAge: age)
        }

        /// Everything else: large batches.
        package static func standard(
            pollInterval: Int64, batch: Int, maximumInFlight: Int, retry: RetryPolicy
        ) -> Values {
            Values(
                pollInterval: pollInterval, batch: batch, maximumInFlight: maximumInFlight, lease: 20_000,
                turnPace: 10, drainLimit: 20_000, retry: retry, maximumAge: [:], defaultMaximumAge: 0)
        }
    }

    private let values: Locked<Values>

    package init(_ values: Values) { self.values = Locked(values) }

    /// One of the settings, as it is now.
    package subscript<Value: Sendable>(dynamicMember path: KeyPath<Values, Value>) -> Value {
        let current = values.withLock { $0 }
        return current[keyPath: path]
    }

    /// Puts others in their place, from the next look on.
    func replace(with values: Values) { self.values.withLock { $0 = values } }
}
