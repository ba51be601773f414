/// Which sender serves an app's channel just now; credentials come and go while the daemon runs.
package protocol SenderDirectory: Sendable {
    /// The sender, or nil when the app has no usable credentials for the channel.
    func sender(app: String, channel: PushChannel) -> (any PushSender)?
}
