import CMariaDB
import Glibc
import ServiceRuntime

/// Opens sessions: library set-up, options, TLS.
enum Connector {
    // The library's own first-use check is not thread-safe; a static is.
    private static let libraryIsReady: Bool = mysql_server_init(0, nil, nil) == 0

    /// A connected handle, to be closed by the caller.
    static func connect(_ configuration: DatabaseConfiguration) throws(MariaDBError) -> UnsafeMutablePointer<MYSQL> {
        guard libraryIsReady, let handle = unsafe mysql_init(nil) else {
            throw MariaDBError(
                code: 2008, sqlState: "HY001", message: "libmariadb could not be set up", category: .other,
                address: configuration.address)
        }
        unsafe setOptions(of: handle, configuration)
        let connected = unsafe mysql_real_connect(
            handle, configuration.socket == nil ? configuration.host : "localhost", configuration.user,
            configuration.password.reveal(), configuration.database, UInt32(clamping: configuration.port),
            configuration.socket, UInt(CLIENT_FOUND_ROWS))
        guard unsafe connected != nil else {
            let error = unsafe failure(of: handle, address: configuration.address, outcomeUnknown: false)
            unsafe mysql_close(handle)
            throw connectionFailure(error)
        }
        // With MYSQL_OPT_SSL_ENFORCE alone the library goes on in the clear when the server offers no TLS.
        guard unsafe !configuration.requiresTLS || mysql_get_ssl_cipher(handle) != nil else {
            unsafe mysql_close(handle)
            throw MariaDBError(
                code: 2026, sqlState: "HY000", message: "the server offers no TLS, and the site's settings ask for it",
                category: .cannotConnect, address: configuration.address)
        }
        // Programs that we start must not inherit the connection.
        _ = unsafe fcntl(Int32(truncatingIfNeeded: mysql_get_socket(handle)), F_SETFD, FD_CLOEXEC)
        return unsafe handle
    }

    /// The last error of `handle`.
    static func failure(
        of handle: UnsafeMutablePointer<MYSQL>, address: String, outcomeUnknown: Bool
    ) -> MariaDBError {
        let code = unsafe Int(mysql_errno(handle))
        return unsafe MariaDBError(
            code: code, sqlState: String(cString: mysql_sqlstate(handle)),
            message: String(cString: mysql_error(handle)),
            category: .init(code: code, outcomeUnknown: outcomeUnknown), address: address)
    }

    // A connection that breaks during the handshake never was one.
    private static func connectionFailure(_ error: MariaDBError) -> MariaDBError {
        guard case .connectionLost = error.category else { return error }
        return MariaDBError(
            code: error.code, sqlState: error.sqlState, message: error.message, category: .cannotConnect,
            address: error.address)
    }

    private static func setOptions(of handle: UnsafeMutablePointer<MYSQL>, _ configuration: DatabaseConfiguration) {
        unsafe setNumber(MYSQL_OPT_CONNECT_TIMEOUT, UInt32(clamping: configuration.connectTimeout), of: handle)
        unsafe setNumber(MYSQL_OPT_READ_TIMEOUT, UInt32(clamping: configuration.readTimeout), of: handle)
        unsafe setNumber(MYSQL_OPT_WRITE_TIMEOUT, UInt32(clamping: configuration.writeTimeout), of: handle)
        // Otherwise a hostile server may ask for any file of ours.
        unsafe setNumber(MYSQL_OPT_LOCAL_INFILE, 0, of: handle)
        unsafe mysql_options(handle, MYSQL_SET_CHARSET_NAME, "utf8mb4")
        if configuration.requiresTLS || configuration.tlsCA != nil {
            unsafe setFlag(MYSQL_OPT_SSL_ENFORCE, of: handle)
        }
        guard let authority = configuration.tlsCA else { return }
        unsafe mysql_options(handle, MYSQL_OPT_SSL_CA, authority)
        unsafe setFlag(MYSQL_OPT_SSL_VERIFY_SERVER_CERT, of: handle)
    }

    private static func setNumber(_ option: mysql_option, _ value: UInt32, of handle: UnsafeMutablePointer<MYSQL>) {
        var value = value
        unsafe mysql_options(handle, option, &value)
    }

    private static func setFlag(_ option: mysql_option, of handle: UnsafeMutablePointer<MYSQL>) {
        var value: my_bool = 1
        unsafe mysql_options(handle, option, &value)
    }
}
