/// A setting as it is in force, for `doctor`.
package struct EffectiveSetting: Sendable, Equatable {
    /// `database`, or `app.NAME`.
    package let section: String
    package let key: String
    /// The value as written; secrets are never in here.
    package let shown: String
    package let origin: SettingOrigin
}
