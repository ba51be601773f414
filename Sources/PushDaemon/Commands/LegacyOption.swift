import PushStore
import ServiceRuntime
import WordPress

/// An option of an older plugin: its text, or the contents of the file that it names.
struct LegacyOption {
    let name: String
    /// The value as the database has it.
    let stored: [UInt8]
    /// The text or file.
    let content: [UInt8]
    /// The file that holds it; nil when the option itself does.
    let file: String?

    /// An option whose value is the text itself, such as an id.
    init(text name: String, _ options: SiteOptions) async throws {
        let (stored, bytes) = try await Self.read(name, options)
        self.name = name
        self.stored = stored
        content = Array(String(decoding: bytes, as: UTF8.self).trimmed.utf8)
        file = nil
        guard !content.isEmpty else { throw CommandFailure(.credentials, "option \(name) is empty") }
    }

    /// An option that holds a key or certificate, or the path of one; relative paths begin at `site`.
    init(secret name: String, _ options: SiteOptions, site: String?) async throws {
        let (stored, bytes) = try await Self.read(name, options)
        self.name = name
        self.stored = stored
        guard let path = Self.path(in: bytes, site: site) else {
            content = bytes
            file = nil
            return
        }
        content = try InputFile.read(path, limit: CredentialInput.largestFile, failure: .credentials)
        file = path
    }

    /// The text.
    var text: String { String(decoding: content, as: UTF8.self) }

    // The value as WordPress' get_option() gives it.
    private static func read(_ name: String, _ options: SiteOptions) async throws -> ([UInt8], [UInt8]) {
        guard let stored = try await options.value(name) else {
            throw CommandFailure(.credentials, "there is no option \(name)")
        }
        let value: PHPValue
        do throws(PHPSerializedError) {
            value = try MaybeUnserialize.read(stored)
        } catch {
            throw CommandFailure(.credentials, "option \(name) cannot be read: \(error)")
        }
        switch value {
        case .string(let bytes), .escapedString(let bytes): return (stored, bytes)
        case .int(let number): return (stored, Array("\(number)".utf8))
        default: throw CommandFailure(.credentials, "option \(name) holds no text")
        }
    }

    // A key has line ends or is far from a path; base64 in one line may hold slashes, but does not begin with one and
    // names no file.
    private static func path(in bytes: [UInt8], site: String?) -> String? {
        let text = String(decoding: bytes, as: UTF8.self).trimmed
        guard !text.isEmpty, text.utf8.count < 4096, !text.contains(where: \.isNewline), !text.hasPrefix("-----") else {
            return nil
        }
        if text.hasPrefix("/") { return text }
        guard let site else { return nil }
        let path = "\(site)/\(text)"
        return FileSystem.status(path)?.isDirectory == false ? path : nil
    }
}
