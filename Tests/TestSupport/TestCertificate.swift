/// Self-signed certificates for servers on 127.0.0.1.
package enum TestCertificate {
    /// Writes a new certificate and its key as PEM files.
    package static func make(certificate: String, key: String) throws {
        try Command.run(
            [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2", "-keyout", key,
                "-out",
                certificate,
            ], log: certificate + ".log")
    }
}
