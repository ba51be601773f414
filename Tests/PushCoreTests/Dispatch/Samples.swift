import JSONText
import PushCore
import ServiceRuntime

/// Actions and devices as the tests of the dispatch rules need them.
enum Samples {
    static let anna = DeviceToken(hex: String(repeating: "a1", count: 32))!
    static let bert = DeviceToken(hex: String(repeating: "b2", count: 32))!
    static let callMessage: JSONValue = ["title": "Anna", "callkit_payload": ["uuid": "u"]]

    static func action(
        type: String = "standard", userID: UInt64? = 7, audience: [UInt8]? = nil,
        content: ClaimedAction.Content = .message(["title": "Hi", "body": "There"]), age: Int64 = 0,
        expiresIn: Int64? = nil, earlierClaims: Int = 0, wasAbandoned: Bool = false,
        earlier: [ClaimedAction.Earlier] = [], claimedAt: MonotonicTime = MonotonicTime(nanoseconds: 0)
    ) -> ClaimedAction {
        let now: Int64 = 1_800_000_000_000
        return ClaimedAction(
            id: 1, lease: Lease(owner: 5, sequence: 1), type: type, app: "default", userID: userID, audience: audience,
            content: content, lifeStart: now - age, expiresAt: expiresIn.map { now + $0 }, databaseNow: now,
            claimedAt: claimedAt, earlierClaims: earlierClaims, wasAbandoned: wasAbandoned, earlier: earlier)
    }

    static func device(_ token: DeviceToken, kind: TokenKind = .standard) -> Recipient {
        Recipient(userID: 7, address: .apns(token), kind: kind)
    }

    static func earlier(
        _ token: DeviceToken, _ status: DeliveryStatus, reason: String? = nil, attempts: Int = 1, dueIn: Int64? = nil
    ) -> ClaimedAction.Earlier {
        ClaimedAction.Earlier(
            token: token.hex, userID: 7, status: status, reason: reason, errorClass: nil, attempts: attempts,
            dueIn: dueIn)
    }

    static func pending(_ action: ClaimedAction, maximumAge: Int64 = 10) throws -> PendingAction {
        switch ActionPlan(action, maximumAge: maximumAge, now: action.claimedAt) {
        case .pending(let pending): return pending
        case .settled(let outcome): throw Unexpected(what: "settled as \(outcome.state), \(outcome.reason ?? "-")")
        }
    }

    struct Unexpected: Error { let what: String }
}
