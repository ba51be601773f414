import PushStore
import Telemetry

extension PruneSummary {
    /// One line for what was done and, as important, what was not.
    func log(to logger: Logger) {
        logger.info(
            "pruned",
            [
                "removed": .count(removed), "verdicts": .count(verdicts), "reported": .count(reported),
                "changed_meanwhile": .count(changed), "registered_later": .count(registeredLater),
                "known": .count(repeated),
            ])
    }
}
