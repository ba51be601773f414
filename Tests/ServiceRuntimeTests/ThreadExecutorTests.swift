import ServiceRuntime
import Testing

@Suite struct ThreadExecutorTests {
    private actor Counter {
        let executor: ThreadExecutor
        var value = 0
        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

        init(executor: ThreadExecutor) { self.executor = executor }

        func add() { value += 1 }
    }

    @Test func jobsOfManyTasksRunOneAfterTheOther() async {
        let counter = Counter(executor: ThreadExecutor(name: "test"))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 { group.addTask { await counter.add() } }
        }
        #expect(await counter.value == 1000)
    }
}
