/// How a command ends (contract, section 7).
package enum ExitCode: Int32, Sendable, CaseIterable {
    case ok = 0
    case failed = 1
    case usage = 2
    case configuration = 3
    case database = 4
    case credentials = 5

    /// One line for the manuals.
    var help: String {
        switch self {
        case .ok: "all went well"
        case .failed: "the command could not do what was asked"
        case .usage: "the command line is wrong"
        case .configuration: "the configuration is wrong or cannot be read"
        case .database: "the database cannot be used"
        case .credentials: "a key or credential is missing, wrong or unsafe"
        }
    }
}
