import Glibc

/// A file's name and the directory it lies in.
package struct FileLocation {
    /// `.` for a bare name.
    package let directory: String
    /// The last part of the path.
    package let name: String

    /// Takes a path apart.
    package init(_ path: String) {
        guard let slash = path.lastIndex(of: "/") else {
            directory = "."
            name = path
            return
        }
        directory = slash == path.startIndex ? "/" : String(path[..<slash])
        name = String(path[path.index(after: slash)...])
    }

    /// The path of another file beside this one.
    func sibling(_ name: String) -> String { "\(directory)/\(name)" }

    /// Whether the file lies below `ancestor`, whatever links and dots either path has.
    package func isBelow(_ ancestor: String) -> Bool {
        guard let inner = Self.resolved(directory), let outer = Self.resolved(ancestor) else { return false }
        return inner == outer || inner.hasPrefix(outer == "/" ? "/" : outer + "/")
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}
