package import MariaDB

extension DatabaseSettings {
    /// What the MariaDB client needs to connect.
    package var connection: DatabaseConfiguration {
        var connection = DatabaseConfiguration(
            user: user, password: password, database: name, tlsCA: tlsCA, requiresTLS: requiresTLS)
        switch server {
        case .tcp(let host, let port): (connection.host, connection.port) = (host, port)
        case .socket(let path): connection.socket = path
        }
        return connection
    }
}
