package import MariaDB

extension DatabaseSettings {
    /// What the MariaDB client needs to connect.
    package var connection: DatabaseConfiguration {
        switch server {
        case .tcp(let host, let port):
            DatabaseConfiguration(host: host, port: port, user: user, password: password, database: name, tlsCA: tlsCA)
        case .socket(let path):
            DatabaseConfiguration(socket: path, user: user, password: password, database: name, tlsCA: tlsCA)
        }
    }
}
