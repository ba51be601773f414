import ApnsSimulator
import Testing

@Suite struct ClientCertificateTests {
    private func curl(
        _ fixture: SimulatorFixture, _ change: (inout ProviderCertificate.Contents) -> Void = { _ in },
        authorityOf directory: String? = nil
    ) throws -> Curl {
        var contents = ProviderCertificate.Contents(bundleID: "com.example.app")
        change(&contents)
        let certificate = try ProviderCertificate(contents, tlsDirectory: directory ?? fixture.directory)
        let file = "\(fixture.directory)/client.pem"
        _ = Curl.run("cat > '\(file)' <<'END'\n\(certificate.pem)END")
        return Curl(caFile: fixture.simulator.caFile, options: ["cert = \"\(file)\""])
    }

    private func push(_ fixture: SimulatorFixture, topic: String?, type: String = "alert") -> Curl.Request {
        fixture.push { request in
            request.headers = ["apns-push-type: \(type)"] + (topic.map { ["apns-topic: \($0)"] } ?? [])
        }
    }

    @Test func aCertificateMaySendToItsTopicsOnly() throws {
        let fixture = try SimulatorFixture()
        let answers = try curl(fixture).send([
            push(fixture, topic: "com.example.app"), push(fixture, topic: "com.example.app.voip", type: "voip"),
            push(fixture, topic: "com.example.other"), push(fixture, topic: nil),
            push(fixture, topic: "com.example.app.location-query", type: "location"),
        ]).answers
        #expect(answers.map(\.reason) == [nil, nil, "TopicDisallowed", "MissingTopic", "TopicDisallowed"])
    }

    @Test func theOnlyTopicNeedsNoHeader() throws {
        let fixture = try SimulatorFixture()
        let single = try curl(fixture) { $0.topics = [("com.example.app", "app")] }
        #expect(single.send(push(fixture, topic: nil)).status == 200)
        let bare = try curl(fixture) { $0.topics = [] }
        #expect(bare.send(push(fixture, topic: nil)).status == 200)
        #expect(bare.send(push(fixture, topic: "com.example.app.voip", type: "voip")).reason == "TopicDisallowed")
    }

    @Test func anExpiredOrForeignCertificateIsBad() throws {
        let fixture = try SimulatorFixture()
        let expired = try curl(fixture) { $0.daysFromNow = -30...(-1) }
        #expect(expired.send(push(fixture, topic: "com.example.app")).reason == "BadCertificate")
        let other = try SimulatorFixture()
        let foreign = try curl(fixture, authorityOf: other.directory)
        #expect(foreign.send(push(fixture, topic: "com.example.app")).status == 200)
        fixture.simulator.settings.unknownCertificates = .reject
        #expect(foreign.send(push(fixture, topic: "com.example.app")).reason == "BadCertificate")
    }

    @Test func aDevelopmentCertificateServesTheSandboxAlone() throws {
        let fixture = try SimulatorFixture()
        let development = try curl(fixture) { $0.environments = [.sandbox] }
        var request = push(fixture, topic: "com.example.app")
        #expect(development.send(request).reason == "BadCertificateEnvironment")
        request.url = fixture.simulator.sandboxURL
        #expect(development.send(request).status == 200)
    }

    @Test func thePKCS12FormHoldsTheSameAndItsPassphraseCounts() throws {
        let fixture = try SimulatorFixture()
        var contents = ProviderCertificate.Contents(bundleID: "com.example.app")
        contents.passphrase = "open sesame"
        let certificate = try ProviderCertificate(contents, tlsDirectory: fixture.directory)
        let octal = certificate.p12.map { "\\0\(String($0, radix: 8))" }.joined()
        let file = "\(fixture.directory)/client.p12"
        _ = Curl.run("printf '%b' '\(octal)' > '\(file)'")
        let subject = Curl.run("openssl pkcs12 -in '\(file)' -passin 'pass:open sesame' -nokeys 2>&1").output
        #expect(subject.contains("CN = Apple Push Services: com.example.app"))
        #expect(Curl.run("openssl pkcs12 -in '\(file)' -passin pass:wrong -nokeys >/dev/null 2>&1").exitCode != 0)
    }
}
