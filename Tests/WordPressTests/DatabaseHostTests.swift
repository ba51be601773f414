import Testing
import WordPress

@Suite struct DatabaseHostTests {
    @Test(
        arguments: [
            ("localhost", "localhost", nil, nil), ("db.example.com:3307", "db.example.com", 3307, nil),
            ("localhost:/run/mysqld/mysqld.sock", "localhost", nil, "/run/mysqld/mysqld.sock"),
            (":/tmp/my.sock", "localhost", nil, "/tmp/my.sock"), ("", "localhost", nil, nil),
            ("127.0.0.1:3306:/a.sock", "127.0.0.1", 3306, "/a.sock"), ("[::1]:3306", "::1", 3306, nil),
            ("[::1]", "::1", nil, nil), ("::1", "::1", nil, nil), ("fe80::1:/x", "fe80::1", nil, "/x"),
            ("p:db:3306", "db", 3306, nil), ("db:", "db", nil, nil),
        ] as [(String, String, UInt16?, String?)])
    func everyFormOfDB_HOSTIsTakenApart(text: String, host: String, port: UInt16?, socket: String?) throws {
        let parsed = try DatabaseHost(text)
        #expect(parsed.host == host && parsed.port == port && parsed.socket == socket)
    }

    @Test(arguments: ["db:x", "db:70000", "db:0", "[::1]x", "a b", "[::g]:1", "db:33 06", "::1%eth0"])
    func aHostThatIsNoneIsRefused(text: String) {
        #expect(throws: WPConfigError.self) { try DatabaseHost(text) }
    }
}
