import COpenSSL

/// A provider certificate, as far as APNs looks at it.
struct ClientCertificate: Sendable {
    /// The topics it may send to: of the topic extensions, else of the subject.
    let topics: [String]
    /// From its marker extensions; both when it has none.
    let environments: Set<SimulatedEnvironment>
    /// Seconds since 1970.
    let validity: ClosedRange<Int64>
    /// Whether the simulator's own authority signed it.
    let isOurs: Bool

    /// Apple's lists of topics.
    static let topicExtensions = ["1.2.840.113635.100.6.3.6", "1.2.840.113635.100.6.3.4"]
    /// Apple's marks: development, production.
    static let environmentExtensions: [SimulatedEnvironment: String] = [
        .sandbox: "1.2.840.113635.100.6.3.1", .production: "1.2.840.113635.100.6.3.2",
    ]

    /// Reads OpenSSL's certificate, which stays the caller's.
    /// - Parameter authority: the simulator's own.
    @unsafe init(_ certificate: OpaquePointer, authority: OpaquePointer) {
        var topics: [String] = []
        for oid in Self.topicExtensions {
            guard let der = unsafe Self.extensionValue(certificate, oid) else { continue }
            for topic in Self.topics(in: der) where !topics.contains(topic) { topics.append(topic) }
        }
        if topics.isEmpty, let topic = unsafe Self.subjectTopic(certificate) { topics = [topic] }
        self.topics = topics
        let marked = Self.environmentExtensions.filter { unsafe Self.extensionValue(certificate, $0.value) != nil }
        environments = marked.isEmpty ? Set(SimulatedEnvironment.allCases) : Set(marked.keys)
        let from = unsafe Self.seconds(X509_get0_notBefore(certificate))
        let until = unsafe Self.seconds(X509_get0_notAfter(certificate))
        validity = from...max(from, until)
        isOurs = unsafe X509_verify(certificate, X509_get0_pubkey(authority)) == 1
        ERR_clear_error()
    }

    /// SEQUENCE { topic UTF8String, SEQUENCE { kind UTF8String }, … }; a bare UTF8String in the older extension.
    static func topics(in der: [UInt8]) -> [String] {
        guard let whole = DER.read(der[...]).first else { return [] }
        let values = whole.tag == DER.sequenceTag ? DER.read(whole.content) : [whole]
        return values.filter { $0.tag == DER.utf8StringTag }.map { String(decoding: $0.content, as: UTF8.self) }
    }

    private static func extensionValue(_ certificate: OpaquePointer, _ oid: String) -> [UInt8]? {
        guard let object = unsafe OBJ_txt2obj(oid, 1) else { return nil }
        defer { unsafe ASN1_OBJECT_free(object) }
        let place = unsafe X509_get_ext_by_OBJ(certificate, object, -1)
        guard place >= 0, let found = unsafe X509_get_ext(certificate, place),
            let data = unsafe X509_EXTENSION_get_data(found), let bytes = unsafe ASN1_STRING_get0_data(data)
        else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(ASN1_STRING_length(data))))
    }

    /// The subject's UID, else what follows the colon of `CN=Apple Push Services: <bundle>`.
    private static func subjectTopic(_ certificate: OpaquePointer) -> String? {
        guard let subject = unsafe X509_get_subject_name(certificate) else { return nil }
        if let uid = unsafe text(subject, NID_userId) { return uid }
        guard let name = unsafe text(subject, NID_commonName), let colon = name.lastIndex(of: ":") else { return nil }
        let topic = name[name.index(after: colon)...].drop { $0 == " " }
        return topic.isEmpty ? nil : String(topic)
    }

    private static func text(_ name: OpaquePointer, _ nid: Int32) -> String? {
        let place = unsafe X509_NAME_get_index_by_NID(name, nid, -1)
        guard place >= 0, let entry = unsafe X509_NAME_get_entry(name, place),
            let data = unsafe X509_NAME_ENTRY_get_data(entry), let bytes = unsafe ASN1_STRING_get0_data(data)
        else { return nil }
        return unsafe String(
            decoding: UnsafeBufferPointer(start: bytes, count: Int(ASN1_STRING_length(data))), as: UTF8.self)
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64 {
        guard let epoch = unsafe ASN1_TIME_set(nil, 0) else { return 0 }
        defer { unsafe ASN1_STRING_free(epoch) }
        var days: Int32 = 0
        var seconds: Int32 = 0
        guard unsafe ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return 0 }
        return Int64(days) * 86_400 + Int64(seconds)
    }
}
