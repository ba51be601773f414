import ApplePush
package import PushCore
import ServiceRuntime

/// The senders in use, one per app and channel. Replacing one lets what is under way finish on the old.
package final class SenderRegistry: SenderDirectory {
    struct Key: Hashable {
        let app: String
        let channel: PushChannel
    }

    /// A sender and how to end it.
    struct Entry: Sendable {
        let sender: any PushSender
        let close: @Sendable () -> Void
        /// What Apple's answers say of its credential.
        let standing: @Sendable () -> CredentialStanding
    }

    private let entries = Locked<[Key: Entry]>([:])

    package init() {}

    package func sender(app: String, channel: PushChannel) -> (any PushSender)? {
        entries.withLock { $0[Key(app: app, channel: channel)]?.sender }
    }

    /// What Apple's answers say just now, by app and channel.
    var standings: [Key: CredentialStanding] { entries.withLock { $0 }.mapValues { $0.standing() } }

    /// The same of one credential; nil when it has no sender.
    func standing(_ key: Key) -> CredentialStanding? { entries.withLock { $0[key] }?.standing() }

    /// Puts `entry` in place of what was there (nil: nothing serves any more), which takes no more and finishes.
    func replace(_ key: Key, with entry: Entry?) {
        let old = entries.withLock { entries in
            defer { entries[key] = entry }
            return entries[key]
        }
        old?.close()
    }

    /// Ends every sender: what is under way is still answered.
    package func closeAll() {
        let all = entries.withLock { entries in
            defer { entries = [:] }
            return entries
        }
        for entry in all.values { entry.close() }
    }
}
