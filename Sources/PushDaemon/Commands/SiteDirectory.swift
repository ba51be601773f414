import Cryptography
import ServiceRuntime

/// Where the site's files are (WordPress' ABSPATH), as far as it can be told.
struct SiteDirectory {
    /// The directory of WordPress; nil when the configuration names no wp-config.php.
    let path: String?

    /// - Parameter wpConfig: the path of wp-config.php, which lies in WordPress' directory or in the one above.
    init(wpConfig: String?) {
        path = wpConfig.map { FileLocation($0).directory }
    }

    /// Whether a file lies below the site's directory: wp-config.php's, or any that holds WordPress.
    func contains(_ file: String) -> Bool {
        if let path, FileLocation(file).isBelow(path) { return true }
        var directory = FileLocation(FileSystem.absolute(file)).directory
        while directory != "/" {
            if FileSystem.status("\(directory)/wp-settings.php") != nil { return true }
            directory = FileLocation(directory).directory
        }
        return false
    }
}
