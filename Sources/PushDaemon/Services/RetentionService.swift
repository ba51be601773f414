import PushStore
import Telemetry

/// Sweeps once an hour what is older than the configuration keeps it.
struct RetentionService: Sendable {
    let retention: Retention
    let answers: AnswerWindow
    /// Asked at each sweep.
    let periods: @Sendable () -> RetentionPeriods
    let logger: Logger

    private static let interval = Duration.seconds(3600)
    // A daemon that starts has better things to do first.
    private static let firstWait = Duration.seconds(60)

    /// Works until its task is cancelled.
    func run() async {
        var wait = Self.firstWait
        while (try? await Task.sleep(for: wait)) != nil {
            wait = Self.interval
            do {
                try await answers.forget()
                let swept = try await retention.sweep(periods())
                logger.info(
                    "retention",
                    [
                        "actions": .count(swept.actions), "deliveries": .count(swept.deliveries),
                        "prunes": .count(swept.prunes),
                    ])
            } catch {
                logger.error("retention", ["error": .error(error)])
            }
        }
    }
}

extension RetentionConfiguration {
    /// The same, as the store reads it.
    var periods: RetentionPeriods {
        RetentionPeriods(actions: actionsDays, deliveries: deliveriesDays, prunes: prunesDays)
    }
}
