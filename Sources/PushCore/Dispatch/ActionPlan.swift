package import ServiceRuntime

/// What is to be done with a claimed action, decided without touching anything.
package enum ActionPlan: Sendable {
    /// It has no delivery to make: written as it is.
    case settled(ActionOutcome)
    /// Its devices are to be looked up, then `PendingAction` says what to send.
    case pending(PendingAction)

    /// Judges type, recipient, message and life of `action`.
    /// - Parameters:
    ///   - maximumAge: seconds a call of this app may wait (`[voip] max_age`).
    ///   - now: our clock.
    package init(_ action: ClaimedAction, maximumAge: Int64, now: MonotonicTime) {
        do throws(MessageFault) {
            let pending = try Self.pending(action, maximumAge: maximumAge)
            // What a vanished holder may have sent is recorded per token, even when its life is over.
            let expired = pending.life.isOver(at: now) && !action.wasAbandoned
            self = expired ? .settled(pending.expired()) : .pending(pending)
        } catch {
            self = .settled(.refused(action, reason: error.reason))
        }
    }

    private static func pending(_ action: ClaimedAction, maximumAge: Int64) throws(MessageFault) -> PendingAction {
        guard let type = ActionType(action.type) else { throw MessageFault(reason: "UnknownType") }
        let json =
            switch action.content {
            case .message(let json): json
            case .unreadable(let reason): throw MessageFault(reason: reason)
            }
        let target = try target(of: action, type: type)
        let message = try PushMessage(json, type: type)
        let life = ActionLife(of: action, ttl: message.ttl, maximumAge: type == .push(.voip) ? maximumAge : nil)
        return PendingAction(action: action, target: target, type: type, message: message, life: life)
    }

    private static func target(
        of action: ClaimedAction, type: ActionType
    ) throws(MessageFault) -> PendingAction.Target {
        switch (action.userID, action.audience) {
        case (let user?, nil): return .user(user)
        case (nil, let text?):
            let audience = try Audience(text)
            guard case .channel(let channel) = audience.members else { return .audience(audience) }
            // Apple broadcasts to Live Activities only.
            guard type == .push(.liveactivity) else { throw MessageFault(reason: "InvalidAudience: channel") }
            return .channel(channel)
        case (nil, nil): throw MessageFault(reason: "NoRecipient")
        case (_?, _?): throw MessageFault(reason: "InvalidAudience: user_id stands beside it")
        }
    }
}

extension ActionOutcome {
    /// An action refused as a whole: no delivery rows, all counts 0.
    package static func refused(_ action: ClaimedAction, state: State = .failed, reason: String) -> ActionOutcome {
        ActionOutcome(
            actionID: action.id, app: action.app, lease: action.lease, state: state, reason: reason, delivered: 0,
            failed: 0, pruned: 0, warnings: [], deliveries: [])
    }
}
