import Cryptography
import PushCore
import PushStore
import ServiceRuntime

/// A credential as it was given, checked and ready to be sealed.
struct CredentialInput {
    /// Whose it is.
    struct Place {
        let app: String
        let channel: PushChannel
        let bundleID: String
    }

    /// What was given.
    enum Material {
        case token(p8: [UInt8], keyID: String, teamID: String)
        case certificate([UInt8], isPEM: Bool, passphrase: Secret<[UInt8]>?)
    }

    let content: CredentialContent
    /// What a certificate says of itself; a token has none of it.
    private(set) var topics: [String] = []
    private(set) var notAfter: Int64?
    /// Tells two keys or certificates apart: the first 16 hexadecimal digits of the SHA-256 of the public half.
    let fingerprint: String
    private(set) var warnings: [String] = []

    /// The largest key or certificate file, in bytes.
    static let largestFile = 1 << 20

    /// Checks what was given.
    /// - Parameter now: UNIX seconds.
    /// - Throws: `CommandFailure`, `SigningKeyError`, `ProviderTokenError` or `CertificateError`.
    init(_ place: Place, _ material: Material, now: Int64) throws {
        try Self.check(bundleID: place.bundleID)
        let proof: CredentialContent.Proof
        switch material {
        case .token(let p8, let keyID, let teamID):
            (proof, fingerprint) = try Self.token(p8, keyID: keyID, teamID: teamID, &warnings)
        case .certificate(let bytes, let isPEM, let passphrase):
            // Sealed as JSON text: a PEM of other bytes is judged as what it will be when it is opened.
            let file = Secret(isPEM ? Array(String(decoding: bytes, as: UTF8.self).utf8) : bytes)
            let certificate = try Certificate(file, passphrase: passphrase)
            try certificate.check(at: now)
            try Self.check(certificate, bundleID: place.bundleID, channel: place.channel)
            proof = .certificate(file, isPEM: isPEM, passphrase: passphrase)
            topics = certificate.topics
            notAfter = certificate.notAfter
            fingerprint = String(certificate.fingerprint.prefix(16))
            warnings += certificate.warnings.map { "\($0)" }
        }
        if place.bundleID.hasSuffix(".voip") {
            warnings.append("the bundle id is the app's own; the topic of calls becomes \(place.bundleID).voip")
        }
        content = CredentialContent(app: place.app, channel: place.channel, bundleID: place.bundleID, proof: proof)
    }

    /// Reads the files that the arguments of `credentials set` name, and checks what they hold.
    init(_ arguments: ParsedArguments, now: Int64) throws {
        guard let bundleID = arguments.value("bundle-id") else {
            throw CredentialsSetCommand.usage("--bundle-id is missing")
        }
        let place = Place(app: try arguments.app(), channel: try arguments.channel(), bundleID: bundleID)
        try Self.check(bundleID: bundleID)
        let forms = ["p8", "p12", "pem"].filter { arguments.has($0) }
        guard forms.count == 1, let form = forms.first, let path = arguments.value(form) else {
            throw CredentialsSetCommand.usage("give one of --p8, --p12 and --pem")
        }
        try Self.checkCompanions(of: form, arguments)
        let bytes = try InputFile.read(path, limit: Self.largestFile, failure: .credentials)
        let material: Material =
            form == "p8"
            ? .token(p8: bytes, keyID: arguments.value("key-id") ?? "", teamID: arguments.value("team-id") ?? "")
            : .certificate(
                bytes, isPEM: form == "pem", passphrase: try Self.passphrase(arguments, stdinIsTaken: path == "-"))
        try self.init(place, material, now: now)
        if path != "-", InputFile.isReadableByOthers(path) {
            warnings.append(
                "\(path) can be read by every user of this machine: chmod 600 it, or delete it once it is stored")
        }
    }

    /// Seals it and writes it in place of what its app and channel had.
    /// - Returns: the row.
    func save(in store: MySQLCredentialStore, sealedTo key: BoxPublicKey) async throws -> StoredCredential {
        var stored = try CredentialBox.seal(content, to: key)
        stored.topics = topics
        stored.notAfter = notAfter
        try await store.save(stored)
        return stored
    }

    private static func check(bundleID id: String) throws {
        let isPlain = id.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        }
        guard isPlain, (1...155).contains(id.utf8.count) else {
            throw CommandFailure(.usage, "\"\(id)\" is no bundle id (letters, digits, . and -)")
        }
    }

    /// What must, and what cannot, stand beside the file.
    private static func checkCompanions(of form: String, _ arguments: ParsedArguments) throws {
        let ids = ["key-id", "team-id"]
        if form == "p8" {
            guard ids.allSatisfy({ arguments.has($0) }) else {
                throw CredentialsSetCommand.usage("--p8 needs --key-id and --team-id")
            }
            guard !arguments.has("passphrase-file") else {
                throw CredentialsSetCommand.usage("a .p8 has no passphrase")
            }
        } else if ids.contains(where: { arguments.has($0) }) {
            throw CredentialsSetCommand.usage("a certificate has no --key-id and --team-id")
        }
    }

    private static func token(
        _ bytes: [UInt8], keyID: String, teamID: String, _ warnings: inout [String]
    ) throws -> (CredentialContent.Proof, String) {
        for (name, id) in [("key id", keyID), ("team id", teamID)] where id.utf8.count != 10 {
            warnings.append("the \(name) has \(id.utf8.count) characters; Apple's have 10")
        }
        let text = Secret(Array(String(decoding: bytes, as: UTF8.self).utf8))
        let key = try SigningKey(pem: text)
        // Makes one token, so that ids of the wrong form show now and not with the first push.
        _ = try ProviderToken.make(key: key, keyID: keyID, teamID: teamID, issuedAt: 0)
        let fingerprint = HexText.encode(SHA256.hash(Array(key.publicKeyPEM.utf8)).prefix(8))
        return (.token(keyID: keyID, teamID: teamID, p8: text), fingerprint)
    }

    private static func passphrase(_ arguments: ParsedArguments, stdinIsTaken: Bool) throws -> Secret<[UInt8]>? {
        guard let path = arguments.value("passphrase-file") else { return nil }
        if path == "-", stdinIsTaken {
            throw CredentialsSetCommand.usage("standard input cannot be both the certificate and its passphrase")
        }
        let bytes = try InputFile.read(path, limit: 4096, failure: .credentials)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.credentials, "the passphrase in \(path) is not UTF-8 text")
        }
        return Secret(Array(text.withoutFinalNewline.utf8))
    }

    private static func check(_ certificate: Certificate, bundleID: String, channel: PushChannel) throws {
        let wanted = channel == .voip ? "\(bundleID).voip" : bundleID
        guard certificate.topics.isEmpty || certificate.topics.contains(wanted) else {
            throw CommandFailure(
                .credentials,
                "the certificate is not for the topic \(wanted) but for \(certificate.topics.joined(separator: ", "))")
        }
    }
}
