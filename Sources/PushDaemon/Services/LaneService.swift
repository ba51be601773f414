package import PushCore
package import ServiceRuntime
package import Telemetry

/// One lane: claims due actions, looks up their devices, dispatches them, and writes what became of them. It runs on its
/// database's thread, so that a turn is one visit to the database without a change of thread; results are written on
/// another meanwhile.
package actor LaneService {
    struct Flight {
        let pending: PendingAction
        let recipients: [Recipient]
        // Set for a part of an audience.
        let walk: AudienceWalk?
    }

    private let lane: Lane
    private let settings: LaneSettings
    private let queue: any PushQueue
    let tokens: any PushTokenRepository
    private let dispatcher: PushDispatcher
    private let shutdown: ShutdownSignal
    private let statistics: LaneStatistics
    private let pause: PauseWatch
    private let logger: Logger
    private nonisolated let executor: ThreadExecutor
    private nonisolated let wake: WakeFlag
    private nonisolated let inbox = Locked<[PushResult]>([])

    // Claimed, devices not yet looked up.
    var backlog: [PendingAction] = []
    // Handed to the dispatcher.
    var flights: [UInt64: Flight] = [:]
    // Decided, not yet written.
    var outbox: ResultOutbox
    private var leasesExtendedAt = MonotonicTime.now
    private var pausedSeenAt = MonotonicTime.now

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// - Parameter wake: raised by whoever knows of new rows; the lane looks by itself every poll interval.
    package init(
        lane: Lane, settings: LaneSettings, queue: any PushQueue, tokens: any PushTokenRepository,
        outbox: ResultOutbox, dispatcher: PushDispatcher, shutdown: ShutdownSignal, statistics: LaneStatistics,
        pause: PauseWatch, wake: WakeFlag, executor: ThreadExecutor, logger: Logger
    ) {
        self.lane = lane
        self.settings = settings
        self.queue = queue
        self.tokens = tokens
        self.outbox = outbox
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
        outbox.turn()
        try await extendLeases()
        try await lookUpBacklog()
        guard outbox.hasRoom else { return false }
        let room = settings.maximumInFlight - flights.count - backlog.count - outbox.count
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
            case .settled(let outcome): outbox.add(outcome)
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

    func dispatch(_ notifications: [PushNotification]) {
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
        let outcomes = results.compactMap { result -> ActionOutcome? in
            guard let flight = flights.removeValue(forKey: result.actionID) else { return nil }
            let outcome = flight.pending.outcome(
                of: result, recipients: flight.recipients, walk: flight.walk, policy: settings.retry, now: now,
                random: { Double.random(in: 0.5...1) })
            statistics.settled(outcome)
            return outcome
        }
        outbox.add(answered: outcomes)
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
            outbox.turn()
            do {
                if !backlog.isEmpty {
                    try await queue.giveBack(backlog.map(\.action))
                    backlog.removeAll()
                }
            } catch {
                logger.error("drain", ["lane": .text(lane.rawValue), "error": .error(error)])
                wake.wait(milliseconds: 200)
            }
            if flights.isEmpty, outbox.count == 0, backlog.isEmpty { return }
            wake.wait(milliseconds: 20)
        } while MonotonicTime.now < end && shutdown.stage < .cancelled
        logger.warning(
            "drain_incomplete", ["lane": .text(lane.rawValue), "actions": .count(flights.count + outbox.count)])
    }
}
