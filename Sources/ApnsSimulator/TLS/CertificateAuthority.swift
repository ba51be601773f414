import COpenSSL

/// The simulator's certificate authority: made in a directory at the first start, used again later.
final class CertificateAuthority: Sendable {
    let certificate: Certificate
    let key: PrivateKey
    /// The authority's certificate, which clients are to trust.
    let file: String
    private let directory: String

    /// Opens the authority in `directory`, which is made when missing.
    init(directory: String) throws(SimulatorError) {
        self.directory = directory
        file = "\(directory)/ca.pem"
        try TextFile.makeDirectory(directory)
        let keyFile = "\(directory)/ca-key.pem"
        if TextFile.exists(file), TextFile.exists(keyFile) {
            certificate = try Certificate(pem: try TextFile.read(file))
            key = try PrivateKey(pem: try TextFile.read(keyFile))
            return
        }
        key = try PrivateKey()
        certificate = try Certificate(
            Certificate.Contents(
                subject: [("O", "apns-simulator"), ("CN", "apns-simulator test authority")],
                extensions: [
                    (NID_basic_constraints, "critical,CA:TRUE"), (NID_key_usage, "critical,keyCertSign,cRLSign"),
                    (NID_subject_key_identifier, "hash"),
                ]),
            key: key, issuer: nil)
        try TextFile.write(try key.pem(), to: keyFile, mode: 0o600)
        try TextFile.write(try certificate.pem(), to: file, mode: 0o644)
    }

    /// The server certificate that the setting asks for, and its key; the valid one is kept in `server.pem`.
    func server(_ kind: SimulatorSettings.ServerCertificate) throws(SimulatorError) -> (Certificate, PrivateKey) {
        guard kind == .valid else { return try newServer(kind) }
        let file = "\(directory)/server.pem"
        if TextFile.exists(file) {
            let pem = try TextFile.read(file)
            let certificate = try Certificate(pem: pem)
            if certificate.isGood(forSeconds: 86_400) { return (certificate, try PrivateKey(pem: pem)) }
        }
        let (certificate, key) = try newServer(.valid)
        try TextFile.write(try certificate.pem() + key.pem(), to: file, mode: 0o600)
        return (certificate, key)
    }

    private func newServer(_ kind: SimulatorSettings.ServerCertificate) throws(SimulatorError) -> (
        Certificate, PrivateKey
    ) {
        let names = kind == .wrongHost ? "DNS:wrong.invalid" : "DNS:localhost,IP:127.0.0.1,IP:::1"
        let key = try PrivateKey()
        let certificate = try Certificate(
            Certificate.Contents(
                subject: [("CN", kind == .wrongHost ? "wrong.invalid" : "localhost")],
                daysFromNow: kind == .expired ? -30...(-1) : -1...820,
                extensions: [
                    (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
                    (NID_ext_key_usage, "serverAuth"), (NID_subject_alt_name, names),
                ]),
            key: key, issuer: kind == .selfSigned ? nil : (self.certificate, self.key))
        return (certificate, key)
    }
}
