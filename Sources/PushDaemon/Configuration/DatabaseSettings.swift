package import ServiceRuntime

/// How to reach the site's database.
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
    /// Whether an unencrypted connection is refused.
    package let requiresTLS: Bool
    /// The site's base table prefix: ASCII letters, digits, `_`.
    package let tablePrefix: String
    /// The wp-config.php that was read.
    package let wpConfig: String?
}
