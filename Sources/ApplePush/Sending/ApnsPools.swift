import HTTP2Client
import PushCore
import ServiceRuntime

/// A credential's connections to Apple's two environments, and what they have shown about the credential.
///
/// Apple binds a connection to the first key it sees, so no two credentials share one.
final class ApnsPools: Sendable {
    private let production: ConnectionPool
    private let sandbox: ConnectionPool
    private static let refusalLife: Int64 = 1_800_000
    // When each environment refused the credential last.
    private let refused = Locked<[PushEnvironment: MonotonicTime]>([:])
    // The newest connection whose successors carry the requests now, by environment.
    private let retired = Locked<[PushEnvironment: UInt64]>([:])

    init(credentials: IosCredentials, settings: ApnsSettings, loop: ConnectionLoop) {
        func pool(_ environment: PushEnvironment) -> ConnectionPool {
            // Under `auto` nearly everything goes to production: there alone a spare pays.
            let isFirst = settings.environment.allowed.first == environment
            return loop.pool(
                PoolConfiguration(
                    endpoint: environment == .production ? settings.production : settings.sandbox,
                    caFile: settings.caFile, proxy: settings.proxy, identity: credentials.identity,
                    maximumConnections: settings.connections, maximumStreams: settings.maximumStreams,
                    connectTimeoutMilliseconds: settings.connectTimeout, keepSpare: settings.keepsSpare && isFirst))
        }
        production = pool(.production)
        sandbox = pool(.sandbox)
    }

    subscript(environment: PushEnvironment) -> ConnectionPool { environment == .production ? production : sandbox }

    /// The environments that have refused the credential. After half an hour one caller is let through to ask again.
    func refusals(at now: MonotonicTime) -> EnvironmentSet {
        refused.withLock { refused in
            var refusals: EnvironmentSet = []
            for (environment, at) in refused {
                if now.milliseconds(since: at) < Self.refusalLife {
                    refusals.insert(EnvironmentSet(environment))
                } else {
                    refused[environment] = now
                }
            }
            return refusals
        }
    }

    /// The same for people: nobody is let through by looking.
    var refusedEnvironments: [PushEnvironment] {
        let refused = refused.withLock { $0 }
        return PushEnvironment.allCases.filter { refused[$0] != nil }
    }

    /// Remembers that `environment` refused the credential.
    func noteRefused(_ environment: PushEnvironment, at now: MonotonicTime) {
        refused.withLock { $0[environment] = now }
    }

    /// Remembers that `environment` took the credential.
    func noteAccepted(_ environment: PushEnvironment) { refused.withLock { $0[environment] = nil } }

    /// Gives up the connections of `environment` because one of them is spoilt; once, however many answers say so.
    func retire(_ environment: PushEnvironment, connection: UInt64) {
        let isNews = retired.withLock { retired in
            guard connection > retired[environment, default: 0] else { return false }
            retired[environment] = connection
            return true
        }
        if isNews { self[environment].retireConnections() }
    }

    /// Takes back what waits for a stream, in both environments.
    func withdrawWaiting() {
        production.withdrawWaiting()
        sandbox.withdrawWaiting()
    }

    func close() {
        production.close()
        sandbox.close()
    }
}
