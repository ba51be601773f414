/// Why an action is not sent again.
package enum RetryRefusal: Error, Equatable, CustomStringConvertible {
    case notFound(UInt64)
    /// It is still under way; its state.
    case notFinal(String)
    /// Every delivery was delivered, or can never be.
    case nothingToSend
    /// A call past its life (`StaleCall`).
    case staleCall
    /// Anything else past its life: it would end `expired` again.
    case expired

    /// The machine word.
    package var word: String {
        switch self {
        case .notFound: "NotFound"
        case .notFinal: "NotFinal"
        case .nothingToSend: "NothingToSend"
        case .staleCall: "StaleCall"
        case .expired: "Expired"
        }
    }

    package var description: String {
        switch self {
        case .notFound(let id): "there is no action \(id)"
        case .notFinal(let state): "the action is \(state): it is tried again by itself"
        case .nothingToSend: "nothing of it is left that could be sent again"
        case .staleCall: "StaleCall: the time that this call may wait is over; a call is never sent late"
        case .expired: "Expired: its time is over (expires_at or ttl); enqueue it anew"
        }
    }
}
