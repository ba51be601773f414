import Glibc
import ServiceRuntime
import TestSupport
import Testing

/// The daemon as a process, on a site without credentials: what it takes, and how it goes.
@Suite struct DaemonTests {
    private let site: TestSite
    private let config: String

    init() throws {
        site = try TestSite()
        #expect(try site.run("keys", "generate").exitCode == 0)
        #expect(try site.run("migrate").exitCode == 0)
        let more = "\n[http]\nlisten =\n[wake]\nlisten =\n[voip]\nmax_age = 1\n"
        config = try site.directory.write("daemon.ini", site.directory.read("push.ini") + more)
    }

    private func start() throws -> TestProgram {
        try TestProgram(
            [TestProgram.path(of: "push-bridge"), "run", "--config", config], log: "\(site.directory.path)/daemon.log")
    }

    /// Looks again and again for up to 30 seconds.
    private func wait(_ text: String, until isSo: () throws -> Bool) throws {
        let end = MonotonicTime.now.advanced(milliseconds: 30_000)
        while try !isSo() {
            guard MonotonicTime.now < end else { throw TestServerError("waited for \(text) in vain") }
            Thread.sleep(milliseconds: 50)
        }
    }

    private func state(_ id: Int) throws -> String? {
        try site.column("SELECT state FROM wp_pushbridge_actions WHERE id = \(id)").first ?? nil
    }

    private func enqueue(_ type: String, app: String = "default") throws {
        try site.execute(
            "INSERT INTO wp_pushbridge_actions (type, app, user_id, message) VALUES "
                + "('\(type)', '\(app)', 1, '{\"title\":\"a\",\"callkit_payload\":{\"u\":1}}')")
    }

    private func stop(_ daemon: TestProgram) throws {
        daemon.signal(SIGTERM)
        try wait("the daemon's end") { daemon.exitCode != nil }
        let log = try daemon.log
        #expect(daemon.exitCode == 0, "\(log)")
        #expect(try site.column("SELECT COUNT(*) FROM wp_pushbridge_workers") == ["0"])
    }

    @Test func whatRestsIsNotBegunAndACallsTimeGoesOn() throws {
        #expect(try site.run("queue", "pause", "--lane", "voip").exitCode == 0)
        #expect(try site.run("queue", "pause", "--app", "news").exitCode == 0)
        try enqueue("voip")
        try enqueue("standard", app: "news")
        try enqueue("standard")
        let daemon = try start()
        // Nobody has a token: what is begun fails.
        try wait("the action that does not rest") { try state(3) == "failed" }
        try wait("the paused call's end") { try state(1) == "expired" }
        #expect(try state(2) == "queued")
        #expect(try site.run("queue", "resume").exitCode == 0)
        try wait("the resumed action") { try state(2) == "failed" }

        #expect(try site.run("queue", "pause").exitCode == 0)
        try wait("the daemon to know it") { try daemon.log.contains("paused=everything") }
        try enqueue("standard")
        Thread.sleep(milliseconds: 600)
        #expect(try state(4) == "queued")
        try stop(daemon)
    }

    @Test func aDaemonThatWaitsBeforeACopiedSiteStopsWithoutATrace() throws {
        try site.execute("CREATE TABLE wp_options (option_name varchar(191), option_value longtext)")
        try site.execute("INSERT INTO wp_options VALUES ('siteurl', 'https://staging.example.org')")
        try site.execute("INSERT INTO wp_pushbridge_settings (name, value) VALUES ('siteurl', 'https://example.org')")
        let daemon = try start()
        try wait("the daemon to see the copy") { try daemon.log.contains("site_is_a_copy") }
        try stop(daemon)
        #expect(try !daemon.log.contains("ready\n"))
    }
}
