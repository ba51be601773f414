import COpenSSL

/// What every TLS connection of the simulator shares: its certificate, TLS 1.2 or newer, HTTP/2 only.
@safe final class ServerTLS: @unchecked Sendable {
    // `@unchecked Sendable`: an SSL_CTX may be shared by threads once it is set up.
    private let context: OpaquePointer
    private let authority: CertificateAuthority

    /// Shows the certificate of this kind.
    init(_ kind: SimulatorSettings.ServerCertificate, authority: CertificateAuthority) throws(SimulatorError) {
        self.authority = authority
        let (certificate, key) = try authority.server(kind)
        guard let context = unsafe copenssl_server_context() else { throw .openSSL("setting up TLS") }
        unsafe self.context = context
        guard unsafe SSL_CTX_use_certificate(context, certificate.pointer) == 1,
            unsafe SSL_CTX_use_PrivateKey(context, key.pointer) == 1
        else { throw .openSSL("setting up TLS") }
    }

    deinit { unsafe SSL_CTX_free(context) }

    /// TLS for an accepted socket; the caller owns both.
    func accept(_ descriptor: Int32) -> OpaquePointer? {
        guard let ssl = unsafe SSL_new(context) else { return nil }
        unsafe SSL_set_fd(ssl, descriptor)
        unsafe SSL_set_accept_state(ssl)
        return unsafe ssl
    }

    /// The certificate that a client showed in its handshake.
    func clientCertificate(_ ssl: OpaquePointer) -> ClientCertificate? {
        guard let certificate = unsafe SSL_get1_peer_certificate(ssl) else { return nil }
        defer { unsafe X509_free(certificate) }
        return unsafe ClientCertificate(certificate, authority: authority.certificate.pointer)
    }
}
