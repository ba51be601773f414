import ApplePush
import HTTP2Client
import PushCore
import PushStore
import ServiceRuntime
import WordPress

extension Configuration {
    /// What a lane needs to know.
    func laneSettings(_ lane: Lane) -> LaneSettings.Values {
        let retry = RetryPolicy(
            maximumAttempts: retry.maximumAttempts, baseDelay: Double(retry.baseDelay) / 1000,
            maximumDelay: Double(retry.maximumDelay) / 1000)
        switch lane {
        case .voip:
            return .voip(
                pollInterval: voipPollInterval, retry: retry,
                maximumAge: apps.mapValues { $0.voipMaximumAge / 1000 }, default: general.voipMaximumAge / 1000)
        case .standard:
            return .standard(
                pollInterval: standardPollInterval, batch: batch, maximumInFlight: maximumInFlight, retry: retry)
        }
    }

    /// Where usermeta holds tokens, and how long a pruned one rests.
    var tokenSettings: TokenSettings {
        TokenSettings(
            keys: general.tokens.keys, appKeys: apps.mapValues(\.tokens.keys),
            tombstoneHours: pruning.tombstoneHours)
    }
}

extension TokenConfiguration {
    /// The same, as the store reads it.
    fileprivate var keys: TokenKeys {
        TokenKeys(
            metaKeys: metaKeys,
            otherPlatforms: Dictionary(otherMetaKeys.map { ($0.key, $0.platform) }) { first, _ in first })
    }
}

extension ApnsConfiguration {
    /// The same, as senders read it.
    /// - Throws: `HTTPEndpointError` when an address is none.
    var settings: ApnsSettings {
        get throws {
            var settings = ApnsSettings(
                production: try HTTPEndpoint(url: productionURL), sandbox: try HTTPEndpoint(url: sandboxURL))
            settings.caFile = caFile
            settings.proxy = proxy?.reveal()
            settings.environment = environment
            settings.connections = connections
            settings.maximumStreams = maximumStreams
            return settings
        }
    }
}
