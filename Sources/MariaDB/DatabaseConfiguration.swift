package import ServiceRuntime

/// Where the database is and as whom to speak to it: the `[database]` section, wherever its values came from.
package struct DatabaseConfiguration: Sendable {
    /// Name or address of the server; unused when `socket` is given.
    package var host: String
    /// TCP port, 1…65535.
    package var port: Int
    /// Path of a unix socket, which wins over host and port.
    package var socket: String?
    /// Account name.
    package var user: String
    /// The account's password; empty for none.
    package var password: Secret<String>
    /// Name of the site's database.
    package var database: String
    /// PEM file of the authority that signed the server's certificate; with it TLS and the server's name are enforced.
    package var tlsCA: String?
    /// Whether an unencrypted session is refused although no authority is given.
    package var requiresTLS: Bool
    /// Seconds until an attempt to connect is given up.
    package var connectTimeout: Int
    /// Seconds without an answer until a statement's outcome counts as unknown.
    package var readTimeout: Int
    /// Seconds until a statement that cannot be sent is given up.
    package var writeTimeout: Int

    /// A server over TCP unless `socket` is given; the time-outs suit the queue's short statements.
    package init(
        host: String = "127.0.0.1", port: Int = 3306, socket: String? = nil, user: String, password: Secret<String>,
        database: String, tlsCA: String? = nil, requiresTLS: Bool = false, connectTimeout: Int = 5,
        readTimeout: Int = 30, writeTimeout: Int = 30
    ) {
        self.host = host
        self.port = port
        self.socket = socket
        self.user = user
        self.password = password
        self.database = database
        self.tlsCA = tlsCA
        self.requiresTLS = requiresTLS
        self.connectTimeout = connectTimeout
        self.readTimeout = readTimeout
        self.writeTimeout = writeTimeout
    }

    /// The server as an admin would write it: the socket's path, or host:port.
    package var address: String { socket ?? "\(host):\(port)" }
}
