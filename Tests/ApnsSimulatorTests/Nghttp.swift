import ApnsSimulator

/// Sends pushes with the nghttp program, all at once on one connection, and shows every frame.
struct Nghttp {
    let fixture: SimulatorFixture

    /// Sends `count` good pushes and gives nghttp's account of the frames.
    func frames(count: Int = 1, seconds: Int = 2) -> String {
        let body = "\(fixture.directory)/nghttp-body"
        let headers = fixture.push().headers.map { "-H '\($0)'" }.joined(separator: " ")
        let url = fixture.simulator.productionURL + "/3/device/" + String(repeating: "ab", count: 32)
        let command = "nghttp -vn --no-dep -t \(seconds) -m \(count) \(headers) -d '\(body)' '\(url)' 2>&1"
        return Curl.run("printf '{\"aps\":{\"alert\":\"Hello\"}}' > '\(body)'; \(command)").output.withoutColours
    }
}

extension String {
    /// The text without terminal colours.
    var withoutColours: String {
        var text = ""
        var inEscape = false
        for character in self {
            if character == "\u{1B}" {
                inEscape = true
            } else if inEscape {
                inEscape = character != "m"
            } else {
                text.append(character)
            }
        }
        return text
    }

    /// How often the word stands in the text.
    func count(of word: String) -> Int { ranges(of: word).count }
}
