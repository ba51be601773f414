import Cryptography
import JSONText
package import PushCore
import ServiceRuntime

/// What became of one device's share of an action, as the journal keeps it: no token and no message, only a hash that
/// tells which of the user's tokens it was.
package struct JournalRecord: Sendable, Equatable {
    package let actionID: UInt64
    package let lease: Lease
    /// The first half of the SHA-256 of the column `token`, hexadecimal.
    package let tokenHash: String
    package let status: DeliveryStatus
    package let reason: String?
    package let errorClass: ErrorClass?
    package let environment: PushEnvironment?
    package let httpStatus: Int?
    package let apnsID: String?
    package let apnsUniqueID: String?
    package let attempts: Int
    /// For `retry`: the next try, UNIX milliseconds by this machine's clock.
    package let nextAttemptAt: Int64?
    /// Set when Apple called the token dead.
    package let death: TokenDeath?

    /// The record of `delivery` of an action held by `lease`.
    package init(actionID: UInt64, lease: Lease, delivery: ActionOutcome.Delivery) {
        let result = delivery.result
        self.actionID = actionID
        self.lease = lease
        tokenHash = Self.hash(result.recipient.column)
        status = result.status
        reason = result.reason
        errorClass = result.errorClass
        environment = result.environment
        httpStatus = result.httpStatus
        apnsID = result.apnsID
        apnsUniqueID = result.apnsUniqueID
        attempts = delivery.attempts
        nextAttemptAt = delivery.nextAttemptIn.map { WallClock.milliseconds + $0 }
        death = result.death
    }

    /// How a token is told without being named.
    package static func hash(_ token: String) -> String { HexText.encode(SHA256.hash(Array(token.utf8)).prefix(16)) }

    // MARK: - One line of the journal: checksum, blank, JSON object, line end.

    /// The line.
    package var line: [UInt8] {
        let json = JSONWriter.bytes(.object(JSONObject(members.filter { !$0.1.isNull })))
        return Array(Self.checksum(json).utf8) + [0x20] + json + [0x0A]
    }

    /// Reads a line without its end; nil when it was not written in full, or by a program that we do not understand.
    package init?(line: ArraySlice<UInt8>) {
        let json = Array(line.dropFirst(9))
        guard line.count > 9, line.prefix(9).elementsEqual((Self.checksum(json) + " ").utf8),
            let value = try? JSONParser.parse(json), let id = value["action"]?.string.flatMap({ UInt64($0) }),
            let owner = value["owner"]?.string.flatMap({ UInt64($0) }),
            let sequence = value["seq"]?.integer.flatMap({ UInt32(exactly: $0) }), let hash = value["token"]?.string,
            let status = value["status"]?.string.flatMap(DeliveryStatus.init(rawValue:)),
            let attempts = value["attempts"]?.integer.flatMap({ Int(exactly: $0) })
        else { return nil }
        actionID = id
        lease = Lease(owner: owner, sequence: sequence)
        tokenHash = hash
        self.status = status
        self.attempts = attempts
        reason = value["reason"]?.string
        errorClass = value["class"]?.string.flatMap(ErrorClass.init(rawValue:))
        environment = value["environment"]?.string.flatMap(PushEnvironment.init(rawValue:))
        httpStatus = value["http"]?.integer.flatMap { Int(exactly: $0) }
        apnsID = value["apns_id"]?.string
        apnsUniqueID = value["unique_id"]?.string
        nextAttemptAt = value["next"]?.integer
        death = value["death"]?.string.map { TokenDeath(reason: $0, timestamp: value["death_at"]?.integer) }
    }

    private var members: [(String, JSONValue)] {
        [
            // As text: 64 bits unsigned do not fit every reader's number.
            ("action", .string("\(actionID)")), ("owner", .string("\(lease.owner)")),
            ("seq", JSONValue(UInt64(lease.sequence))), ("token", .string(tokenHash)),
            ("status", .string(status.rawValue)), ("reason", JSONValue(reason)),
            ("class", JSONValue(errorClass?.rawValue)), ("environment", JSONValue(environment?.rawValue)),
            ("http", JSONValue(httpStatus)), ("apns_id", JSONValue(apnsID)), ("unique_id", JSONValue(apnsUniqueID)),
            ("attempts", JSONValue(attempts)), ("next", JSONValue(nextAttemptAt)),
            ("death", JSONValue(death?.reason)), ("death_at", JSONValue(death?.timestamp)),
        ]
    }

    private static func checksum(_ json: [UInt8]) -> String {
        let digits = String(CRC32.of(json), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
