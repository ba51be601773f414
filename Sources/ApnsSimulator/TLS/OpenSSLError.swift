import COpenSSL

extension SimulatorError {
    /// What OpenSSL says of its last failure, after what we were doing.
    static func openSSL(_ what: String) -> SimulatorError {
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0, let text = unsafe ERR_reason_error_string(code) else {
            return SimulatorError("\(what): OpenSSL gives no reason (out of memory?)")
        }
        return unsafe SimulatorError("\(what): \(String(cString: text))")
    }
}
