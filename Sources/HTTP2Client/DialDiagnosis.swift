import CCurl

/// Turns what libcurl and OpenSSL say about a failed dial into what a person can act on.
struct DialDiagnosis {
    let endpoint: HTTPEndpoint
    let caFile: String?
    let proxy: String?
    let code: CURLcode
    /// libcurl's own text for this attempt, empty when it gave none.
    let text: String
    /// X509_V_… of the server's certificate; 0 when it was good.
    let verifyResult: Int

    /// TLS was agreed but HTTP/2 was not.
    var notHTTP2: TransportFailure {
        failure(
            .tls,
            """
            \(server) did not choose HTTP/2 (ALPN “h2”) in the TLS handshake: check the address, and that no \
            proxy in between takes TLS apart
            """
        )
    }

    var failure: TransportFailure {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            failure(
                .cannotConnect, "the name \(endpoint.host) has no address: check its spelling and this machine's DNS")
        case CURLE_COULDNT_RESOLVE_PROXY:
            failure(.cannotConnect, "the proxy's name has no address: check the proxy setting and this machine's DNS")
        case CURLE_COULDNT_CONNECT:
            failure(
                .cannotConnect,
                """
                \(usesProxy ? "the proxy" : server) refuses connections or cannot be reached: check the \
                address, and that the firewall lets TCP out to it
                """
            )
        case CURLE_OPERATION_TIMEDOUT:
            failure(.cannotConnect, "no connection to \(server) in time: check the network, the proxy and the firewall")
        case CURLE_ABORTED_BY_CALLBACK:
            failure(.stopped, "the dial to \(server) was given up because the pool was stopped")
        case CURLE_RECV_ERROR where usesProxy, CURLE_PROXY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT:
            failure(
                .cannotConnect,
                "the proxy did not open a way to \(server): check the proxy setting, its password, and what it allows")
        case CURLE_PEER_FAILED_VERIFICATION:
            failure(.tls, untrusted)
        case CURLE_SSL_CACERT_BADFILE:
            failure(
                .tls,
                """
                the file of trusted certificates \(caFile ?? "of this system") cannot be read: check ca_file, \
                or install the package ca-certificates
                """
            )
        case CURLE_SSL_CERTPROBLEM:
            failure(
                .tls,
                """
                the client certificate cannot be used: check its passphrase; a PKCS#12 file encrypted with RC2 \
                or 3DES must be exported anew with AES
                """
            )
        case CURLE_SSL_CONNECT_ERROR where text.contains("application protocol"):
            notHTTP2
        case CURLE_SSL_CONNECT_ERROR:
            failure(
                .tls,
                "the TLS handshake with \(server) failed: check the address and, if one is used, the client certificate"
            )
        default:
            failure(.cannotConnect, "no connection to \(server)")
        }
    }

    private var usesProxy: Bool { proxy != nil }

    private var server: String { endpoint.authority }

    private var untrusted: String {
        switch verifyResult {
        case 10: return "the certificate of \(server) has expired, or this machine's clock is wrong"
        case 9: return "the certificate of \(server) is not valid yet, or this machine's clock is wrong"
        // libcurl compares the names before it asks for OpenSSL's verdict, which is then still its initial 1.
        case 0, 1: return "the certificate of \(server) is for another host: check the address"
        default:
            let roots = caFile.map { "ca_file \($0)" } ?? "this system's trusted roots (package ca-certificates)"
            return
                """
                the certificate of \(server) is not signed by a root in \(roots): add the missing root \
                certificate (Apple's APNs uses USERTrust RSA Certification Authority)
                """
        }
    }

    private func failure(_ kind: TransportFailure.Kind, _ advice: String) -> TransportFailure {
        var words = text.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : text
        // libcurl repeats a proxy it cannot use, with its password.
        if let proxy { words = words.replacing(proxy, with: "the proxy") }
        let detail = code == CURLE_OK ? "" : " (libcurl \(code.rawValue): \(words))"
        return TransportFailure(kind: kind, processed: .no, message: advice + detail)
    }
}
