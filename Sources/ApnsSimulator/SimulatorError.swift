/// Why the simulator cannot start or understand what it was told, for the person who runs it.
package struct SimulatorError: Error, Equatable, CustomStringConvertible {
    /// What happened and what to do.
    package let description: String

    package init(_ description: String) { self.description = description }
}
