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
            "The columns token and credential are what the answer says about them. Of the latter, senders act on",
            "`new connection`, `renew token` and `stop in this environment`.",
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
        return lines.joined(separator: "\n") + "\n"
    }

    private static func heading(first: String) -> [String] {
        [
            "| \(first) | reason | status | class | scope | token | credential | wait |",
            "|---|---|---|---|---|---|---|---|",
        ]
    }

    private static func row(_ http: String, _ reason: String, _ verdict: ApnsVerdict) -> String {
        let cells = [
            http, reason == "any" ? reason : "`\(reason)`", "`\(verdict.status.rawValue)`",
            verdict.errorClass.map { "`\($0.rawValue)`" } ?? "–", verdict.scope.rawValue, verdict.token.rawValue,
            verdict.credential.rawValue, verdict.status == .retry ? wait(verdict.pace) : "–",
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
