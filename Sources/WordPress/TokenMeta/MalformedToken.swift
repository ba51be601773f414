/// Something in a usermeta value that stands where a token should and is none: never sent, and left as it is.
package struct MalformedToken: Sendable, Equatable {
    /// The reason that its delivery carries.
    package static let reason = "MalformedDeviceToken"
    /// What is stored there, cut after 200 bytes; empty when it is no text.
    package let raw: String
    /// What is wrong with it, in words and without the token, for logs.
    package let explanation: String
    /// The push platform that its record names, in lower case; nil stands for `ios`. Other platforms' tokens look
    /// different, which is no fault.
    package let platform: String?

    init(raw: some Collection<UInt8>, explanation: String, platform: String?) {
        self.raw = String(decoding: raw.prefix(200), as: UTF8.self)
        self.explanation = explanation
        self.platform = platform
    }
}
