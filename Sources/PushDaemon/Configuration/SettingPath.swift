import ServiceRuntime

/// Paths as settings give them.
enum SettingPath {
    /// A relative path of a file belongs to that file's directory, one of a variable to the current directory.
    static func resolved(_ path: String, _ origin: SettingOrigin) -> String {
        guard !path.isEmpty, !path.hasPrefix("/") else { return path }
        guard case .file(let file, _) = origin else { return FileSystem.absolute(path) }
        let directory = FileSystem.absolute(file)
        return directory[...(directory.lastIndex(of: "/") ?? directory.startIndex)] + path
    }
}
