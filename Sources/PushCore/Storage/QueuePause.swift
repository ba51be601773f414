package import JSONText

/// What of the queue rests: an admin's word, kept in the settings table as `paused`. Nothing of it is begun; what is
/// under way finishes, and its time goes on.
package struct QueuePause: Sendable, Hashable {
    /// Everything rests.
    package var isEverything = false
    /// These lanes rest.
    package var lanes: Set<Lane> = []
    /// These apps' actions rest.
    package var apps: Set<String> = []
    /// These actions rest.
    package var actions: Set<UInt64> = []

    /// The name of the setting.
    package static let setting = "paused"
    /// The most actions that may rest one by one: each makes every look at the queue dearer.
    package static let mostActions = 1000

    /// Nothing rests.
    package init() {}

    /// Reads the setting. Text that cannot be read means that somebody wanted something to rest: everything does.
    package init(setting text: String?) {
        guard let text, !text.isEmpty else { return }
        let names: Set = ["all", "lanes", "apps", "actions"]
        guard let object = (try? JSONParser.parse(Array(text.utf8)))?.object,
            object.names.allSatisfy(names.contains),
            let lanes = Self.list(object["lanes"], { $0.string.flatMap(Lane.init(rawValue:)) }),
            let apps = Self.list(object["apps"], \.string),
            let actions = Self.list(object["actions"], { $0.integer.flatMap { UInt64(exactly: $0) } })
        else {
            isEverything = true
            return
        }
        isEverything = object["all"] == true
        self.lanes = Set(lanes)
        self.apps = Set(apps)
        self.actions = Set(actions)
    }

    /// The setting's value: `{"all":…,"lanes":[…],"apps":[…],"actions":[…]}`.
    package var json: JSONValue {
        [
            "all": .bool(isEverything), "lanes": .array(lanes.map(\.rawValue).sorted().map(JSONValue.string)),
            "apps": .array(apps.sorted().map(JSONValue.string)),
            "actions": .array(actions.sorted().map { JSONValue($0) }),
        ]
    }

    /// Whether nothing rests.
    package var isEmpty: Bool { self == QueuePause() }

    /// Whether all of `lane` rests.
    package func covers(_ lane: Lane) -> Bool { isEverything || lanes.contains(lane) }

    /// Whether an action rests.
    package func covers(action: UInt64, app: String, lane: Lane) -> Bool {
        covers(lane) || apps.contains(app) || actions.contains(action)
    }

    /// In words: `everything`, or `lane voip, app news, action 12`.
    package var text: String {
        if isEverything { return "everything" }
        let parts =
            lanes.map(\.rawValue).sorted().map { "lane \($0)" } + apps.sorted().map { "app \($0)" }
            + actions.sorted().map { "action \($0)" }
        let shown = parts.prefix(20).joined(separator: ", ")
        return parts.count > 20 ? "\(shown) and \(parts.count - 20) more" : shown
    }

    private static func list<Element>(_ value: JSONValue?, _ element: (JSONValue) -> Element?) -> [Element]? {
        guard let value else { return [] }
        guard let array = value.array else { return nil }
        let elements = array.compactMap(element)
        return elements.count == array.count ? elements : nil
    }
}
