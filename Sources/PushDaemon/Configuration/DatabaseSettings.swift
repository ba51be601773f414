package import ServiceRuntime
package import WordPress

/// How to reach the site's database, and what its tables are called.
package struct DatabaseSettings: Sendable {
    /// Where the server is.
    package enum Server: Sendable, Equatable {
        case tcp(host: String, port: Int)
        case socket(path: String)
    }

    package let server: Server
    package let name: String
    package let user: String
    package let password: Secret<String>
    /// PEM file of the authority that signed the server's certificate.
    package let tlsCA: String?
    /// Whether an unencrypted connection is refused: an authority is given, or wp-config.php asks for TLS.
    package let requiresTLS: Bool
    package let tables: TableNames
    /// The wp-config.php that was read.
    package let wpConfig: String?
}
