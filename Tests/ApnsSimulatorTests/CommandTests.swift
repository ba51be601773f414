import ApnsSimulator
import Testing

@Suite struct CommandTests {
    /// The program, which is built beside the tests.
    private let program: String = {
        let tests = Curl.run("readlink /proc/$PPID/exe").output
        return tests.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/apns-simulator"
    }()

    @Test func helpIsFoundAndMistakesExitWith2() {
        #expect(Curl.run("'\(program)' --help").output.contains("EXAMPLES"))
        for mistake in ["", "--production 127.0.0.1:0", "--port 1", "--tls-dir", "--make-certificate com.example.app"] {
            let (output, exitCode) = Curl.run("'\(program)' \(mistake) 2>&1")
            #expect(exitCode == 2, "\(mistake)")
            #expect(output.hasPrefix("apns-simulator: "), "\(mistake)")
        }
        let remote = Curl.run("'\(program)' --tls-dir /tmp --production 0.0.0.0:1 2>&1")
        #expect(remote.exitCode == 2)
        #expect(remote.output.contains("only loopback"))
    }

    @Test func theProgramMakesAKeyServesByAScriptAndEndsOnTERM() throws {
        let directory = "/tmp/apns-simulator-test.\(UInt64.random(in: 0 ... .max))"
        defer { _ = Curl.run("rm -r '\(directory)'") }
        #expect(Curl.run("'\(program)' --make-key '\(directory)'").exitCode == 0)
        #expect(Curl.run("'\(program)' --make-certificate com.example.app --tls-dir '\(directory)'").exitCode == 0)
        // One shell starts it, pushes twice by the help's own example, and ends it.
        let script = """
            cd '\(directory)'
            { cat key.jsonl; printf '# a comment\\n\\n{"fault":{"action":"answer","status":503,"reason":"Shutdown"}}\\n'; } > script
            '\(program)' --production 127.0.0.1:0 --sandbox 127.0.0.1:0 --tls-dir . --script script 2> log &
            for i in $(seq 500); do grep -q ^ready log && break; sleep 0.01; done
            url=$(awk '/^production/ { print $2 }' log)
            push() {
                curl -s --http2 --cacert ca.pem -H 'apns-push-type: alert' -H 'apns-topic: com.example.app' \
                    -d '{"aps":{"alert":"Hello"}}' -w '%{http_code}\\n' "$@" "$url/3/device/abab"
            }
            push -H @authorization; push -H @authorization; push --cert com.example.app.pem
            push --cert-type P12 --cert com.example.app.p12:
            kill -TERM $!; wait $!; echo "exit $?"
            """
        let (output, _) = Curl.run(script)
        #expect(output == "{\"reason\":\"Shutdown\"}503\n200\n200\n200\nexit 0\n")
    }

    @Test func aScriptWithAMistakeNamesItsLine() throws {
        let fixture = try SimulatorFixture()
        let script = "# first\n{\"token\":{\"token\":\"ab\"}}\n{\"tokn\":{}}\n"
        let error = #expect(throws: SimulatorError.self) { try fixture.simulator.run(script: Array(script.utf8)) }
        #expect(error?.description.hasPrefix("line 3: tokn") == true)
    }
}
