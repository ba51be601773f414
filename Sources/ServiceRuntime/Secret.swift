/// A value that never shows itself: printing, interpolating or dumping it says only that it is there.
package struct Secret<Value: Sendable>: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let value: Value

    /// Wraps `value`.
    package init(_ value: Value) { self.value = value }

    /// The bare value; call it only where the secret is used, and never store what it returns.
    package func reveal() -> Value { value }

    package var description: String { "<redacted>" }
    package var debugDescription: String { "<redacted>" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
