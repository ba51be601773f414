import Glibc

/// A private nginx that answers every request with what it understood of it, to check us against another HTTP/2.
final class NginxServer: Sendable {
    let port: Int
    private let directory: String

    /// Starts nginx on a free port of loopback.
    init() {
        let (descriptor, port) = Sockets.listen()
        close(descriptor)
        self.port = port
        directory = "\(TestCertificates.shared.directory)/nginx-\(port)"
        let certificate = TestCertificates.shared.server
        let configuration = """
            pid \(directory)/pid; error_log \(directory)/error.log; worker_processes 1;
            events { worker_connections 64; }
            http {
              access_log off; client_body_temp_path \(directory)/b; proxy_temp_path \(directory)/p;
              fastcgi_temp_path \(directory)/f; uwsgi_temp_path \(directory)/u; scgi_temp_path \(directory)/s;
              server {
                listen 127.0.0.1:\(port) ssl http2; keepalive_requests 100;
                ssl_certificate \(certificate); ssl_certificate_key \(certificate);
                location / {
                  add_header x-line "$request_method $scheme $host $request_uri";
                  add_header x-authorization $http_authorization; add_header x-id $http_apns_id;
                  return 200 "ok";
                }
              }
            }
            """
        let started = unsafe system(
            """
            mkdir \(directory) && cd \(directory) && cat > conf <<'END' && nginx -p . -c \(directory)/conf >start 2>&1
            \(configuration)
            END
            """)
        precondition(started == 0, "nginx does not start: is the package installed?")
    }

    var url: String { "https://localhost:\(port)" }

    func stop() { _ = unsafe system("nginx -p \(directory) -c \(directory)/conf -s stop >/dev/null 2>&1") }
}
