/// The values of PHP's `MYSQLI_CLIENT_*` constants, which `MYSQL_CLIENT_FLAGS` in a wp-config.php is made of.
package enum MySQLClientFlags {
    /// An UPDATE counts the rows found, not those changed.
    package static let foundRows: Int64 = 2
    /// The connection is compressed.
    package static let compress: Int64 = 32
    /// The connection is encrypted, and the server's certificate is not verified.
    package static let doNotVerify: Int64 = 64
    /// Blanks may stand after a function's name.
    package static let ignoreSpace: Int64 = 256
    /// The server's `interactive_timeout` holds instead of `wait_timeout`.
    package static let interactive: Int64 = 1024
    /// The connection is encrypted.
    package static let tls: Int64 = 2048
    /// The server's certificate is verified.
    package static let verify: Int64 = 1 << 30
}
