/// A call as a site enqueues it.
enum Call {
    static let uuid = "0f0e0d0c-0b0a-4908-8706-050403020100"
    static let message = #"{"title":"Anna","callkit_payload":{"uuid":"\#(uuid)","handle":"+491234"}}"#
}
