/// What is done with a request beside judging it: the settings and the faults that struck it, taken together.
struct ResponsePlan {
    /// How the request ends.
    enum Ending {
        case answer
        case silence
        case reset(UInt32)
        case refuse
        case drop
        case garbage(FaultAction.Garbage)
    }

    var ending = Ending.answer
    /// Milliseconds until the answer.
    var delay: Int64
    var answer: FaultAnswer?
    var goaway: (last: FaultAction.LastStreamID, reason: String?)?
    var readPace: Int?
    var bodyPace = 0
    var bodySize: Int?
    var streamLimit: UInt32?

    init(_ actions: [FaultAction], settings: SimulatorSettings) {
        delay = settings.answerDelay
        for action in actions { add(action) }
    }

    private mutating func add(_ action: FaultAction) {
        switch action {
        case .answer(let answer): self.answer = answer
        case .delay(let milliseconds): delay += milliseconds
        case .silence: ending = .silence
        case .resetStream(let code): ending = .reset(code)
        case .refuse: ending = .refuse
        case .goaway(let last, let reason): goaway = (last, reason)
        case .dropConnection: ending = .drop
        case .garbage(let garbage): ending = .garbage(garbage)
        case .slowRead(let pace): readPace = pace
        case .slowAnswer(let pace): bodyPace = max(pace, 1)
        case .streamLimit(let limit): streamLimit = limit
        case .oversizeBody(let bytes): bodySize = bytes
        }
    }

    /// Whether the push is taken at all.
    var isProcessed: Bool {
        if case .refuse = ending { return false }
        return goaway == nil || goaway?.last == .same
    }

    /// What the record says of it at once.
    var fate: ReceivedPush.Fate {
        guard isProcessed else { return .notProcessed }
        guard case .answer = ending else { return .unanswered }
        return delay > 0 ? .waiting : .answered
    }
}
