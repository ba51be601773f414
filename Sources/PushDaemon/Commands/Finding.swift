import JSONText

/// What one check of `doctor` found.
struct Finding {
    /// How it went.
    enum Status: Equatable {
        case ok
        case warning
        /// With the exit code that it stands for.
        case failed(ExitCode)
    }

    let check: String
    let status: Status
    /// What was found, and what to do.
    let text: String

    /// The exit code of a failed check.
    var failure: ExitCode? {
        if case .failed(let code) = status { code } else { nil }
    }

    /// The word at the beginning of its line.
    var mark: String {
        switch status {
        case .ok: "ok     "
        case .warning: "WARNING"
        case .failed: "FAILED "
        }
    }

    /// For machines.
    var json: JSONObject {
        JSONObject([
            ("check", .string(check)), ("status", .string(mark.trimmed.lowercased())), ("text", .string(text)),
        ])
    }
}
