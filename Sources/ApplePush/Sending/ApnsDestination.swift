import PushCore

/// Where a request goes: the part of it that a device token and a broadcast channel do not have in common.
enum ApnsDestination {
    private static let devices = Array("/3/device/".utf8)
    private static let broadcasts = "/4/broadcasts/apps/"

    /// The path of a push to `token`.
    static func path(_ token: DeviceToken) -> [UInt8] {
        var path: [UInt8] = []
        path.reserveCapacity(devices.count + token.hex.utf8.count)
        path.append(contentsOf: devices)
        path.append(contentsOf: token.hex.utf8)
        return path
    }

    /// The path of a broadcast of the app `bundleID`; the channel stands in a header.
    static func broadcastPath(bundleID: String) -> [UInt8] { Array((broadcasts + bundleID).utf8) }
}
