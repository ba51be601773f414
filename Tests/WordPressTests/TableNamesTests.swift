import Testing
import WordPress

@Suite struct TableNamesTests {
    @Test func everyNameIsBuiltOnTheBasePrefix() throws {
        let tables = try TableNames(prefix: "wp_")
        #expect(tables.name(.userMeta) == "wp_usermeta" && tables.quoted(.actions) == "`wp_pushbridge_actions`")
        #expect(tables.prefix(site: 0) == "wp_" && tables.prefix(site: 1) == "wp_" && tables.prefix(site: 7) == "wp_7_")
        #expect(tables.quotedOptions(site: 7) == "`wp_7_options`")
    }

    @Test func aRenamedUserMetaTableIsUsedAsItIs() throws {
        let tables = try TableNames(prefix: "wp_", customUserMeta: "shared.usermeta", customUsers: "all_users")
        #expect(tables.quoted(.userMeta) == "`shared`.`usermeta`" && tables.quoted(.users) == "`all_users`")
        for name in ["", "a.b.c", "a`b", "a b", ".a", "a."] {
            #expect(throws: WPConfigError.self) { try TableNames(prefix: "wp_", customUserMeta: name) }
        }
    }

    @Test func noNameIsLongerThanMySQLTakes() throws {
        let tables = try TableNames(prefix: String(repeating: "p", count: TableNames.longestPrefix))
        #expect(TableNames.Table.allCases.allSatisfy { tables.name($0).utf8.count <= 64 })
        let tooLong = String(repeating: "p", count: TableNames.longestPrefix + 1)
        #expect(throws: WPConfigError.self) { try TableNames(prefix: tooLong) }
    }
}
