import ServiceRuntime

/// What other threads ask of a loop.
enum LoopCommand: Sendable {
    case open(pool: Int, PoolConfiguration, Locked<PoolStatistics>)
    case submit(pool: Int, [HTTPRequest], @Sendable ([HTTPCompletion]) -> Void)
    case retireConnections(pool: Int)
    case withdraw(pool: Int)
    case close(pool: Int)
    case dialled(pool: Int, Result<CurlConnection, TransportFailure>)
    case stop
}
