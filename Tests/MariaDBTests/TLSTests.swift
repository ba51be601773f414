import MariaDB
import TestSupport
import Testing

@Suite struct TLSTests {
    @Test func withAnAuthorityTheServerMustProveItself() throws {
        let server = try TestMariaDB(
            options: ["--ssl-cert={directory}/cert.pem", "--ssl-key={directory}/key.pem"],
            prepare: { directory in
                for name in ["", "other-"] {
                    try TestCertificate.make(
                        certificate: directory + "/\(name)cert.pem", key: directory + "/\(name)key.pem")
                }
            })
        var configuration = try server.makeDatabase(overTCP: true)
        configuration.tlsCA = server.directory + "/cert.pem"
        let cipher = try Connection(configuration).query("SHOW SESSION STATUS LIKE 'Ssl_cipher'")
        #expect(try #require(cipher.first).string(1) != "")

        configuration.tlsCA = server.directory + "/other-cert.pem"
        let foreign = try #require(#expect(throws: MariaDBError.self) { try Connection(configuration) })
        #expect(foreign.category == .cannotConnect)
        #expect("\(foreign)".contains("tls_ca"))

        configuration.tlsCA = server.directory + "/cert.pem"
        configuration.host = "localhost"
        #expect(throws: MariaDBError.self) { try Connection(configuration) }
    }

    @Test func aServerWithoutTLSIsRefusedWhenAnAuthorityIsGiven() throws {
        var configuration = try TestMariaDB.shared().makeDatabase(overTCP: true)
        configuration.tlsCA = "/etc/ssl/certs/ca-certificates.crt"
        #expect(throws: MariaDBError.self) { try Connection(configuration) }
    }

    @Test func aServerWithoutTLSIsRefusedWhenTLSIsAskedForWithoutAnAuthority() throws {
        var configuration = try TestMariaDB.shared().makeDatabase(overTCP: true)
        _ = try Connection(configuration)
        configuration.requiresTLS = true
        #expect(throws: MariaDBError.self) { try Connection(configuration) }
    }
}
