/// What one app uses: the general settings with those of its `[app.NAME]` on top.
package struct AppConfiguration: Sendable {
    package var tokens: TokenConfiguration
    package var apns: ApnsConfiguration
    /// Milliseconds that a call may wait.
    package var voipMaximumAge: Int64
}
