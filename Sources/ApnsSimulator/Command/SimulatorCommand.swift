import Glibc
import JSONText

/// The program `apns-simulator`.
package enum SimulatorCommand {
    /// Runs until TERM or INT.
    /// - Returns: the exit code: 0 ended by a signal or done, 1 failed, 2 the command line is wrong.
    package static func run(_ arguments: [String]) -> Int32 {
        do {
            let options = try SimulatorOptions(arguments)
            if options.wantsHelp {
                print(SimulatorHelp.text)
                return 0
            }
            return try run(options)
        } catch {
            complain(error)
            return 2
        }
    }

    /// - Throws: `SimulatorError` when the command line is wrong; what fails later is an exit code.
    private static func run(_ options: SimulatorOptions) throws(SimulatorError) -> Int32 {
        let work: () throws(SimulatorError) -> Void
        if let directory = options.keyDirectory {
            work = { () throws(SimulatorError) in try makeKey(in: directory) }
        } else if let bundleID = options.bundleID {
            guard let directory = options.tlsDirectory else {
                throw SimulatorError("--make-certificate needs --tls-dir DIR, whose authority signs it")
            }
            work = { () throws(SimulatorError) in try makeCertificate(bundleID, in: directory) }
        } else {
            let configuration = try options.configuration()
            work = { () throws(SimulatorError) in try serve(configuration, script: options.script) }
        }
        do {
            try work()
            return 0
        } catch {
            complain(error)
            return 1
        }
    }

    private static func serve(_ configuration: SimulatorConfiguration, script: String?) throws(SimulatorError) {
        // Blocked before the serving thread starts, which inherits it: the signals wait for us below.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe sigaddset(&signals, SIGINT)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        let simulator = try ApnsSimulator(configuration)
        if let script { try simulator.run(scriptFile: script) }
        try simulator.start()
        say("production \(simulator.productionURL)")
        say("sandbox    \(simulator.sandboxURL)")
        if let url = simulator.controlURL { say("control    \(url)") }
        say("trust      \(simulator.caFile)")
        say("ready")
        var signal: Int32 = 0
        unsafe sigwait(&signals, &signal)
        simulator.stop()
    }

    private static func makeKey(in directory: String) throws(SimulatorError) {
        let key = try SimulatedSigningKey()
        try TextFile.makeDirectory(directory)
        let p8 = "\(directory)/AuthKey_\(key.keyID).p8"
        let token = "\(directory)/authorization"
        let script = "\(directory)/key.jsonl"
        try TextFile.write(try key.p8(), to: p8, mode: 0o600)
        try TextFile.write("authorization: bearer \(try key.providerToken())\n", to: token, mode: 0o600)
        let line = JSONWriter.text(["key": try key.registration().json])
        try TextFile.write("\(line)\n", to: script, mode: 0o644)
        print("key    \(p8) (key id \(key.keyID), team id \(key.teamID))")
        print("header \(token) (good for an hour: curl -H @\(token))")
        print("script \(script) (makes the key known: --script \(script))")
    }

    private static func makeCertificate(_ bundleID: String, in directory: String) throws(SimulatorError) {
        let certificate = try ProviderCertificate(
            ProviderCertificate.Contents(bundleID: bundleID), tlsDirectory: directory)
        let pem = "\(directory)/\(bundleID).pem"
        let p12 = "\(directory)/\(bundleID).p12"
        try TextFile.write(certificate.pem, to: pem, mode: 0o600)
        try TextFile.write(certificate.p12, to: p12, mode: 0o600)
        print("certificate \(pem) (certificate and key)")
        print("certificate \(p12) (PKCS#12, empty passphrase)")
    }

    private static func complain(_ error: SimulatorError) { say("apns-simulator: \(error)") }

    private static func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = unsafe write(2, bytes, bytes.count)
    }
}
