import JSONText

/// A call as a site enqueues it.
enum Call {
    static let uuid = "0f0e0d0c-0b0a-4908-8706-050403020100"
    static let message = #"{"title":"Anna","callkit_payload":{"uuid":"\#(uuid)","handle":"+491234"}}"#

    /// One of many calls.
    static func message(number: Int) -> String {
        #"{"title":"Anna","callkit_payload":{"uuid":"\#(uuid)","number":\#(number)}}"#
    }

    /// The number of the call that a received body is of.
    static func number(in body: [UInt8]) -> Int? {
        let number = try? JSONParser.parse(body)["callkit_payload"]?["number"]
        return number.flatMap { Int(JSONWriter.text($0)) }
    }
}
