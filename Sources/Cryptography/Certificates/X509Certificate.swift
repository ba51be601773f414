import COpenSSL
import Glibc

/// One X.509 certificate as OpenSSL holds it.
@safe final class X509Certificate {
    private let context: OpenSSLContext
    let pointer: OpaquePointer

    /// Reads DER; nil when it is not a certificate.
    init?(der: [UInt8], in context: OpenSSLContext) {
        guard let pointer = unsafe copenssl_certificate_read(context.library, der, der.count) else { return nil }
        unsafe self.pointer = unsafe pointer
        self.context = context
    }

    /// Takes over a certificate that OpenSSL made within `context`.
    init(owning pointer: OpaquePointer, in context: OpenSSLContext) {
        unsafe self.pointer = unsafe pointer
        self.context = context
    }

    deinit {
        unsafe X509_free(pointer)
    }

    /// The certificate's bytes.
    var der: [UInt8] {
        let size = unsafe i2d_X509(pointer, nil)
        guard size > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        unsafe bytes.withUnsafeMutableBufferPointer {
            var target = $0.baseAddress
            unsafe i2d_X509(pointer, &target)
        }
        return bytes
    }

    /// The subject as text, e.g. `UID=com.example.app, CN=Apple Push Services: com.example.app`.
    var subject: String {
        let text = unsafe OpenSSLText.written { unsafe copenssl_name_print($0, X509_get_subject_name(pointer)) == 1 }
        return String(decoding: text ?? [], as: UTF8.self)
    }

    /// The first value of one attribute of the subject, by OpenSSL's number for it (`NID_…`).
    func subjectAttribute(_ number: Int32) -> String? {
        let name = unsafe X509_get_subject_name(pointer)
        let index = unsafe X509_NAME_get_index_by_NID(name, number, -1)
        guard index >= 0, let entry = unsafe X509_NAME_get_entry(name, index) else { return nil }
        var bytes: UnsafeMutablePointer<UInt8>?
        let size = unsafe ASN1_STRING_to_UTF8(&bytes, X509_NAME_ENTRY_get_data(entry))
        guard size >= 0, let start = unsafe bytes else { return nil }
        defer { unsafe CRYPTO_free(start, nil, 0) }
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: Int(size)), as: UTF8.self)
    }

    /// The content of the extension with this object identifier (dotted numbers).
    func extensionContent(_ identifier: String) -> [UInt8]? {
        guard let object = unsafe OBJ_txt2obj(identifier, 1) else { return nil }
        defer { unsafe ASN1_OBJECT_free(object) }
        let index = unsafe X509_get_ext_by_OBJ(pointer, object, -1)
        guard index >= 0, let data = unsafe X509_EXTENSION_get_data(X509_get_ext(pointer, index)) else { return nil }
        let size = Int(unsafe ASN1_STRING_length(data))
        return unsafe Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(data), count: size))
    }

    /// From when on it is valid, in UNIX seconds.
    var notBefore: Int64? { unsafe Self.seconds(X509_get0_notBefore(pointer)) }

    /// Until when it is valid, in UNIX seconds.
    var notAfter: Int64? { unsafe Self.seconds(X509_get0_notAfter(pointer)) }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
        var parts = unsafe tm()
        guard unsafe ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return Int64(unsafe timegm(&parts))
    }
}
