/// What an audit has found.
package struct TokenAuditReport: Sendable {
    /// Rows of usermeta that hold tokens.
    package internal(set) var rows = 0
    /// Users who have at least one token.
    package internal(set) var users = 0
    /// Tokens, each as often as it stands there.
    package internal(set) var tokens = 0
    /// How often each reason was found.
    package internal(set) var counts: [TokenFinding.Reason: Int] = [:]
    /// The first findings, in the order of the rows.
    package internal(set) var findings: [TokenFinding] = []
}
