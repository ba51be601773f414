/// Where a value came from.
package enum SettingOrigin: Sendable, Equatable, CustomStringConvertible {
    case file(path: String, line: Int)
    case variable(String)
    /// A constant or variable of a wp-config.php; without a name the file itself.
    case wordPress(path: String, name: String)
    case byDefault

    package var description: String {
        switch self {
        case .file(let path, let line): "\(path):\(line)"
        case .variable(let name): name
        case .wordPress(let path, let name): name.isEmpty ? path : "\(path) (\(name))"
        case .byDefault: "default"
        }
    }
}
