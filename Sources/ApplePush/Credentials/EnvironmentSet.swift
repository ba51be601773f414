package import PushCore

/// Some of Apple's two environments.
package struct EnvironmentSet: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The set of one.
    package init(_ environment: PushEnvironment) { self.init(rawValue: environment == .production ? 1 : 2) }

    /// The environments that `choice` allows.
    package init(allowedBy choice: EnvironmentChoice) {
        self = choice.allowed.reduce(into: []) { $0.insert(EnvironmentSet($1)) }
    }

    /// Its members, production before the sandbox.
    var members: [PushEnvironment] { PushEnvironment.allCases.filter { contains(EnvironmentSet($0)) } }

    /// Its only or first member, production before the sandbox.
    package var first: PushEnvironment? { PushEnvironment.allCases.first { contains(EnvironmentSet($0)) } }
}
