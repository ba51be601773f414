/// One file of `migrations/`, as the binary carries it.
package struct Migration: Sendable {
    /// The number that the file's name starts with.
    package let version: Int
    /// The file's name.
    package let name: String
    private let text: [UInt8]

    /// Every migration, oldest first.
    package static let all = [
        Migration(version: 1, name: "0001_schema.sql", text: PackageResources._001_schema_sql),
        Migration(
            version: 2, name: "0002_claim_index_with_app.sql", text: PackageResources._002_claim_index_with_app_sql),
        Migration(version: 3, name: "0003_answers.sql", text: PackageResources._003_answers_sql),
    ]

    /// The version of a database that has them all.
    package static var latest: Int { all.map(\.version).max() ?? 0 }

    /// Its statements for tables with `prefix`, without comments.
    package func statements(prefix: String) -> [String] {
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let code = lines.filter { line in !line.drop { $0 == " " }.hasPrefix("--") }.joined(separator: "\n")
        // No statement of ours has a semicolon inside a text.
        return code.split(separator: ";").map { String($0.replacing("{prefix}", with: prefix)) }
            .filter { statement in statement.contains { !$0.isWhitespace } }
    }

    /// The bytes of the file, for the test that compares them with `migrations/`.
    package var bytes: [UInt8] { text }
}
