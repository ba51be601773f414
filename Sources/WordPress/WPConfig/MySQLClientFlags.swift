/// The values of PHP's `MYSQLI_CLIENT_*` constants, which `MYSQL_CLIENT_FLAGS` in a wp-config.php is made of.
package enum MySQLClientFlags {
    package static let foundRows: Int64 = 2
    package static let compress: Int64 = 32
    /// The connection is encrypted, and the server's certificate is not verified.
    package static let doNotVerify: Int64 = 64
    package static let ignoreSpace: Int64 = 256
    package static let interactive: Int64 = 1024
    /// The connection is encrypted.
    package static let tls: Int64 = 2048
    /// The server's certificate is verified.
    package static let verify: Int64 = 1 << 30
}
