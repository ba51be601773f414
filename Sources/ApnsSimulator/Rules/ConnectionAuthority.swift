/// What a connection has shown of who it is: a client certificate, or the provider tokens it has used.
struct ConnectionAuthority {
    /// The client's certificate, if it showed one; provider tokens are then ignored (facts: Apple's archive guide).
    var certificate: ClientCertificate?
    /// The key of the first push binds the connection.
    var keyID: String?
    var teamID: String?
    /// The token in use.
    var token: ProviderToken?
    /// When the token changed last, seconds since 1970.
    var changedAt: Int64?
    /// An expired token was shown: the connection is of no use any more (pushy issues 408, 783).
    var isTainted = false
    /// Whether a valid token or certificate was seen, so that more than one stream is allowed.
    var isProven = false
}
