import PushCore

/// One user's recipients, each once.
struct RecipientList {
    private(set) var recipients: [Recipient] = []
    private var places: [String: Int] = [:]

    /// Adds a recipient. A token that stands there already is kept once, with what its latest registration says.
    mutating func add(_ recipient: Recipient) {
        guard let place = places[recipient.column] else {
            places[recipient.column] = recipients.count
            recipients.append(recipient)
            return
        }
        if let time = recipient.registeredAt, recipients[place].registeredAt.map({ time > $0 }) ?? true {
            recipients[place].registeredAt = time
            recipients[place].environment = recipient.environment
            recipients[place].bundleID = recipient.bundleID
            recipients[place].activityID = recipient.activityID
        }
        let kept = recipients[place]
        if let source = recipient.source, source != kept.source, !kept.duplicates.contains(source) {
            recipients[place].duplicates.append(source)
        }
    }

    /// Joins in what is known of each token.
    mutating func join(_ history: TokenHistory) {
        for index in recipients.indices { history.join(to: &recipients[index]) }
    }
}
