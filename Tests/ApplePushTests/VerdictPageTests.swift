import ApplePush
import Glibc
import HTTP2Client
import PushCore
import ServiceRuntime
import Testing

/// Keeps the page of verdicts and the README's list of reasons in step with the code.
/// After a change of the table: `UPDATE_PAGES=1 swift test --filter VerdictPageTests` writes the page anew.
@Suite struct VerdictPageTests {
    private static let root = "\(#filePath)".split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    private static let page = "\(root)/Sources/PushCore/PushCore.docc/Verdicts.md"

    @Test func thePageOfVerdictsSaysWhatTheCodeDoes() throws {
        let expected = VerdictPage.text
        if ProcessEnvironment.variables()["UPDATE_PAGES"] == "1" {
            unsafe unlink(Self.page)
            try FileSystem.create(Self.page, Array(expected.utf8), mode: 0o644)
        }
        let found = String(decoding: try FileSystem.read(Self.page, limit: 1 << 20), as: UTF8.self)
        #expect(found == expected, "write it anew: UPDATE_PAGES=1 swift test --filter VerdictPageTests")
    }

    @Test func theReadmeExplainsEveryReasonThatADeliveryCanHave() throws {
        let readme = String(decoding: try FileSystem.read("\(Self.root)/README.md", limit: 1 << 20), as: UTF8.self)
        var reasons = VerdictPage.reasons
        reasons += [MessageFault.emptyMessage, .silentVoip, .missingCallkitPayload, .missingAlert].map {
            ApnsReason($0.reason)
        }
        let missing = Set(reasons.map(\.text)).filter { !readme.contains("`\($0)`") }
        #expect(missing.isEmpty, "README.md, \"Reasons\", does not explain \(missing.sorted())")
    }

    @Test func everyReasonIsPutIntoWords() {
        let missing = VerdictPage.reasons.filter { ReasonHint.of($0) == nil }
        #expect(missing.isEmpty, "ReasonHint says nothing of \(missing)")
        #expect(ReasonHint.of(ApnsReason("DeviceTokenNotForTopic"))?.meaning.contains("VoIP") == true)
        #expect(ReasonHint.of(ApnsReason("TopicDisallowed"))?.meaning.contains("VoIP") == true)
        #expect(ReasonHint.of(ApnsReason("NewInTheYear2030")) == nil)
    }
}
