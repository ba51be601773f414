import JSONText

/// Which keys of a message mean something for which type of action.
struct MessageKeys {
    /// What becomes of a key.
    enum Use: Equatable {
        case read
        case unknown
        /// Known, and dropped without a word.
        case nothing
        /// Known, but not for this type; with the reason.
        case ignored(String)
    }

    private static let all = Set(
        AlertText.keys + NotificationOptions.keys + CustomContent.keys + DeliveryOptions.keys
            + ["sound", "silent", "live_activity"])
    private static let notForCalls = Set(NotificationOptions.notForCalls + ["collapse_id"])
    // An MDM body is exactly {"mdm": …}: only how it travels can be said beside it.
    private static let forManagement = Set(DeliveryOptions.keys + ["push_magic"])

    private let type: ActionType

    init(for type: ActionType) { self.type = type }

    func use(of key: String, value: JSONValue) -> Use {
        // The legacy system's messages carry an icon, which Apple has no place for.
        guard Self.all.contains(key) else { return key == "icon" ? .nothing : .unknown }
        switch type {
        case .push(.voip) where Self.notForCalls.contains(key): return .ignored("a VoIP push has none")
        case .push(.mdm) where !Self.forManagement.contains(key): return .ignored("an MDM push holds push_magic alone")
        default: break
        }
        switch key {
        case "interruption_level" where type == .push(.voip):
            return value == .string(InterruptionLevel.timeSensitive.rawValue)
                ? .nothing : .ignored("a VoIP push is always time-sensitive")
        case "priority" where type == .push(.voip):
            return [10, "10"].contains(value) ? .nothing : .ignored("a VoIP push always has 10")
        case "live_activity" where type != .push(.liveactivity): return .ignored("it belongs to type liveactivity")
        case "push_magic" where type != .push(.mdm): return .ignored("it belongs to type mdm")
        case "callkit_payload" where type != .push(.voip): return .ignored("it belongs to type voip")
        default: return .read
        }
    }
}
