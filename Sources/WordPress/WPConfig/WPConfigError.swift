/// Why a file cannot be read as a wp-config.php at all, for the admin who named it.
package struct WPConfigError: Error, Equatable, CustomStringConvertible {
    /// What is wrong, in words, with the line where there is one.
    package let problem: String
    package var description: String { problem }
}
