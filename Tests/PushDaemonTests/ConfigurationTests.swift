import MariaDB
import PushCore
import ServiceRuntime
import Telemetry
import Testing
import WordPress

@testable import PushDaemon

@Suite struct ConfigurationTests {
    private static let database = "[database]\nname = site\nuser = push\n"
    private static let path = "/etc/x/push.ini"

    private func load(
        _ text: String, database: Bool = true, _ environment: [String: String] = [:]
    ) throws -> Configuration {
        try ConfigurationLoader.load(
            Array(((database ? Self.database : "") + text).utf8), path: Self.path, environment: environment)
    }

    /// The problems, each without the file's path.
    private func problems(
        _ text: String, database: Bool = true, _ environment: [String: String] = [:]
    ) throws -> [String] {
        do {
            _ = try load(text, database: database, environment)
            return []
        } catch let error as ConfigurationError {
            return error.problems.map { $0.hasPrefix(Self.path + ":") ? String($0.dropFirst(Self.path.count + 1)) : $0 }
        }
    }

    @Test func withoutAnySettingTheContractsDefaultsHold() throws {
        let configuration = try load("")
        #expect(configuration.database.tables.prefix == "wp_")
        #expect(configuration.stateDirectory == "/var/lib/push-bridge")
        #expect(configuration.general.tokens.metaKeys[.standard] == ["mam_ios_device_token"])
        #expect(configuration.general.tokens.metaKeys[.voip] == ["mam_ios_voip_token"])
        #expect(configuration.general.tokens.metaKeys[.liveActivityStart] == ["mam_ios_live_activity_start_token"])
        #expect(configuration.general.tokens.otherMetaKeys.isEmpty)
        #expect(configuration.general.apns.productionURL == "https://api.push.apple.com")
        #expect(configuration.general.apns.sandboxURL == "https://api.sandbox.push.apple.com")
        #expect(configuration.general.apns.environment == .auto)
        #expect(configuration.general.voipMaximumAge == 10_000)
        #expect(configuration.voipPollInterval == 15)
        #expect(
            configuration.retry
                == RetryConfiguration(maximumAttempts: 8, baseDelay: 60_000, maximumDelay: 3_600_000))
        #expect(
            configuration.pruning
                == PruningConfiguration(mode: .auto, breakerShare: 0.5, breakerMinimum: 20, tombstoneHours: 168))
        #expect(configuration.wakeListen == .udp(ListenAddress(host: "127.0.0.1", port: 9465)))
        #expect(configuration.httpListen == ListenAddress(host: "127.0.0.1", port: 9464))
        #expect(configuration.logFormat == .text)
        #expect(configuration.logLevel == .info)
    }

    @Test func channelsAreManagedAtApplesOwnHostsForItAndElsewhereAtThePushServer() throws {
        let apple = try load("").general.apns
        #expect(apple.manageURL(.production) == "https://api-manage-broadcast.push.apple.com:2196")
        #expect(apple.manageURL(.sandbox) == "https://api-manage-broadcast.sandbox.push.apple.com:2195")
        let other = try load(
            """
            [apns]
            production_url = https://127.0.0.1:8443
            sandbox_url = https://api.development.push.apple.com:2197
            [app.news]
            production_manage_url = https://relay.example.com:2196
            """)
        #expect(other.general.apns.manageURL(.production) == "https://127.0.0.1:8443")
        #expect(
            other.general.apns.manageURL(.sandbox) == "https://api-manage-broadcast.sandbox.push.apple.com:2195")
        #expect(other.app("news").apns.manageURL(.production) == "https://relay.example.com:2196")
        #expect(other.app("news").apns.manageURL(.sandbox) == other.general.apns.manageURL(.sandbox))
    }

    @Test func everyDefaultPassesItsOwnCheckAndEveryKeyIsAskedFor() throws {
        let database = "[database]\nhost = h\nport = 1\nsocket = /s\nname = n\nuser = u\npassword = p\ntls_ca = /c\n"
        let settings = try load(database + "table_prefix = x_\n", database: false).settings
        let asked = Set(settings.map { "\($0.section).\($0.key)" })
        let known = Set(SettingKey.all.map { "\($0.section).\($0.name)" })
        #expect(known.subtracting(asked) == ["database.wp_config", "database.password_file"])
    }

    @Test func aVariableWinsOverTheFileEvenWhenItIsEmpty() throws {
        let text = "[wake]\nlisten = udp://127.0.0.1:1\n[voip]\nmax_age = 20\n"
        let configuration = try load(text, ["PUSH_BRIDGE_WAKE_LISTEN": "", "PUSH_BRIDGE_VOIP_MAX_AGE": "2.5"])
        #expect(configuration.wakeListen == nil)
        #expect(configuration.general.voipMaximumAge == 2500)
        #expect(configuration.app("any").voipMaximumAge == 2500)
    }

    @Test func everySettingKnowsWhoGaveIt() throws {
        let configuration = try load(
            "[log]\nlevel = debug\n[app.news]\nmax_age = 3\n", ["PUSH_BRIDGE_DATABASE_PASSWORD": "s3cret"])
        func origin(_ section: String, _ key: String) -> SettingOrigin? {
            configuration.settings.first { $0.section == section && $0.key == key }?.origin
        }
        #expect(origin("log", "level") == .file(path: Self.path, line: 5))
        #expect(origin("log", "format") == .byDefault)
        #expect(origin("app.news", "max_age") == .file(path: Self.path, line: 7))
        #expect(origin("database", "password") == .variable("PUSH_BRIDGE_DATABASE_PASSWORD"))
        #expect(configuration.database.password.reveal() == "s3cret")
        #expect(!configuration.settings.contains { $0.shown.contains("s3cret") })
    }

    @Test func retentionMustNotForgetTombstones() throws {
        let reason = "prunes_days: 6 days are shorter than [pruning] tombstone_hours (168)"
        let short = try problems("[retention]\nprunes_days = 6\n")
        #expect(short.count == 1)
        #expect(short.first?.hasPrefix("5: \(reason)") == true, "\(short)")
        #expect(short.first?.contains("at least 7 days, or 0") == true)
        let long = try problems("[pruning]\ntombstone_hours = 4321\n")
        #expect(long.first?.hasPrefix("5: prunes_days: 180 days") == true, "\(long)")
        #expect(long.first?.contains("at least 181 days") == true)
        #expect(try problems("[retention]\nprunes_days = 7\n").isEmpty)
        #expect(try problems("[retention]\nprunes_days = 0\n[pruning]\ntombstone_hours = 9000\n").isEmpty)
    }

    @Test func unknownNamesAreErrorsWithTheirLineAndWhatWasMeant() throws {
        let found = try problems(
            """
            [vip]
            [voip]
            max_aeg = 10
            level = debug
            [app.news]
            poll_interval_ms = 3
            [app.a b]
            """)
        #expect(
            found == [
                #"4: unknown section [vip]; did you mean "voip"?"#,
                #"6: unknown key "max_aeg" in [voip]; did you mean "max_age"?"#,
                #"7: unknown key "level" in [voip]; it belongs in [log]"#,
                #"9: unknown key "poll_interval_ms" in [app.news]; it cannot differ from app to app"#,
                "10: [app.a b]: an app's name has 1 to 64 of the characters A-Z a-z 0-9 . _ -",
            ])
    }

    @Test func allProblemsAreShownAtOnce() throws {
        let found = try problems(
            "rubbish\n[voip]\nmax_age = soon\n[log]\nformat = xml\nfotmat = json\n[retry]\nmax_attempts = 0\n",
            ["PUSH_BRIDGE_STANDARD_BATCH": "many"])
        #expect(found.count == 6)
        #expect(found.map { $0.prefix { $0 != ":" } } == ["4", "6", "8", "9", "11", "PUSH_BRIDGE_STANDARD_BATCH"])
    }

    @Test(arguments: [
        ("voip", "max_age", "10s"), ("voip", "max_age", "-1"), ("voip", "max_age", ""), ("voip", "max_age", "1e1"),
        ("voip", "poll_interval_ms", "0"), ("retry", "base_delay", "nan"), ("pruning", "breaker_share", "1.5"),
        ("pruning", "mode", "directly"), ("apns", "production_url", "http://api.push.apple.com"),
        ("apns", "production_url", "https://host/path"), ("apns", "sandbox_url", "https://u:p@host"),
        ("apns", "production_manage_url", "http://x"),
        ("apns", "proxy", "socks5://x:1"), ("wake", "listen", "tcp://127.0.0.1:1"), ("wake", "listen", "udp://x:0"),
        ("http", "listen", "127.0.0.1"), ("http", "listen", "127.0.0.1:99999"), ("log", "level", "verbose"),
        ("database", "port", "x"), ("database", "table_prefix", "wp_`; DROP"), ("state", "directory", ""),
        ("tokens", "other_meta_keys", "android"), ("tokens", "voip_meta_keys", "mam_ios_device_token"),
    ])
    func aValueOutOfItsRangeIsRefusedByName(section: String, key: String, value: String) throws {
        let found = try problems("[\(section)]\n\(key) = \(value)\n")
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("5: \(key)") == true, "\(found)")
    }

    @Test func plainHTTPIsRefusedWithTheReason() throws {
        let found = try problems("[apns]\nproduction_url = http://127.0.0.1:8443\n")
        #expect(found.first?.contains("only over https://") == true)
    }

    @Test func anAppHasItsOwnSettingsOnTopOfTheGeneralOnes() throws {
        let configuration = try load(
            """
            [apns]
            max_streams = 7
            [app.news]
            environment = sandbox
            standard_meta_keys = news_token, news_old
            max_age = 5
            """)
        let news = configuration.app("news")
        #expect(news.apns.environment == .sandbox)
        #expect(news.apns.maximumStreams == 7)
        #expect(news.tokens.metaKeys[.standard] == ["news_token", "news_old"])
        #expect(news.tokens.metaKeys[.voip] == ["mam_ios_voip_token"])
        #expect(news.voipMaximumAge == 5000)
        #expect(configuration.app("default").apns.environment == .auto)
    }

    @Test func unknownVariablesOfOursAreOnlyAWarning() throws {
        let configuration = try load("", ["PUSH_BRIDGE_VOIP_MAXAGE": "1", "PUSH_BRIDGE_CONFIG": "x", "HOME": "/"])
        #expect(configuration.warnings.count == 1)
        #expect(configuration.warnings.first?.contains(#"did you mean "PUSH_BRIDGE_VOIP_MAX_AGE"?"#) == true)
    }

    @Test func aKeyGivenTwiceIsAnError() throws {
        let found = try problems("[log]\nlevel = info\n[log]\nlevel = debug\n")
        #expect(found == [#"7: "level" is given twice; the first is in line 5"#])
    }

    @Test func aPasswordCutShortByACommentIsAnErrorInsteadOfALogin() throws {
        #expect(try problems("password = abc #def\n").first?.hasPrefix("4: password: put it in quotes") == true)
        #expect(try load("password = 'abc #def'\n").database.password.reveal() == "abc #def")
    }

    @Test func aPasswordFileLosesOneLineEnd() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("pw", "p w\n\n")
        #expect(try load("password_file = \(file)\n").database.password.reveal() == "p w\n")
        #expect(try problems("password_file = \(file)\npassword = x\n").count == 1)
        #expect(try problems("password_file = \(file).missing\n").first?.contains("No such file") == true)
        let configuration = try load("password_file = \(file)\n", ["PUSH_BRIDGE_DATABASE_PASSWORD": ""])
        #expect(configuration.database.password.reveal() == "")
    }

    @Test func relativePathsBeginAtTheFile() throws {
        #expect(try load("[secrets]\nkey_file = my.key\n").keyFile == "/etc/x/my.key")
    }

    @Test func withoutADatabaseTheMissingKeysAreNamed() throws {
        let found = try problems("[log]\n", database: false)
        #expect(found.count == 2)
        #expect(found.allSatisfy { $0.contains("wp_config") })
    }

    private static let site = """
        <?php
        define( 'DB_NAME', 'blog' ); define( 'DB_USER', 'bloguser' ); define( 'DB_PASSWORD', 'p#;w' );
        define( 'DB_HOST', 'db.example.org:3307' );
        $table_prefix = 'blog_';
        """

    @Test func theSitesOwnFileGivesWhatWeDoNot() throws {
        let directory = try TemporaryDirectory()
        try directory.write("wp-config.php", Self.site)
        let text = "[database]\nwp_config = \(directory.path)/wp-config.php\nuser = push\n"
        let database = try load(text, database: false).database
        #expect(database.server == .tcp(host: "db.example.org", port: 3307))
        #expect(database.name == "blog")
        #expect(database.user == "push")
        #expect(database.password.reveal() == "p#;w")
        #expect(database.tables.prefix == "blog_")
        #expect(!database.requiresTLS)
        let other = try load(text + "host = h\n", database: false).database
        #expect(other.server == .tcp(host: "h", port: 3306))
        let socket = try load(text, database: false, ["PUSH_BRIDGE_DATABASE_SOCKET": "/run/s"]).database
        #expect(socket.server == .socket(path: "/run/s"))
    }

    @Test func aSiteThatAsksForTLSGetsNothingLess() throws {
        let directory = try TemporaryDirectory()
        let text = Self.site + "\ndefine( 'MYSQL_CLIENT_FLAGS', MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_COMPRESS );"
        let file = try directory.write("wp-config.php", text)
        let database = try load("[database]\nwp_config = \(file)\n", database: false).database
        #expect(database.requiresTLS && database.connection.requiresTLS)
        #expect(try load("tls_ca = /ca.pem\n").database.connection.requiresTLS)
        #expect(try !load("").database.connection.requiresTLS)
    }

    @Test func onlyAConstantThatNeitherGivesIsAnError() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write(
            "wp-config.php",
            "<?php\ndefine('DB_NAME', getenv('X'));\ndefine('DB_USER', 'u');\ndefine('DB_PASSWORD', getenv('Y'));\n"
                + "define('DB_HOST', 'h:/run/x.sock');\n")
        let text = "[database]\nwp_config = \(file)\n"
        let found = try problems(text, database: false, ["PUSH_BRIDGE_DATABASE_PASSWORD": "x"])
        #expect(found.count == 1)
        #expect(found.first?.contains("DB_NAME") == true)
        #expect(found.first?.contains("PUSH_BRIDGE_DATABASE_NAME") == true)
        let database = try load(text + "name = n\npassword = x\n", database: false).database
        #expect(database.server == .socket(path: "/run/x.sock"))
        #expect(database.tables.prefix == "wp_")
    }

    @Test func aSitesFileThatCannotBeReadIsOneProblem() throws {
        let found = try problems("[database]\nwp_config = /nonexistent/wp-config.php\n", database: false)
        #expect(found == ["2: wp_config: cannot read /nonexistent/wp-config.php: No such file or directory (error 2)"])
    }
}
