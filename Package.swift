// swift-tools-version: 6.2
// The dependencies of every target, top to bottom in one direction (see README, "How the code is laid out").
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

func library(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func tool(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .executableTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil) -> Target {
    .testTarget(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

let package = Package(
    name: "PushBridge",
    targets: [
        // C libraries, each imported by one wrapper target.
        .target(
            name: "CCurl",
            linkerSettings: [.linkedLibrary("curl"), .linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        .target(name: "COpenSSL", linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        .target(name: "CGnuTLS", linkerSettings: [.linkedLibrary("gnutls")]),
        .target(name: "CMicrohttpd", linkerSettings: [.linkedLibrary("microhttpd")]),
        .systemLibrary(
            name: "CMariaDB", pkgConfig: "libmariadb", providers: [.apt(["default-libmysqlclient-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CNghttp2", pkgConfig: "libnghttp2", providers: [.apt(["libnghttp2-dev"])]),

        // Wrappers and plumbing.
        library("ServiceRuntime", []),
        library("JSONText", []),
        library("MariaDB", ["CMariaDB", "ServiceRuntime"]),
        library("HTTP2Client", ["CCurl", "CNghttp2", "ServiceRuntime"]),
        library("Cryptography", ["CSodium", "COpenSSL", "CGnuTLS", "ServiceRuntime"]),

        // The domain, and what it needs of Apple, WordPress and the database.
        library("PushCore", ["JSONText", "ServiceRuntime"]),
        library("Telemetry", ["CMicrohttpd", "PushCore", "JSONText", "ServiceRuntime"]),
        library("WordPress", ["JSONText"]),
        library("ApplePush", ["PushCore", "JSONText", "HTTP2Client", "Cryptography", "ServiceRuntime"]),
        // The SQL files stay in migrations/ (a link leads there) and travel inside the binary.
        library(
            "PushStore", ["PushCore", "JSONText", "MariaDB", "WordPress", "Cryptography", "ServiceRuntime"],
            resources: [.embedInCode("Schema/migrations")]),

        // Programs.
        library(
            "PushDaemon",
            [
                "ApplePush", "PushStore", "PushCore", "JSONText", "WordPress", "MariaDB", "HTTP2Client", "Cryptography",
                "Telemetry", "ServiceRuntime",
            ]),
        tool("push-bridge", ["PushDaemon", "ServiceRuntime"], exclude: ["Packaging"]),
        library("ApnsSimulator", ["COpenSSL", "CNghttp2", "JSONText", "ServiceRuntime"]),
        tool("apns-simulator", ["ApnsSimulator"]),
        .executableTarget(
            name: "push-bench",
            dependencies: ["ApplePush", "PushCore", "JSONText", "HTTP2Client", "Cryptography", "ServiceRuntime"],
            path: "Sources/PushBench", swiftSettings: strict),

        // Tests.
        tests("JSONTextTests", ["JSONText"]),
        tests(
            "ApplePushTests",
            ["ApplePush", "ApnsSimulator", "PushCore", "JSONText", "HTTP2Client", "Cryptography", "ServiceRuntime"]),
        tests("HTTP2ClientTests", ["HTTP2Client", "COpenSSL", "ServiceRuntime"]),
        tests("ServiceRuntimeTests", ["ServiceRuntime"]),
        tests("PushCoreTests", ["PushCore", "JSONText", "ServiceRuntime"]),
        tests("CryptographyTests", ["Cryptography", "ServiceRuntime"]),
        tests("WordPressTests", ["WordPress", "JSONText"], resources: [.copy("Cases")]),
        tests("ApnsSimulatorTests", ["ApnsSimulator", "apns-simulator", "JSONText", "ServiceRuntime"]),
        tests("TelemetryTests", ["Telemetry", "PushCore", "JSONText", "ServiceRuntime"]),
        tests(
            "PushDaemonTests",
            [
                "PushDaemon", "ApplePush", "PushCore", "WordPress", "JSONText", "Telemetry", "ServiceRuntime",
                "PushStore", "MariaDB", "Cryptography", "TestSupport", "push-bridge",
            ]),
        .target(
            name: "TestSupport", dependencies: ["MariaDB", "ServiceRuntime"], path: "Tests/TestSupport",
            swiftSettings: strict),
        tests(
            "PushStoreTests",
            ["PushStore", "PushCore", "JSONText", "MariaDB", "WordPress", "ServiceRuntime", "TestSupport"]),
        tests(
            "EndToEndTests",
            [
                "push-bridge", "ApnsSimulator", "Cryptography", "JSONText", "MariaDB", "PushStore", "ServiceRuntime",
                "TestSupport", "WordPress",
            ]),
        tests("MariaDBTests", ["MariaDB", "ServiceRuntime", "TestSupport"]),
    ],
)
