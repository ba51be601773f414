/// Why a text is not the address of a server. It does not repeat the text, which may hold a password by mistake.
package struct HTTPEndpointError: Error, Hashable, CustomStringConvertible {
    /// What is wrong with the text.
    package enum Problem: Sendable { case notHTTPS, badHost, badPort }

    package let problem: Problem

    package var description: String {
        let found =
            switch problem {
            case .notHTTPS: "the address does not begin with https://"
            case .badHost: "the host is missing or is not a plain name or IP address"
            case .badPort: "the port is not a number from 1 to 65535"
            }
        return "\(found); write https://host or https://host:port, without a path, user or query"
    }
}
