import ApplePush
import HTTP2Client
import PushCore

/// The page `Verdicts.md` as the table in the code says it must be.
enum VerdictPage {
    /// What a push that surely never reached Apple comes to, by what went wrong.
    static let failures = [
        TransportFailure.Kind.cannotConnect, .tls, .protocolError, .streamReset, .connectionLost, .deadline, .refused,
        .stopped,
    ].map { kind in
        ApnsVerdict.failure(TransportFailure(kind: kind, processed: .no, message: ""), isReplaceable: false)
    }

    static var text: String {
        var lines = [
            "# Verdicts",
            "",
            "What each answer of Apple's comes to. Written by VerdictPageTests from `ApnsVerdict.table`: do not edit.",
            "",
            "The columns token and credential are what the answer says about them. What the column breaker names is held",
            "back: its pushes are answered `retry` with the same reason, without network and without costing a try, until",
            "a single push that is let through as a probe brings an answer that shows the cause to be gone. The first",
            "probe goes after 5 s (a device: 1 s or Retry-After; after too many token updates: 1 min, for calls 1 s), each",
            "that fails doubles the pause up to 5 min (10 min; 20 min, 10 s). A topic stops after 5 refusals in a row, for a",
            "device token of a wrong kind is refused in the same words; an environment after 20 failures of Apple's in a row.",
            "A new credential starts without any of this.",
            "",
            "## Answers with a known reason",
            "",
        ]
        lines += heading(first: "HTTP")
        lines += ApnsVerdict.table.map { row("\($0.status)", $0.reason.text, $0.verdict) }
        lines += ["", "## Answers with another reason, or none", "", "The status decides.", ""]
        lines += heading(first: "HTTP")
        let others = [("200", 200), ("410", 410), ("403", 403), ("429", 429), ("other 4xx", 400), ("all else", 500)]
        lines += others.map { row($0, "any", ApnsVerdict.answer(status: $1, reason: nil)) }
        lines += ["", "## No answer", "", "Surely not processed: tried again, and the try costs no attempt.", ""]
        lines += heading(first: "HTTP")
        lines += failures.map { row("none", $0.reason.text, $0.verdict) }
        lines += [
            "", "Perhaps processed: an alert (its second copy replaces the first) has the verdicts above, and the try",
            "costs an attempt. Everything else is never sent twice:", "",
        ]
        lines += heading(first: "HTTP")
        lines.append(row("none", ApnsReason.outcomeUnknown.text, .outcomeUnknown))
        lines += [
            "", "## Decided here", "",
            "Without asking Apple, or (`EnvironmentUnproven`) after an answer that is not enough. A message that breaks a",
            "rule is no delivery at all: its action ends `failed` with the reason.", "",
        ]
        lines += heading(first: "HTTP")
        lines += LocalVerdict.allCases.map(row)
        lines += ["", "## What they mean", "", "| reason | meaning | what to do |", "|---|---|---|"]
        for reason in reasons {
            guard let hint = ReasonHint.of(reason) else { continue }
            lines.append("| `\(reason)` | \(hint.meaning) | \(hint.remedy) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Every reason that a delivery can have from a sender, each once.
    static var reasons: [ApnsReason] {
        let own = LocalVerdict.allCases.map { ApnsReason($0.rawValue) }
        var seen = Set<ApnsReason>()
        return (ApnsVerdict.table.map(\.reason) + failures.map(\.reason) + own).filter { seen.insert($0).inserted }
    }

    private static func heading(first: String) -> [String] {
        [
            "| \(first) | reason | status | class | scope | token | credential | breaker | wait |",
            "|---|---|---|---|---|---|---|---|---|",
        ]
    }

    private static func row(_ http: String, _ reason: String, _ verdict: ApnsVerdict) -> String {
        let cells = [
            http, reason == "any" ? reason : "`\(reason)`", "`\(verdict.status.rawValue)`",
            verdict.errorClass.map { "`\($0.rawValue)`" } ?? "–", verdict.scope.rawValue, verdict.token.rawValue,
            verdict.credential.rawValue, verdict.breaker.rawValue, verdict.status == .retry ? wait(verdict.pace) : "–",
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }

    private static func row(_ verdict: LocalVerdict) -> String {
        let cells = [
            "none", "`\(verdict.rawValue)`", "`\(verdict.status.rawValue)`",
            verdict.errorClass.map { "`\($0.rawValue)`" } ?? "–", verdict.scope.rawValue, "keep", "keep", "–",
            verdict.status == .retry ? wait(.transport) : "–",
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }

    private static func wait(_ pace: RetryPace) -> String {
        switch pace {
        case .apple: "15 × base"
        case .transport: "base / 60"
        case .normal: "base"
        }
    }
}
