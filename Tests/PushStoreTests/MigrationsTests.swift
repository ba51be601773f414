import FoundationEssentials
import MariaDB
import PushCore
import PushStore
import Testing

@Suite struct MigrationsTests {
    @Test func theBinaryCarriesTheFilesOfTheFolder() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../migrations")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".sql") }
        #expect(names.sorted() == Migration.all.map(\.name))
        for migration in Migration.all {
            #expect(try Array(Data(contentsOf: folder.appending(path: migration.name))) == migration.bytes)
        }
    }

    @Test func twoRunsAtOnceMigrateOnce() async throws {
        let store = try await TestStore(migrate: false)
        #expect(try await store.migrations.status().version == 0)
        let applied = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<4 {
                let other = Migrations(
                    database: .init(configuration: store.configuration, name: "other"), tables: store.tables)
                group.addTask {
                    // On a slow machine one that waits may be told to come again later.
                    for _ in 0..<10 {
                        do { return try await other.run() } catch SchemaError.busy { continue }
                    }
                    throw SchemaError.busy
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(applied == Migration.all.map(\.name))
        #expect(try await store.migrations.run().isEmpty)
        await #expect(throws: Never.self) { try await store.migrations.check() }
    }

    @Test func aDatabaseOfTheFirstVersionIsBroughtUpAndKeepsItsRows() async throws {
        let store = try await TestStore(migrate: false)
        for statement in Migration.all[0].statements(prefix: "wp_") { try await store.execute(statement) }
        try await store.execute("INSERT INTO wp_pushbridge_settings (name, value) VALUES ('schema_version', '1')")
        try await store.enqueue(3)
        let older = SchemaError.older(found: 1, needed: Migration.latest)
        await #expect(throws: older) { try await store.migrations.check() }
        #expect(try await store.migrations.run() == Migration.all.dropFirst().map(\.name))
        #expect(try await store.queue().claim(lane: .standard, limit: 10, lease: 1000).count == 3)
    }

    @Test func aNewerSchemaIsRefused() async throws {
        let store = try await TestStore()
        try await store.execute("UPDATE wp_pushbridge_settings SET value = '999' WHERE name = 'schema_version'")
        let newer = SchemaError.newer(found: 999, known: Migration.latest)
        await #expect(throws: newer) { try await store.migrations.run() }
        await #expect(throws: newer) { try await store.migrations.check() }
    }

    @Test func missingTablesAreNamedWithTheCommandThatMakesThem() async throws {
        let store = try await TestStore(migrate: false)
        let error = await #expect(throws: SchemaError.self) { try await store.migrations.check() }
        #expect(error?.description.contains("push-bridge migrate") == true)
    }

    @Test func theInstallationIdStaysAndACopiedSiteIsTold() async throws {
        let store = try await TestStore(migrate: false)
        try await store.execute(
            "CREATE TABLE wp_options (option_id bigint AUTO_INCREMENT PRIMARY KEY, option_name varchar(191), option_value longtext)"
        )
        try await store.execute(
            "INSERT INTO wp_options (option_name, option_value) VALUES ('siteurl', 'https://a.example')")
        _ = try await store.migrations.run()
        let settings = Settings(database: store.database, tables: store.tables)
        let id = try #require(try await settings.value("installation_id"))
        #expect(id.count == 32)
        let address = SiteAddress(database: store.database, tables: store.tables)
        #expect(try await address.difference() == nil)
        try await store.execute("UPDATE wp_options SET option_value = 'https://staging.example'")
        _ = try await store.migrations.run()
        #expect(try await settings.value("installation_id") == id)
        #expect(try await address.difference()?.now == "https://staging.example")
        try await address.accept()
        #expect(try await address.difference() == nil)
    }
}
