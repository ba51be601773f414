/// Which of Apple's two services is meant.
package enum SimulatedEnvironment: String, Sendable, Hashable, CaseIterable {
    case production
    case sandbox
}
