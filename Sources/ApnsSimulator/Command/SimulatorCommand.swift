import Glibc

/// The program `apns-simulator`.
package enum SimulatorCommand {
    /// Runs until TERM or INT.
    /// - Returns: the exit code: 0 ended by a signal or after help, 1 failed, 2 the command line is wrong.
    package static func run(_ arguments: [String]) -> Int32 {
        let options: SimulatorOptions
        let configuration: SimulatorConfiguration
        do {
            options = try SimulatorOptions(arguments)
            if options.wantsHelp {
                print(SimulatorHelp.text)
                return 0
            }
            configuration = try options.configuration()
        } catch {
            complain(error)
            return 2
        }
        do {
            try serve(configuration)
            return 0
        } catch {
            complain(error)
            return 1
        }
    }

    private static func serve(_ configuration: SimulatorConfiguration) throws(SimulatorError) {
        // Blocked before the serving thread starts, which inherits it: the signals wait for us below.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe sigaddset(&signals, SIGINT)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        let simulator = try ApnsSimulator(configuration)
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

    private static func complain(_ error: SimulatorError) { say("apns-simulator: \(error)") }

    private static func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = unsafe write(2, bytes, bytes.count)
    }
}
