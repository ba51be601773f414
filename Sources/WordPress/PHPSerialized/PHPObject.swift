/// A serialized PHP object, recognized but never written: making one again could run code of its class.
package struct PHPObject: Sendable, Equatable {
    /// The class, as PHP writes it (with its namespace).
    package let className: String
    /// The properties; private and protected names carry PHP's NUL-framed prefix.
    package let properties: PHPArray
}
