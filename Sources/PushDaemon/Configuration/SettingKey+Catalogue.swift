import PushCore

extension SettingKey {
    static let wpConfig = SettingKey(
        "database", "wp_config",
        "Path of the site's wp-config.php: database and table prefix are read from it (nothing is executed).")
    static let host = SettingKey(
        "database", "host", default: "localhost", "Each of the following wins over wp-config.php.")
    static let port = SettingKey("database", "port", default: "3306", "TCP port of the server.")
    static let socket = SettingKey("database", "socket", "Path of the server's socket; used instead of host and port.")
    static let databaseName = SettingKey("database", "name", "Name of the database.")
    static let user = SettingKey("database", "user", "Database user.")
    static let password = SettingKey(
        "database", "password", secret: true, "Its password; put it in quotes when it holds ; or #.")
    static let passwordFile = SettingKey("database", "password_file", "A file with the password, instead of password.")
    static let tlsCA = SettingKey(
        "database", "tls_ca", "PEM file of the authority that signed the server's certificate; given: TLS is a must.")
    static let tablePrefix = SettingKey("database", "table_prefix", default: "wp_", "The site's base table prefix.")

    static let keyFile = SettingKey(
        "secrets", "key_file", default: "/etc/push-bridge/push-bridge.key",
        "Secret key that opens the stored credentials.")
    static let previousKeyFile = SettingKey(
        "secrets", "previous_key_file",
        "The key before, during a change of keys; unset: key_file with .previous behind it, if there is one.")

    static let stateDirectory = SettingKey(
        "state", "directory", default: "/var/lib/push-bridge", "Journal of results, one locked subdirectory per daemon."
    )

    /// The key that lists the usermeta keys of one kind of token.
    static func metaKeys(_ kind: TokenKind) -> SettingKey {
        SettingKey(
            "tokens", "\(kind.rawValue)_meta_keys", default: kind.defaultMetaKey, perApp: true,
            "usermeta keys that hold \(kind.rawValue) tokens, separated by commas.")
    }
    static let otherMetaKeys = SettingKey(
        "tokens", "other_meta_keys", perApp: true,
        "Keys of other platforms, KEY:PLATFORM separated by commas; their recipients answer unsupported.")

    static let productionURL = SettingKey(
        "apns", "production_url", default: "https://api.push.apple.com", perApp: true, "Apple's server; https only.")
    static let sandboxURL = SettingKey(
        "apns", "sandbox_url", default: "https://api.sandbox.push.apple.com", perApp: true,
        "Apple's server for development builds; https only.")
    static let productionManageURL = SettingKey(
        "apns", "production_manage_url", perApp: true,
        """
        Server that manages broadcast channels; empty: \(ApnsConfiguration.appleProductionManageURL)
        when production_url is Apple's, else production_url itself.
        """)
    static let sandboxManageURL = SettingKey(
        "apns", "sandbox_manage_url", perApp: true,
        """
        The same for the sandbox; empty: \(ApnsConfiguration.appleSandboxManageURL)
        when sandbox_url is Apple's, else sandbox_url itself.
        """)
    static let caFile = SettingKey(
        "apns", "ca_file", perApp: true, "PEM file of root certificates to trust instead of the system's.")
    static let proxy = SettingKey(
        "apns", "proxy", secret: true, perApp: true, "HTTP proxy, http://[user:password@]host:port.")
    static let environment = SettingKey(
        "apns", "environment", default: "auto", perApp: true,
        "auto (production first, the sandbox when a token is not known there), production or sandbox.")
    static let connections = SettingKey(
        "apns", "connections", default: "4", perApp: true,
        "The most connections per lane, environment and credential, 1 to 100; another is opened when those that stand are full."
    )
    static let maximumStreams = SettingKey(
        "apns", "max_streams", default: "500", perApp: true,
        "Pushes in flight per connection, 1 to 10000; the server's own limit wins when it is lower.")

    static let voipMaximumAge = SettingKey(
        "voip", "max_age", default: "10", perApp: true, "Seconds that a call may wait before it is stale, 0.1 to 3600.")
    static let voipPollInterval = SettingKey(
        "voip", "poll_interval_ms", default: "15", "Milliseconds between two looks for calls, 1 to 60000.")

    static let standardPollInterval = SettingKey(
        "standard", "poll_interval_ms", default: "200",
        "Milliseconds between two looks for everything else, 1 to 60000.")
    static let batch = SettingKey("standard", "batch", default: "500", "Actions taken at once, 1 to 10000.")
    static let maximumInFlight = SettingKey(
        "standard", "max_in_flight", default: "2000", "Actions held at once, 1 to 100000.")

    static let maximumAttempts = SettingKey(
        "retry", "max_attempts", default: "8", "Tries per device before its delivery is exhausted, 1 to 100.")
    static let baseDelay = SettingKey(
        "retry", "base_delay", default: "60",
        "Seconds before the second try, doubled for each further one, 0.001 to 86400.")
    static let maximumDelay = SettingKey(
        "retry", "max_delay", default: "3600", "The longest wait in seconds, 0.001 to 604800.")

    static let pruningMode = SettingKey(
        "pruning", "mode", default: "auto",
        """
        Who removes dead tokens from usermeta: direct (the daemon), plugin (WordPress, right with a persistent
        object cache), report (nobody), auto (plugin when it reports such a cache, else direct).
        """)
    static let breakerShare = SettingKey(
        "pruning", "breaker_share", default: "0.5", "Share of dead tokens in 10 minutes that stops pruning, 0.01 to 1.")
    static let breakerMinimum = SettingKey(
        "pruning", "breaker_minimum", default: "20", "Not before so many dead tokens, 1 to 1000000.")
    static let tombstoneHours = SettingKey(
        "pruning", "tombstone_hours", default: "168", "Hours that a pruned token is not sent to, 0 to 87600.")

    static let actionsDays = SettingKey(
        "retention", "actions_days", default: "31", "Days that finished actions are kept; 0: for ever.")
    static let deliveriesDays = SettingKey(
        "retention", "deliveries_days", default: "31", "Days that their deliveries are kept; 0: for ever.")
    static let prunesDays = SettingKey(
        "retention", "prunes_days", default: "180",
        "Days that a removal can be undone, not shorter than tombstone_hours; 0: for ever.")

    static let wakeListen = SettingKey(
        "wake", "listen", default: "udp://127.0.0.1:9465",
        "Where the site may send a datagram after it enqueued: udp://host:port or unix:/path; empty: off.")
    static let httpListen = SettingKey(
        "http", "listen", default: "127.0.0.1:9464", "Where /healthz, /readyz and /metrics answer; empty: off.")

    static let logFormat = SettingKey("log", "format", default: "text", "text or json.")
    static let logLevel = SettingKey("log", "level", default: "info", "debug, info, warning or error.")

    /// Every key, in the order of the file that `init` writes.
    package static let all: [SettingKey] =
        [
            wpConfig, host, port, socket, databaseName, user, password, passwordFile, tlsCA, tablePrefix, keyFile,
            previousKeyFile, stateDirectory,
        ] + TokenKind.allCases.map(metaKeys) + [
            otherMetaKeys, productionURL, sandboxURL, productionManageURL, sandboxManageURL, caFile, proxy, environment,
            connections, maximumStreams,
            voipMaximumAge, voipPollInterval, standardPollInterval, batch, maximumInFlight, maximumAttempts, baseDelay,
            maximumDelay, pruningMode, breakerShare, breakerMinimum, tombstoneHours, actionsDays, deliveriesDays,
            prunesDays, wakeListen, httpListen, logFormat, logLevel,
        ]

    /// The fixed sections, in the same order.
    package static let sections: [String] = all.reduce(into: []) { names, key in
        if names.last != key.section { names.append(key.section) }
    }
}
