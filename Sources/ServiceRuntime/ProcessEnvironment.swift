import Glibc

/// The process's environment variables, read once.
package enum ProcessEnvironment {
    /// Every variable by name; bytes that are no UTF-8 are replaced. Call it before threads start.
    package static func variables() -> [String: String] {
        var variables: [String: String] = [:]
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let pair = unsafe String(cString: text)
            if let equals = pair.firstIndex(of: "=") {
                variables[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
            }
            unsafe entry = entry.advanced(by: 1)
        }
        return variables
    }
}
