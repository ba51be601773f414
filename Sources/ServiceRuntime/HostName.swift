import Glibc

/// This machine's name.
package enum HostName {
    /// As the system knows it; `localhost` when it has none.
    package static var current: String {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "localhost" }
        let text = String(decoding: name.lazy.map(UInt8.init(bitPattern:)).prefix { $0 != 0 }, as: UTF8.self)
        return text.isEmpty ? "localhost" : text
    }
}
