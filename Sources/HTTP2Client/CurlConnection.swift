import CCurl
import Glibc

/// An open TLS connection on which HTTP/2 was agreed: libcurl moves its bytes, never blocking.
@safe final class CurlConnection: @unchecked Sendable {
    // `@unchecked Sendable`: the dial thread makes it and hands it to the loop thread through the mailbox; from then on
    // only the loop thread uses it.

    /// What an attempt to move bytes came to.
    enum Transfer {
        case moved(Int)
        /// Nothing can be moved now.
        case again
        /// The connection is over, in libcurl's words.
        case ended(String)
    }

    /// The socket, for poll.
    let descriptor: Int32
    private let handle: UnsafeMutableRawPointer
    private let agreed: UnsafeMutablePointer<ccurl_protocol>
    private let errorText: UnsafeMutablePointer<CChar>

    /// Takes over a connected `handle`, the `agreed` protocol its TLS context points to, and where it writes errors.
    init(
        handle: UnsafeMutableRawPointer, agreed: UnsafeMutablePointer<ccurl_protocol>,
        errorText: UnsafeMutablePointer<CChar>
    ) {
        unsafe self.handle = handle
        unsafe self.agreed = agreed
        unsafe self.errorText = errorText
        var descriptor: Int32 = -1
        unsafe ccurl_get_descriptor(handle, &descriptor)
        self.descriptor = descriptor
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        unsafe agreed.deallocate()
        unsafe errorText.deallocate()
    }

    /// Sends from the start of `bytes`. After `.again` the same bytes must be offered, at the same address.
    func send(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        var count = 0
        let result = unsafe curl_easy_send(handle, bytes.baseAddress, bytes.count, &count)
        return transfer(result, count)
    }

    /// Receives into `buffer`; read until `.again` before polling, for TLS may hold decrypted bytes.
    func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        var count = 0
        let result = unsafe curl_easy_recv(handle, buffer.baseAddress, buffer.count, &count)
        if result == CURLE_OK, count == 0 { return .ended("the server closed the connection") }
        return transfer(result, count)
    }

    private func transfer(_ result: CURLcode, _ count: Int) -> Transfer {
        switch result {
        case CURLE_OK: return .moved(count)
        case CURLE_AGAIN: return .again
        default:
            let detail = unsafe String(cString: errorText)
            let words = detail.isEmpty ? unsafe String(cString: curl_easy_strerror(result)) : detail
            return .ended("the connection broke (libcurl \(result.rawValue): \(words))")
        }
    }
}
