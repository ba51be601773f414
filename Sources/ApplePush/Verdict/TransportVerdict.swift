package import HTTP2Client
import PushCore

extension ApnsVerdict {
    /// What a push without an answer means. One that may have been processed is only tried again when a second copy
    /// replaces the first on the device.
    /// - Returns: the verdict and the machine word for the column `reason`.
    package static func failure(
        _ failure: TransportFailure, isReplaceable: Bool
    ) -> (verdict: ApnsVerdict, reason: ApnsReason) {
        if failure.processed == .unknown, !isReplaceable { return (outcomeUnknown, .outcomeUnknown) }
        let verdict = ApnsVerdict(
            status: .retry, errorClass: .providerUnavailable, scope: .network, pace: .transport,
            countsAttempt: failure.processed == .unknown)
        return (verdict, reason(of: failure.kind))
    }

    /// Sent, and whether Apple took it will never be known.
    package static let outcomeUnknown = ApnsVerdict(
        status: .unknown, errorClass: .providerUnavailable, scope: .network)

    private static func reason(of kind: TransportFailure.Kind) -> ApnsReason {
        switch kind {
        case .cannotConnect: ApnsReason("CannotConnect")
        case .tls: ApnsReason("TLSFailure")
        case .protocolError: ApnsReason("ProtocolError")
        case .streamReset: ApnsReason("StreamReset")
        case .connectionLost: ApnsReason("ConnectionLost")
        case .deadline: ApnsReason("Timeout")
        case .refused: ApnsReason("StreamRefused")
        case .withdrawn, .stopped: ApnsReason("Stopped")
        }
    }
}

extension ApnsReason {
    /// Our word for a push that was sent and not answered.
    package static let outcomeUnknown = ApnsReason(LocalVerdict.outcomeUnknown.rawValue)
}
