/// What must be known before the simulator starts.
package struct SimulatorConfiguration: Sendable {
    /// The production service.
    package var production = LoopbackAddress(port: 0)
    /// The sandbox service.
    package var sandbox = LoopbackAddress(port: 0)
    /// The control port; nil = none.
    package var control: LoopbackAddress?
    /// Where certificate authority and server certificate are kept; made when missing.
    package var tlsDirectory: String
    /// What may be changed later through `ApnsSimulator.settings`.
    package var settings = SimulatorSettings()

    /// Ports on 127.0.0.1; 0 lets the system choose.
    package init(
        productionPort: UInt16 = 0, sandboxPort: UInt16 = 0, controlPort: UInt16? = nil, tlsDirectory: String,
        maximumConcurrentStreams: UInt32 = 500, oneStreamStart: Bool = true
    ) {
        production = LoopbackAddress(port: productionPort)
        sandbox = LoopbackAddress(port: sandboxPort)
        control = controlPort.map { LoopbackAddress(port: $0) }
        self.tlsDirectory = tlsDirectory
        settings.maximumConcurrentStreams = maximumConcurrentStreams
        settings.oneStreamStart = oneStreamStart
    }
}
