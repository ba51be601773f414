import ServiceRuntime
import WordPress

/// The site's wp-config.php as `[database] wp_config` names it.
struct SiteFile {
    let path: String
    let constants: WPConfigFile

    /// Reads the file.
    /// - Throws: a complaint that names it.
    init(path: String) throws(SettingReader.Complaint) {
        let bytes: [UInt8]
        do {
            bytes = try FileSystem.read(path, limit: WPConfigFile.maximumSize)
        } catch {
            throw SettingReader.Complaint("\(error)")
        }
        do {
            constants = try WPConfigFile.parse(bytes, directory: Self.directory(of: path))
        } catch {
            throw SettingReader.Complaint("\(path): \(error)")
        }
        self.path = path
    }

    private static func directory(of path: String) -> String {
        let absolute = FileSystem.absolute(path)
        let slash = absolute.lastIndex(of: "/") ?? absolute.startIndex
        return slash == absolute.startIndex ? "/" : String(absolute[..<slash])
    }
}
