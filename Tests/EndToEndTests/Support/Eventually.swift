import ServiceRuntime

/// Waits until `condition` holds, and says so; false when it does not within `seconds`, which is far more than it ever takes.
func eventually(within seconds: Int64 = 30, _ condition: () async throws -> Bool) async throws -> Bool {
    let end = MonotonicTime.now.advanced(milliseconds: seconds * 1000)
    while MonotonicTime.now < end {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(20))
    }
    return try await condition()
}
