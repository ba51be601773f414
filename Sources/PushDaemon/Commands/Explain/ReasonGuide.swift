import ApplePush

/// What the words of the columns `reason` mean, and what to do: Apple's and the senders' from `ReasonHint`, and those of an
/// action that was refused as a whole.
struct ReasonGuide: Equatable {
    let meaning: String
    let advice: String

    private init(_ meaning: String, _ advice: String) {
        self.meaning = meaning
        self.advice = advice
    }

    /// The entry of a reason, whatever details follow its word; nil for a word that is not known.
    init?(of reason: String) {
        let word = reason.hasPrefix("HTTP ") ? "HTTP" : String(reason.prefix { $0 != ":" })
        if let entry = Self.entries[word] {
            self = entry
        } else if let hint = ReasonHint.of(ApnsReason(word)) {
            self.init(hint.meaning, hint.remedy)
        } else {
            return nil
        }
    }

    private static let producer = "correct what enqueues it, then enqueue it anew"

    private static let entries = [
        "NoRecipient": ReasonGuide("neither user_id nor audience", producer),
        "InvalidAudience": ReasonGuide("the audience is none of the known forms", producer),
        "UnknownType": ReasonGuide("type is none of the known words", producer),
        "EmptyMessage": ReasonGuide("nothing in the message means anything", producer),
        "InvalidMessage": ReasonGuide("the named key has a wrong type or range, or the text cannot be read", producer),
        "MissingCallkitPayload": ReasonGuide("a call without callkit_payload", producer),
        "MissingAlert": ReasonGuide("a call, or the start of a Live Activity, without any text", producer),
        "SilentVoip": ReasonGuide("a call with silent: a call rings", producer),
        "Unknown": ReasonGuide("a delivery gave no reason", "nothing"),
        "HTTP": ReasonGuide("an answer without a reason", "is there a proxy in between?"),
    ]
}
