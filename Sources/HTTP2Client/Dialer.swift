import CCurl
import Glibc
import ServiceRuntime

/// Opens one connection with libcurl: DNS, happy eyeballs, proxy, TLS, both sides' certificates. Blocks, so it needs a
/// thread of its own.
@safe struct Dialer {
    private let configuration: PoolConfiguration
    private let handle: UnsafeMutableRawPointer
    private let agreed: UnsafeMutablePointer<ccurl_protocol>
    private let errorText: UnsafeMutablePointer<CChar>

    private static let initialized: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Dials; gives up about a second after `cancelled` was set.
    static func connect(_ configuration: PoolConfiguration, cancelled: Cancellation)
        -> Result<CurlConnection, TransportFailure>
    {
        guard initialized, let handle = unsafe curl_easy_init() else {
            let message = "libcurl cannot start: out of memory, or an installation that is not complete"
            return .failure(TransportFailure(kind: .cannotConnect, processed: .no, message: message))
        }
        return unsafe Dialer(configuration, handle).connect(cancelled)
    }

    private init(_ configuration: PoolConfiguration, _ handle: UnsafeMutableRawPointer) {
        self.configuration = configuration
        unsafe self.handle = handle
        unsafe agreed = .allocate(capacity: 1)
        unsafe agreed.initialize(to: ccurl_protocol(is_http2: 0))
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    private func connect(_ cancelled: Cancellation) -> Result<CurlConnection, TransportFailure> {
        setUp()
        unsafe ccurl_set_progress(
            handle,
            { @Sendable context, _, _, _, _ in
                guard let context = unsafe context else { return 0 }
                return unsafe Unmanaged<Cancellation>.fromOpaque(context).takeUnretainedValue().isSet ? 1 : 0
            }, Unmanaged.passUnretained(cancelled).toOpaque())
        let result = withExtendedLifetime(cancelled) { unsafe curl_easy_perform(handle) }
        // The connection outlives this function, `cancelled` need not.
        unsafe ccurl_set_progress(handle, nil, nil)
        let isHTTP2 = unsafe agreed.pointee.is_http2 == 1
        if result == CURLE_OK, isHTTP2 {
            return unsafe .success(CurlConnection(handle: handle, agreed: agreed, errorText: errorText))
        }
        let diagnosis = DialDiagnosis(
            endpoint: configuration.endpoint, caFile: configuration.caFile, proxy: configuration.proxy,
            code: result, text: unsafe String(cString: errorText), verifyResult: verifyResult)
        unsafe curl_easy_cleanup(handle)
        unsafe agreed.deallocate()
        unsafe errorText.deallocate()
        return .failure(result == CURLE_OK ? diagnosis.notHTTP2 : diagnosis.failure)
    }

    private func setUp() {
        let endpoint = configuration.endpoint
        unsafe ccurl_set_error_buffer(handle, errorText)
        set(CURLOPT_URL, "https://\(endpoint.host):\(endpoint.port)/")
        set(CURLOPT_PROTOCOLS_STR, "https")
        set(CURLOPT_CONNECT_ONLY, 1)
        set(CURLOPT_HTTP_VERSION, 2)  // CURL_HTTP_VERSION_1_1: libcurl must not put its own HTTP/2 on the connection.
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_NETRC, 0)
        // An empty proxy and exception list keep https_proxy and no_proxy of the environment out.
        set(CURLOPT_PROXY, configuration.proxy ?? "")
        set(CURLOPT_NOPROXY, "")
        set(CURLOPT_HTTPPROXYTUNNEL, configuration.proxy == nil ? 0 : 1)

        set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeoutMilliseconds)
        set(CURLOPT_QUICK_EXIT, 1)  // Without it a DNS lookup in progress holds the thread after the time limit.
        set(CURLOPT_HAPPY_EYEBALLS_TIMEOUT_MS, 150)
        set(CURLOPT_DNS_SHUFFLE_ADDRESSES, 1)
        set(CURLOPT_TCP_NODELAY, 1)
        set(CURLOPT_TCP_KEEPALIVE, 1)
        set(CURLOPT_TCP_KEEPIDLE, 30)
        set(CURLOPT_TCP_KEEPINTVL, 10)
        unsafe ccurl_set_user_timeout(handle, configuration.userTimeoutMilliseconds)

        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_SSLVERSION, 6)  // CURL_SSLVERSION_TLSv1_2: at least TLS 1.2.
        set(CURLOPT_SSL_SESSIONID_CACHE, 0)  // CVE-2026-8932: a resumed session would not prove the client's key.
        if let caFile = configuration.caFile {
            set(CURLOPT_CAINFO, caFile)
            unsafe ccurl_set_text(handle, CURLOPT_CAPATH, nil)
        }
        if let identity = configuration.identity { present(identity) }
        unsafe ccurl_offer_only_http2(handle, agreed)
    }

    private func present(_ identity: ClientIdentity) {
        let passphrase: Secret<String>?
        switch identity.contents {
        case .pem(let bytes, let secret):
            set(CURLOPT_SSLCERTTYPE, "PEM")
            set(CURLOPT_SSLKEYTYPE, "PEM")
            set(CURLOPT_SSLCERT_BLOB, bytes)
            set(CURLOPT_SSLKEY_BLOB, bytes)
            passphrase = secret
        case .p12(let bytes, let secret):
            set(CURLOPT_SSLCERTTYPE, "P12")
            set(CURLOPT_SSLCERT_BLOB, bytes)
            passphrase = secret
        }
        if let passphrase { set(CURLOPT_KEYPASSWD, passphrase.reveal()) }
    }

    /// OpenSSL's verdict on the server's certificate (X509_V_…), 0 when it was good or never seen.
    private var verifyResult: Int {
        var result = 0
        unsafe ccurl_get_number(handle, CURLINFO_SSL_VERIFYRESULT, &result)
        return result
    }

    private func set(_ option: CURLoption, _ number: Int) { unsafe ccurl_set_number(handle, option, number) }

    private func set(_ option: CURLoption, _ text: String) {
        unsafe text.withCString { unsafe _ = ccurl_set_text(handle, option, $0) }
    }

    private func set(_ option: CURLoption, _ bytes: Secret<[UInt8]>) {
        unsafe bytes.reveal().withUnsafeBytes { unsafe _ = ccurl_set_bytes(handle, option, $0.baseAddress, $0.count) }
    }
}
