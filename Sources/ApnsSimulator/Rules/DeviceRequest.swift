/// A complete request, as the rules see it.
struct DeviceRequest {
    let head: RequestHead
    /// Where the body stands in the head's bytes.
    let body: Range<Int>
    /// How long the body was, also where it was too long to be kept.
    let bodyLength: Int
    let environment: SimulatedEnvironment
    let token: ProviderToken?
    /// Seconds since 1970 by the simulator's clock.
    let now: Int64
}
