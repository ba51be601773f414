/// What a record says about its token besides the token itself. Fields of the wrong kind count as absent.
package struct TokenDetails: Sendable, Equatable {
    /// `production` or `sandbox` (Xcode's word for it, `development`, is understood), or nil.
    package let environment: String?
    /// When the app registered the token, in milliseconds since 1970.
    package let registeredAt: Int64?
    /// The app's bundle id.
    package let bundleID: String?
    /// What the app calls the device.
    package let device: String?
    /// The Live Activity that the token belongs to.
    package let activityID: String?
    /// The push platform in lower case; nil stands for `ios`.
    package let platform: String?
    /// The user who had the token before this one registered it.
    package let movedFrom: UInt64?
    /// When it changed hands, in milliseconds since 1970.
    package let movedAt: Int64?

    /// What a token without a record has: nothing.
    static let none = TokenDetails { _ in .nothing }

    /// The details that `field` finds under their names.
    init(_ field: (String) -> TokenField) {
        environment = field("environment").word.flatMap(Self.environment)
        registeredAt = field("registered_at").time
        bundleID = field("bundle_id").text
        device = field("device").text
        activityID = field("activity_id").text
        platform = field("platform").word
        movedFrom = field("moved_from").text.flatMap { UInt64($0) }
        movedAt = movedFrom == nil ? nil : field("moved_at").time
    }

    private static func environment(_ word: String) -> String? {
        switch word {
        case "production", "prod": "production"
        case "sandbox", "development", "dev": "sandbox"
        default: nil
        }
    }
}
