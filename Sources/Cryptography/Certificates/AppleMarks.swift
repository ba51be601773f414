import COpenSSL

/// What Apple writes into push certificates: their topics and environments (facts from Apple's extensions and names).
struct AppleMarks {
    /// In the certificate's order, each once.
    let topics: [String]
    /// Whether they stand in Apple's extensions and not only in the subject.
    let listsTopics: Bool
    /// Empty when nothing says.
    let environments: [Certificate.Environment]
    /// Whether anything marks it as a push certificate.
    let isForPush: Bool

    init(_ certificate: X509Certificate) {
        let commonName = certificate.subjectAttribute(NID_commonName) ?? ""
        let service = commonName.firstRange(of: ": ").map { String(commonName[..<$0.lowerBound]) } ?? ""
        let isNamedForPush =
            service.hasSuffix("Push Services") || service == "VoIP Services" || service == "WatchKit Services"
        let development = certificate.extensionContent("\(Self.arc).1") != nil
        let production = certificate.extensionContent("\(Self.arc).2") != nil
        let listed = ["\(Self.arc).6", "\(Self.arc).4"].compactMap(certificate.extensionContent)
        isForPush = isNamedForPush || development || production || !listed.isEmpty

        if development || production {
            environments = (production ? [.production] : []) + (development ? [.sandbox] : [])
        } else if isNamedForPush {
            let isDevelopment = service.contains("Development")
            let isProduction = service.contains("Production")
            environments = (isDevelopment ? [] : [.production]) + (isProduction ? [] : [.sandbox])
        } else {
            environments = []
        }

        var topics = listed.flatMap { Self.topics(in: $0[...]) }
        listsTopics = !topics.isEmpty
        if topics.isEmpty, let user = certificate.subjectAttribute(NID_userId) { topics = [user] }
        if topics.isEmpty, isNamedForPush { topics = [String(commonName.dropFirst(service.count + 2))] }
        self.topics = topics.reduce(into: []) { unique, topic in
            // Whatever could break a header is no topic.
            let isPlain = !topic.isEmpty && topic.utf8.allSatisfy { (0x21...0x7e).contains($0) }
            if isPlain && !unique.contains(topic) { unique.append(topic) }
        }
    }

    private static let arc = "1.2.840.113635.100.6.3"

    /// SEQUENCE of UTF8String topic followed by SEQUENCE of UTF8String kinds, which are left out; or one string.
    private static func topics(in der: ArraySlice<UInt8>) -> [String] {
        guard let elements = DERElement.list(in: der) else { return [] }
        var topics: [String] = []
        var follows = false
        for element in elements {
            if element.tag == DERElement.utf8String || element.tag == DERElement.ia5String {
                topics.append(String(decoding: element.content, as: UTF8.self))
                follows = true
            } else {
                if element.tag == DERElement.sequence && !follows { topics += Self.topics(in: element.content) }
                follows = false
            }
        }
        return topics
    }
}
