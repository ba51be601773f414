/// The commented configuration that `init` writes.
enum ConfigurationTemplate {
    /// Every section and key with its explanation; those of `given` are in force, the others show their defaults.
    static func text(_ given: [(key: SettingKey, value: String)]) -> String {
        var lines = [
            "; Configuration of push-bridge. Every key has a variable that wins over it: PUSH_BRIDGE_<SECTION>_<KEY>.",
            "; Lines that begin with ; are comments: what stands there is the default.",
            "; More: push-bridge help config",
        ]
        for section in SettingKey.sections {
            lines += ["", "[\(section)]"]
            for key in SettingKey.all where key.section == section {
                lines += key.help.split(separator: "\n").map { "; \($0)" }
                if let value = given.first(where: { $0.key == key })?.value {
                    lines.append("\(key.name) = \(quoted(value))")
                } else {
                    lines.append(";\(key.name) = \(key.standard)".trimmed)
                }
            }
        }
        lines += [
            "", "; An app of its own may have its own tokens, apns and voip settings:", ";[app.NAME]",
            ";environment = sandbox",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func quoted(_ value: String) -> String {
        let isPlain = value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x23 && $0 != 0x27 && $0 != 0x3B }
        guard !isPlain else { return value }
        let escaped = value.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
        return "\"\(String(escaped))\""
    }
}
