import MariaDB
import ServiceRuntime
import TestSupport
import Testing

/// What an admin reads who has set the database up wrongly.
@Suite struct DatabaseFailureTests {
    private func run(_ site: TestSite, _ environment: [String: String] = [:]) throws -> Program.Run {
        try Program.shell(["queue", "list", "--config", site.config], environment: environment, suffix: "")
    }

    @Test func aMissingServerIsNamed() throws {
        let site = try TestSite(schema: false)
        let found = try run(site, ["PUSH_BRIDGE_DATABASE_SOCKET": "/nonexistent/mysql.sock"])
        #expect(found.exitCode == 4)
        #expect(found.errors.contains("/nonexistent/mysql.sock"))
        #expect(found.errors.split(separator: "\n").count == 1)
    }

    @Test func aWrongPasswordIsNamedAndNotShown() throws {
        let site = try TestSite(schema: false)
        let found = try run(site, ["PUSH_BRIDGE_DATABASE_PASSWORD": "hunter2"])
        #expect(found.exitCode == 4)
        #expect(found.errors.contains("Access denied") && found.errors.contains("password"))
        #expect(!found.errors.contains("hunter2"))
    }

    @Test func aMissingTableSaysHowToMakeIt() throws {
        let site = try TestSite(schema: false)
        let found = try run(site)
        #expect(found.exitCode == 4)
        #expect(found.errors.contains("push-bridge migrate --config \(site.config)"), "\(found.errors)")
    }

    @Test func aMissingGrantIsNamed() throws {
        let site = try TestSite()
        let server = try TestMariaDB.shared()
        for host in ["localhost", "127.0.0.1"] {
            let account = "'\(site.connection.user)'@'\(host)'"
            try server.exec("REVOKE ALL ON \(site.connection.database).* FROM \(account)")
            try server.exec("GRANT INSERT ON \(site.connection.database).* TO \(account)")
        }
        let found = try run(site)
        #expect(found.exitCode == 4)
        #expect(found.errors.contains("SELECT command denied"), "\(found.errors)")
        #expect(found.errors.contains("grant"))
    }
}
