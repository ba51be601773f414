package import Cryptography
import JSONText
package import PushCore
import ServiceRuntime

/// The sealed form of a credential: JSON in a box that only the daemon's secret key opens (contract, section 6).
package enum CredentialBox {
    private static let version: Int64 = 1
    private static let deepest = 4

    /// Seals `content` to the daemon's public key, ready to be stored.
    package static func seal(
        _ content: CredentialContent, to key: BoxPublicKey
    ) throws(SealedBoxError) -> StoredCredential {
        StoredCredential(
            app: content.app, channel: content.channel, kind: content.kind, keyID: content.keyID,
            teamID: content.teamID, bundleID: content.bundleID, box: try key.seal(json(of: content)),
            publicKeyID: key.id)
    }

    /// Opens a stored credential with the one of `keys` that it was sealed to, and compares what is inside with the clear
    /// columns: who can write the table must not be able to move a credential to another app, channel or topic.
    package static func open(
        _ stored: StoredCredential, with keys: [BoxSecretKey]
    ) throws(CredentialBoxError) -> CredentialContent {
        guard let key = keys.first(where: { $0.publicKey.id == stored.publicKeyID }) else {
            throw .otherKey(sealedTo: stored.publicKeyID, present: keys.map(\.publicKey.id))
        }
        let plaintext: Secret<[UInt8]>
        do { plaintext = try key.open(stored.box) } catch { throw .box(error) }
        let content = try content(plaintext)
        try compare(content, stored)
        return content
    }

    // MARK: JSON

    private static func json(of content: CredentialContent) -> [UInt8] {
        var object = JSONObject([
            ("v", .integer(version)), ("app", .string(content.app)), ("channel", .string(content.channel.rawValue)),
            ("kind", .string(content.kind.rawValue)), ("bundle_id", .string(content.bundleID)),
        ])
        switch content.proof {
        case .token(let keyID, let teamID, let p8):
            object["key_id"] = .string(keyID)
            object["team_id"] = .string(teamID)
            object["p8"] = text(p8)
        case .certificate(let file, let isPEM, let passphrase):
            object[isPEM ? "pem" : "p12_base64"] = isPEM ? text(file) : .string(Base64.encode(file.reveal()))
            if let passphrase { object["passphrase"] = text(passphrase) }
        }
        return JSONWriter.bytes(.object(object))
    }

    private static func text(_ secret: Secret<[UInt8]>) -> JSONValue {
        .string(String(decoding: secret.reveal(), as: UTF8.self))
    }

    private static func content(_ plaintext: Secret<[UInt8]>) throws(CredentialBoxError) -> CredentialContent {
        // A fault of the parser could quote the secret: it is not passed on.
        guard let json = try? JSONParser.parse(plaintext.reveal(), maximumDepth: deepest) else { throw .notJSON }
        guard json["v"]?.integer == version else { throw .unknownVersion }
        guard let channel = PushChannel(rawValue: try member("channel", json)) else { throw .malformed("channel") }
        let proof: CredentialContent.Proof
        switch StoredCredential.Kind(rawValue: try member("kind", json)) {
        case .token:
            proof = .token(
                keyID: try member("key_id", json), teamID: try member("team_id", json),
                p8: Secret(Array(try member("p8", json).utf8)))
        case .certificate:
            let passphrase = json["passphrase"]?.string.map { Secret(Array($0.utf8)) }
            if let pem = json["pem"]?.string {
                proof = .certificate(Secret(Array(pem.utf8)), isPEM: true, passphrase: passphrase)
            } else if let bytes = Base64.decode(try member("p12_base64", json)) {
                proof = .certificate(Secret(bytes), isPEM: false, passphrase: passphrase)
            } else {
                throw .malformed("p12_base64")
            }
        case nil: throw .malformed("kind")
        }
        return CredentialContent(
            app: try member("app", json), channel: channel, bundleID: try member("bundle_id", json), proof: proof)
    }

    private static func member(_ name: String, _ json: JSONValue) throws(CredentialBoxError) -> String {
        guard let text = json[name]?.string, !text.isEmpty else { throw .malformed(name) }
        return text
    }

    private static func compare(
        _ content: CredentialContent, _ stored: StoredCredential
    ) throws(CredentialBoxError) {
        let pairs = [
            ("app", content.app, stored.app), ("channel", content.channel.rawValue, stored.channel.rawValue),
            ("kind", content.kind.rawValue, stored.kind.rawValue), ("bundle_id", content.bundleID, stored.bundleID),
            ("key_id", content.keyID ?? "", stored.keyID ?? ""), ("team_id", content.teamID ?? "", stored.teamID ?? ""),
        ]
        for (column, inside, outside) in pairs where inside != outside { throw .differs(column: column) }
    }
}
