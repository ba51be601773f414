/// One device token in a usermeta value, with what its record says about it.
package struct TokenEntry: Sendable, Equatable {
    /// The token as it is sent: lower-case hexadecimal digits.
    package let token: String
    /// The token as it is stored.
    package let raw: String
    /// The rest of the record; empty when the token stands alone.
    package let details: TokenDetails
    let place: TokenPlace

    /// `production` or `sandbox`, or nil when the record does not say.
    package var environment: String? { details.environment }
    /// When the app registered the token, in milliseconds since 1970.
    package var registeredAt: Int64? { details.registeredAt }
    /// The app's bundle id.
    package var bundleID: String? { details.bundleID }
    /// What the app calls the device.
    package var device: String? { details.device }
    /// The Live Activity that the token belongs to.
    package var activityID: String? { details.activityID }
    /// The push platform in lower case (`ios`, `android` …); nil stands for `ios`.
    package var platform: String? { details.platform }
}
