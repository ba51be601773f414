package import PushCore
package import PushStore
package import ServiceRuntime
package import Telemetry

/// One lane: claims due actions, looks up their devices, dispatches them, and writes what became of them. It runs on its
/// database's thread, so that a turn is one visit to the database without a change of thread.
package actor LaneService {
    private struct Flight {
        let pending: PendingAction
        let recipients: [Recipient]
        // Set for a part of an audience.
        let walk: AudienceWalk?
    }

    // Parts of audiences in the air at once: each may be hundreds of devices, and memory is to stay flat.
    private static let partsAtOnce = 4

    private let lane: Lane
    private let settings: LaneSettings
    private let queue: any PushQueue
    private let tokens: any PushTokenRepository
    private let pruning: PruningService
    private let journal: ResultJournal
    private let dispatcher: PushDispatcher
    private let shutdown: ShutdownSignal
    private let statistics: LaneStatistics
    private let pause: PauseWatch
    private let logger: Logger
    private nonisolated let executor: ThreadExecutor
    private nonisolated let wake: WakeFlag
    private nonisolated let inbox = Locked<[PushResult]>([])

    // Claimed, devices not yet looked up.
    private var backlog: [PendingAction] = []
    // Handed to the dispatcher.
    private var flights: [UInt64: Flight] = [:]
    // Decided, not yet written.
    private var unwritten: [ActionOutcome] = []
    private var leasesExtendedAt = MonotonicTime.now
    private var journalFailures = FailureLog(event: "journal")
    private var pausedSeenAt = MonotonicTime.now

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// - Parameter wake: raised by whoever knows of new rows; the lane looks by itself every poll interval.
    package init(
        lane: Lane, settings: LaneSettings, queue: any PushQueue, tokens: any PushTokenRepository,
        pruning: PruningService, journal: ResultJournal, dispatcher: PushDispatcher, shutdown: ShutdownSignal,
        statistics: LaneStatistics,
        pause: PauseWatch, wake: WakeFlag, executor: ThreadExecutor, logger: Logger
    ) {
        self.lane = lane
        self.settings = settings
        self.queue = queue
        self.tokens = tokens
        self.pruning = pruning
        self.journal = journal
        self.dispatcher = dispatcher
        self.shutdown = shutdown
        self.statistics = statistics
        self.pause = pause
        self.wake = wake
        self.executor = executor
        self.logger = logger
    }

    /// Works until the daemon ends; returns when nothing of the lane's is under way any more.
    package func run() async {
        var failures = FailureLog(event: lane == .voip ? "voip_database" : "standard_database")
        while shutdown.stage == .running {
            let began = MonotonicTime.now
            var busy = false
            do {
                busy = try await turn()
                failures.worked(logger)
            } catch {
                failures.failed(error, logger)
                statistics.turn(held: flights.count + backlog.count)
                wake.wait(milliseconds: failures.pause)
                continue
            }
            statistics.turn(held: flights.count + backlog.count)
            rest(since: began, busy: busy)
        }
        await drain()
    }

    // While results come in, a visit to the database is worth it only when they have some company.
    private func rest(since began: MonotonicTime, busy: Bool) {
        guard !busy else { return }
        if !flights.isEmpty {
            Thread.sleep(milliseconds: settings.turnPace - MonotonicTime.now.milliseconds(since: began))
        }
        wake.wait(milliseconds: settings.pollInterval)
    }

    /// One visit to the database. True when there is more to do at once.
    private func turn() async throws -> Bool {
        takeResults()
        try await write()
        try await extendLeases()
        try await lookUpBacklog()
        guard !journal.isFull else { return false }
        let room = settings.maximumInFlight - flights.count - backlog.count - unwritten.count
        guard room >= min(settings.batch, settings.maximumInFlight) / 2 else { return false }
        let limit = min(settings.batch, room)
        let pause = pause.current
        if !pause.isEmpty { try await endPaused(pause, limit: limit) }
        let claimed = try await queue.claim(lane: lane, limit: limit, lease: settings.lease, except: pause)
        guard !claimed.isEmpty else { return false }
        statistics.claimed(claimed)
        plan(claimed)
        try await lookUpBacklog()
        return claimed.count == limit
    }

    private func plan(_ claimed: [ClaimedAction]) {
        let now = MonotonicTime.now
        for action in claimed {
            let age = settings.maximumAge[action.app] ?? settings.defaultMaximumAge
            switch ActionPlan(action, maximumAge: age, now: now) {
            case .settled(let outcome): unwritten.append(outcome)
            case .pending(let pending): backlog.append(pending)
            }
        }
    }

    // A paused call is not rung later: about once a second those past their life end, and the rest is given back.
    private func endPaused(_ pause: QueuePause, limit: Int) async throws {
        let now = MonotonicTime.now
        guard lane == .voip, now.milliseconds(since: pausedSeenAt) >= 1000 else { return }
        pausedSeenAt = now
        let waiting = backlog.count
        plan(try await queue.claimPaused(lane: lane, limit: limit, lease: settings.lease, pause))
        let resting = backlog[waiting...].map(\.action)
        backlog.removeSubrange(waiting...)
        if !resting.isEmpty { try await queue.giveBack(resting) }
    }

    private func lookUpBacklog() async throws {
        guard !backlog.isEmpty else { return }
        dispatchBroadcasts()
        try await lookUpAudiences()
        let routes = Dictionary(grouping: backlog.filter(\.isForOneUser)) {
            TokenRoute(app: $0.action.app, kind: $0.tokenKind)
        }
        var notifications: [PushNotification] = []
        var looked = Set<UInt64>()
        do {
            for (route, pending) in routes {
                let users = Array(Set(pending.compactMap(\.userID)))
                let found = try await tokens.recipients(of: users, app: route.app, kind: route.kind)
                for action in pending {
                    looked.insert(action.action.id)
                    prepare(action, action.userID.flatMap { found[$0] } ?? [], walk: nil, into: &notifications)
                }
            }
        } catch {
            // What was looked up goes its way; the rest stays for the next turn.
            backlog.removeAll { looked.contains($0.action.id) }
            dispatch(notifications)
            throw error
        }
        backlog.removeAll { looked.contains($0.action.id) }
        dispatch(notifications)
    }

    // A broadcast has no devices to look up.
    private func dispatchBroadcasts() {
        var notifications: [PushNotification] = []
        for action in backlog {
            guard let recipient = action.broadcastRecipient else { continue }
            prepare(action, [recipient], walk: nil, into: &notifications)
        }
        backlog.removeAll { $0.broadcastRecipient != nil }
        dispatch(notifications)
    }

    // One part of each audience, as long as there is room; the others wait for the next turn.
    private func lookUpAudiences() async throws {
        var inTheAir = flights.values.count { $0.walk != nil }
        for action in backlog where inTheAir < Self.partsAtOnce {
            guard case .audience(let audience) = action.target else { continue }
            let step = try await part(of: audience, action)
            var notifications: [PushNotification] = []
            prepare(action, step.recipients, walk: step.walk, into: &notifications)
            backlog.removeAll { $0.action.id == action.action.id }
            if !notifications.isEmpty { inTheAir += 1 }
            dispatch(notifications)
        }
    }

    // What is due again comes before what comes next.
    private func part(of audience: Audience, _ action: PendingAction) async throws -> AudienceStep {
        let walk = action.action.walk
        guard action.action.earlier.isEmpty else {
            let due = Set(action.action.earlier.map(\.token))
            let users = Array(Set(action.action.earlier.compactMap(\.userID)))
            let found = try await tokens.recipients(of: users, app: action.action.app, kind: action.tokenKind)
            let owned = found.values.flatMap(\.self).filter { due.contains($0.column) }
            return AudienceStep(recipients: owned + action.listedTokens(of: audience), walk: walk)
        }
        guard !walk.isDone else { return AudienceStep(recipients: [], walk: walk) }
        return try await tokens.step(
            through: audience, behind: walk, action: action.action.id, app: action.action.app, kind: action.tokenKind,
            limit: AudienceStep.size)
    }

    private func prepare(
        _ action: PendingAction, _ recipients: [Recipient], walk: AudienceWalk?, into batch: inout [PushNotification]
    ) {
        switch action.next(recipients: recipients, walk: walk) {
        case .settled(let outcome): unwritten.append(outcome)
        case .send(let notification):
            flights[action.action.id] = Flight(pending: action, recipients: recipients, walk: walk)
            batch.append(notification)
        }
    }

    private func dispatch(_ notifications: [PushNotification]) {
        guard !notifications.isEmpty else { return }
        dispatcher.dispatch(notifications) { [inbox, wake] results in
            let first = inbox.withLock { waiting in
                defer { waiting.append(contentsOf: results) }
                return waiting.isEmpty
            }
            if first { wake.raise() }
        }
    }

    private func takeResults() {
        let results = inbox.withLock { waiting in
            let taken = waiting
            waiting.removeAll(keepingCapacity: true)
            return taken
        }
        guard !results.isEmpty else { return }
        let now = MonotonicTime.now
        let known = unwritten.count
        for result in results {
            guard let flight = flights.removeValue(forKey: result.actionID) else { continue }
            let outcome = flight.pending.outcome(
                of: result, recipients: flight.recipients, walk: flight.walk, policy: settings.retry, now: now,
                random: { Double.random(in: 0.5...1) })
            statistics.settled(outcome)
            unwritten.append(outcome)
        }
        keep(unwritten[known...])
    }

    // Without its journal a result that the database does not get is lost with the process, and no more than that.
    private func keep(_ outcomes: ArraySlice<ActionOutcome>) {
        do throws(SystemError) {
            try journal.append(Array(outcomes))
            journalFailures.worked(logger)
        } catch {
            journalFailures.failed(error, logger)
        }
    }

    private func write() async throws {
        guard !unwritten.isEmpty else { return }
        let outcomes = unwritten
        try await pruning.apply(outcomes)
        let fenced = try await queue.record(outcomes)
        unwritten.removeFirst(outcomes.count)
        if unwritten.isEmpty { try? journal.clear() }
        statistics.recorded(outcomes.count - fenced.count, fenced: fenced.count)
        if !fenced.isEmpty {
            logger.warning(
                "lease_lost",
                ["lane": .text(lane.rawValue), "actions": .count(fenced.count), "first": .count(fenced.min() ?? 0)])
        }
    }

    private func extendLeases() async throws {
        let now = MonotonicTime.now
        guard now.milliseconds(since: leasesExtendedAt) > settings.lease / 4 else { return }
        leasesExtendedAt = now
        var leases = flights.mapValues(\.pending.action.lease)
        for waiting in backlog { leases[waiting.action.id] = waiting.action.lease }
        guard !leases.isEmpty else { return }
        let lost = try await queue.extend(leases, lease: settings.lease)
        guard !lost.isEmpty else { return }
        // What is on the wire is recorded (or fenced off) when its answer comes; what is not must not be sent.
        backlog.removeAll { lost.contains($0.action.id) }
    }

    /// Begins nothing, waits for answers, writes them, gives back what was never sent.
    private func drain() async {
        let end = MonotonicTime.now.advanced(milliseconds: settings.drainLimit)
        repeat {
            takeResults()
            do {
                try await write()
                if !backlog.isEmpty {
                    try await queue.giveBack(backlog.map(\.action))
                    backlog.removeAll()
                }
            } catch {
                logger.error("drain", ["lane": .text(lane.rawValue), "error": .error(error)])
                wake.wait(milliseconds: 200)
            }
            if flights.isEmpty, unwritten.isEmpty, backlog.isEmpty { return }
            wake.wait(milliseconds: 20)
        } while MonotonicTime.now < end && shutdown.stage < .cancelled
        logger.warning(
            "drain_incomplete", ["lane": .text(lane.rawValue), "actions": .count(flights.count + unwritten.count)])
    }
}

/// Devices are looked up for one app and one kind of token at a time.
private struct TokenRoute: Hashable {
    let app: String
    let kind: TokenKind
}
