import PushCore
import ServiceRuntime

// Parts of audiences in the air at once: each may be hundreds of devices, and memory is to stay flat.
private let partsAtOnce = 4

/// From claimed actions to their devices.
extension LaneService {
    /// Finds the devices of what was claimed, and dispatches it.
    func lookUpBacklog() async throws {
        guard !backlog.isEmpty else { return }
        dispatchBroadcasts()
        try await lookUpAudiences()
        let routes = Dictionary(grouping: backlog.filter(\.isForOneUser)) {
            TokenRoute(app: $0.action.app, kind: $0.tokenKind)
        }
        var notifications: [PushNotification] = []
        var looked = Set<UInt64>()
        do {
            for (route, pending) in routes {
                let users = Array(Set(pending.compactMap(\.userID)))
                let found = try await tokens.recipients(of: users, app: route.app, kind: route.kind)
                for action in pending {
                    looked.insert(action.action.id)
                    prepare(action, action.userID.flatMap { found[$0] } ?? [], walk: nil, into: &notifications)
                }
            }
        } catch {
            // What was looked up goes its way; the rest stays for the next turn.
            backlog.removeAll { looked.contains($0.action.id) }
            dispatch(notifications)
            throw error
        }
        backlog.removeAll { looked.contains($0.action.id) }
        dispatch(notifications)
    }

    // A broadcast has no devices to look up.
    private func dispatchBroadcasts() {
        var notifications: [PushNotification] = []
        for action in backlog {
            guard let recipient = action.broadcastRecipient else { continue }
            prepare(action, [recipient], walk: nil, into: &notifications)
        }
        backlog.removeAll { $0.broadcastRecipient != nil }
        dispatch(notifications)
    }

    // One part of each audience, as long as there is room; the others wait for the next turn.
    private func lookUpAudiences() async throws {
        var inTheAir = flights.values.count { $0.walk != nil }
        for action in backlog where inTheAir < partsAtOnce {
            guard case .audience(let audience) = action.target else { continue }
            let step = try await part(of: audience, action)
            var notifications: [PushNotification] = []
            prepare(action, step.recipients, walk: step.walk, into: &notifications)
            backlog.removeAll { $0.action.id == action.action.id }
            if !notifications.isEmpty { inTheAir += 1 }
            dispatch(notifications)
        }
    }

    // What is due again comes before what comes next.
    private func part(of audience: Audience, _ action: PendingAction) async throws -> AudienceStep {
        let walk = action.action.walk
        guard action.action.earlier.isEmpty else {
            let due = Set(action.action.earlier.map(\.token))
            let users = Array(Set(action.action.earlier.compactMap(\.userID)))
            let found = try await tokens.recipients(of: users, app: action.action.app, kind: action.tokenKind)
            let owned = found.values.flatMap(\.self).filter { due.contains($0.column) }
            return AudienceStep(recipients: owned + action.listedTokens(of: audience), walk: walk)
        }
        guard !walk.isDone else { return AudienceStep(recipients: [], walk: walk) }
        return try await tokens.step(
            through: audience, behind: walk, action: action.action.id, app: action.action.app, kind: action.tokenKind,
            limit: AudienceStep.size)
    }

    private func prepare(
        _ action: PendingAction, _ recipients: [Recipient], walk: AudienceWalk?, into batch: inout [PushNotification]
    ) {
        let recipients = recipients.filter(action.message.isMeant)
        switch action.next(recipients: recipients, walk: walk) {
        case .settled(let outcome): outbox.add(outcome)
        case .send(let notification):
            flights[action.action.id] = Flight(pending: action, recipients: recipients, walk: walk)
            batch.append(notification)
        }
    }
}

/// Devices are looked up for one app and one kind of token at a time.
private struct TokenRoute: Hashable {
    let app: String
    let kind: TokenKind
}
