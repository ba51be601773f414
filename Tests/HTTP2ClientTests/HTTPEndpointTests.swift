import HTTP2Client
import Testing

@Suite struct HTTPEndpointTests {
    @Test(arguments: [
        ("https://api.push.apple.com", "api.push.apple.com", 443, "api.push.apple.com"),
        ("https://api.push.apple.com/", "api.push.apple.com", 443, "api.push.apple.com"),
        ("https://api.push.apple.com:2197", "api.push.apple.com", 2197, "api.push.apple.com:2197"),
        ("HTTPS://Localhost:8443/", "localhost", 8443, "localhost:8443"),
        ("https://127.0.0.1:1", "127.0.0.1", 1, "127.0.0.1:1"),
        ("https://[::1]:65535", "[::1]", 65535, "[::1]:65535"),
        ("https://[2001:db8::1]", "[2001:db8::1]", 443, "[2001:db8::1]"),
    ]) func anAddressGivesHostPortAndAuthority(url: String, host: String, port: Int, authority: String) throws {
        let endpoint = try HTTPEndpoint(url: url)
        #expect(endpoint.host == host)
        #expect(endpoint.port == port)
        #expect(endpoint.authority == authority)
    }

    @Test(arguments: [
        "", "https://", "http://example.com", "example.com", "https:///", "https://a/b", "https://a?b", "https://a#b",
        "https://user:secret@example.com", "https://a:", "https://a:0", "https://a:65536", "https://a:+1",
        "https://a:1x", "https://a b", "https://a\r\nb", "https://[::1", "https://::1", "https://[]",
        "https://ä.example",
        "https://a//",
    ]) func anythingElseIsRefusedWithoutRepeatingIt(url: String) {
        let error = #expect(throws: HTTPEndpointError.self) { try HTTPEndpoint(url: url) }
        #expect(error?.description.contains("https://host") == true)
        #expect(error?.description.contains("secret") == false)
    }
}
