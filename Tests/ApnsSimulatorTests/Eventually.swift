import Glibc
import Testing

/// Expects something to become true soon: the server learns of a closed connection a moment after the client closed it.
func eventually(_ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    for _ in 0..<500 where !condition() { usleep(10_000) }
    #expect(condition(), sourceLocation: sourceLocation)
}
