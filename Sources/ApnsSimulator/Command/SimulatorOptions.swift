/// The command line of `apns-simulator`.
struct SimulatorOptions {
    var production: LoopbackAddress?
    var sandbox: LoopbackAddress?
    var control: LoopbackAddress?
    var tlsDirectory: String?
    var script: String?
    var keyDirectory: String?
    var bundleID: String?
    var wantsHelp = false

    /// Reads the arguments after the program's name.
    /// - Throws: `SimulatorError` naming the first that is wrong.
    init(_ arguments: [String]) throws(SimulatorError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1)
            let name = parts.first.map { String($0) } ?? ""
            if name == "--help" || name == "-h" {
                wantsHelp = true
                continue
            }
            guard Self.names.contains(name) else {
                throw SimulatorError("\(argument): unknown; `apns-simulator --help` shows what there is")
            }
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
                throw SimulatorError("\(name): a value must follow")
            }
            try set(name, value)
        }
    }

    private static let names = [
        "--production", "--sandbox", "--control", "--tls-dir", "--script", "--make-key", "--make-certificate",
    ]

    private mutating func set(_ name: String, _ value: String) throws(SimulatorError) {
        switch name {
        case "--production": production = try LoopbackAddress(value)
        case "--sandbox": sandbox = try LoopbackAddress(value)
        case "--control": control = try LoopbackAddress(value)
        case "--tls-dir": tlsDirectory = value
        case "--script": script = value
        case "--make-certificate": bundleID = value
        default: keyDirectory = value
        }
    }

    /// What the simulator is to start with.
    /// - Throws: `SimulatorError` when something is missing.
    func configuration() throws(SimulatorError) -> SimulatorConfiguration {
        guard let tlsDirectory, production != nil || sandbox != nil else {
            throw SimulatorError("--tls-dir DIR and --production or --sandbox ADDRESS:PORT are needed; see --help")
        }
        var configuration = SimulatorConfiguration(tlsDirectory: tlsDirectory)
        configuration.production = production ?? LoopbackAddress(port: 0)
        configuration.sandbox = sandbox ?? LoopbackAddress(port: 0)
        configuration.control = control
        return configuration
    }
}
