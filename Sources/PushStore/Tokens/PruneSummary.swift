/// What became of the verdicts of one call.
package struct PruneSummary: Sendable, Equatable {
    /// Tokens taken out of usermeta.
    package var removed = 0
    /// Verdicts left for the plugin to apply.
    package var verdicts = 0
    /// Verdicts that nobody applies: the mode says so, or the value must not be rewritten.
    package var reported = 0
    /// Left alone because the value changed after it was read, or is being changed.
    package var changed = 0
    /// Left alone because the token was registered after Apple's verdict.
    package var registeredLater = 0
    /// Left alone because the same verdict stands in the table already.
    package var repeated = 0

    /// Nothing yet.
    package init() {}
}
