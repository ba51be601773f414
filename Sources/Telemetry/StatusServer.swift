import CMicrohttpd
import Glibc
package import ServiceRuntime

/// A small HTTP server for monitoring: GET of a few paths, answered from memory. libmicrohttpd speaks HTTP.
@safe package final class StatusServer: @unchecked Sendable {
    // `@unchecked Sendable`: `daemon` is set once in `init` and only stopped in `deinit`.

    /// An answer.
    package struct Answer: Sendable {
        package let status: Int
        package let contentType: String
        package let body: String

        package init(status: Int, contentType: String = "text/plain; charset=utf-8", body: String) {
            self.status = status
            self.contentType = contentType
            self.body = body
        }
    }

    private let daemon: OpaquePointer
    private let handler: Unmanaged<Handler>

    /// Serves on `host` (an IPv4 address or `localhost`) and `port`.
    /// - Parameter answer: called on the server's thread with the path; nil answers 404.
    /// - Throws: `SystemError` when the address is taken or not ours.
    package init(host: String, port: UInt16, answer: @escaping @Sendable (String) -> Answer?) throws(SystemError) {
        let socket = try ListeningSocket.open(host: host, port: port)
        let handler = unsafe Unmanaged.passRetained(Handler(answer))
        let daemon = unsafe cmhd_start(
            socket,
            { context, connection, path, method, _, _, _, _ in
                unsafe StatusServer.serve(context, connection, path, method)
            }, handler.toOpaque())
        guard let daemon = unsafe daemon else {
            unsafe handler.release()
            close(socket)
            throw SystemError("cannot serve on \(host):\(port)")
        }
        unsafe self.daemon = daemon
        unsafe self.handler = handler
    }

    deinit {
        unsafe MHD_stop_daemon(daemon)
        unsafe handler.release()
    }

    private final class Handler: Sendable {
        let answer: @Sendable (String) -> Answer?

        init(_ answer: @escaping @Sendable (String) -> Answer?) { self.answer = answer }
    }

    private static func serve(
        _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ path: UnsafePointer<CChar>?,
        _ method: UnsafePointer<CChar>?
    ) -> MHD_Result {
        guard let context = unsafe context, let path = unsafe path, let method = unsafe method else { return .NO }
        let handler = unsafe Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
        let verb = unsafe String(cString: method)
        let answer =
            verb == "GET" || verb == "HEAD"
            ? handler.answer(unsafe String(cString: path)) ?? Answer(status: 404, body: "not found\n")
            : Answer(status: 405, body: "only GET is answered here\n")
        var body = Array(answer.body.utf8)
        guard let response = unsafe MHD_create_response_from_buffer(body.count, &body, .RESPMEM_MUST_COPY) else {
            return .NO
        }
        defer { unsafe MHD_destroy_response(response) }
        unsafe MHD_add_response_header(response, "Content-Type", answer.contentType)
        return unsafe MHD_queue_response(connection, UInt32(answer.status), response)
    }
}
