import PushCore
package import ServiceRuntime
package import Telemetry

/// Listens for a producer's datagram and wakes the lanes. An address that is taken is tried again every second: without
/// it a row only waits for the next look at the queue.
package final class WakeService: Sendable {
    private let address: DatagramAddress
    private let lanes: [WakeFlag]
    private let shutdown: ShutdownSignal
    private let logger: Logger

    package init(address: DatagramAddress, lanes: [WakeFlag], shutdown: ShutdownSignal, logger: Logger) {
        self.address = address
        self.lanes = lanes
        self.shutdown = shutdown
        self.logger = logger
    }

    /// Starts the listening thread; it ends within a second of the shutdown.
    package func start() -> Thread {
        Thread(name: "wake") { [self] in
            var listener: DatagramListener?
            var complained = false
            while shutdown.stage == .running {
                if let listener {
                    if listener.receive() {
                        for lane in lanes { lane.raise() }
                        // Whatever a flood brings, the lanes look a thousand times a second at most.
                        Thread.sleep(milliseconds: 1)
                    }
                    continue
                }
                do {
                    listener = try DatagramListener(address)
                    logger.info("wake_listening", ["address": "\(address)"])
                } catch {
                    if !complained {
                        logger.warning("wake_unavailable", ["error": .error(error), "retry": "every second"])
                    }
                    complained = true
                    Thread.sleep(milliseconds: 1000)
                }
            }
        }
    }
}
