package import PushCore

/// How a lane works.
package struct LaneSettings: Sendable {
    /// Milliseconds between two looks at an idle queue.
    package var pollInterval: Int64
    /// The most actions claimed at once.
    package var batch: Int
    /// The most actions held at once.
    package var maximumInFlight: Int
    /// How long a claim holds, in milliseconds: longer than any request may take.
    package var lease: Int64
    /// The least milliseconds between two turns while results come in, so that they are written in batches; 0 for calls.
    package var turnPace: Int64
    /// How long an ending daemon waits for answers, in milliseconds.
    package var drainLimit: Int64
    package var retry: RetryPolicy
    /// Seconds a call may wait, per app; `default` holds for the others.
    package var maximumAge: [String: Int64]
    package var defaultMaximumAge: Int64

    /// The calls' lane: quick to look, nothing waits for company.
    package static func voip(pollInterval: Int64, retry: RetryPolicy, maximumAge: [String: Int64], default age: Int64)
        -> LaneSettings
    {
        LaneSettings(
            pollInterval: pollInterval, batch: 100, maximumInFlight: 1000, lease: 8_000, turnPace: 0,
            drainLimit: 5_000, retry: retry, maximumAge: maximumAge, defaultMaximumAge: age)
    }

    /// Everything else: large batches.
    package static func standard(pollInterval: Int64, batch: Int, maximumInFlight: Int, retry: RetryPolicy)
        -> LaneSettings
    {
        LaneSettings(
            pollInterval: pollInterval, batch: batch, maximumInFlight: maximumInFlight, lease: 20_000, turnPace: 10,
            drainLimit: 20_000, retry: retry, maximumAge: [:], defaultMaximumAge: 0)
    }
}
