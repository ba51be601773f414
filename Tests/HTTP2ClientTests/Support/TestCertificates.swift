import Glibc

/// A CA, server certificates and a client certificate, made once per test run with the openssl tool.
struct TestCertificates: Sendable {
    static let shared = TestCertificates()

    let directory: String

    /// The root that signed everything here.
    var ca: String { "\(directory)/ca.pem" }
    /// A root that signed nothing.
    var otherCA: String { "\(directory)/other.pem" }
    /// Certificate and key for localhost.
    var server: String { "\(directory)/server.pem" }
    /// Certificate and key for elsewhere.example.
    var elsewhere: String { "\(directory)/elsewhere.pem" }
    /// Certificate and key for localhost, out of date since 2021.
    var expired: String { "\(directory)/expired.pem" }
    var client: [UInt8] { TestCertificates.read("\(directory)/client.pem") }
    /// The client's as PKCS#12 with the passphrase "swordfish".
    var clientP12: [UInt8] { TestCertificates.read("\(directory)/client.p12") }

    private init() {
        var template = Array("/tmp/http2-client-tests.XXXXXX".utf8CString)
        _ = unsafe mkdtemp(&template)
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let script = """
            set -e; cd \(directory)
            key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out $1.key; }
            root() { key $1; openssl req -x509 -new -key $1.key -subj "/CN=$1" -days 30 -out $1.pem; }
            leaf() {
              key $1; openssl req -new -key $1.key -subj "/CN=$2" -out $1.csr
              printf 'subjectAltName=DNS:%s' $2 > $1.ext
              openssl x509 -req -in $1.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile $1.ext -out $1.crt
              cat $1.crt $1.key > $1.pem
            }
            root ca; root other; leaf server localhost; leaf elsewhere elsewhere.example; leaf client client.example
            mkdir old; touch old/index; echo 01 > old/serial
            printf '%s\\n' [ca] default_ca=d [d] database=old/index serial=old/serial new_certs_dir=old \
              default_md=sha256 policy=p [p] commonName=supplied > old/ca.conf
            openssl ca -batch -config old/ca.conf -cert ca.pem -keyfile ca.key -in server.csr -extfile server.ext \
              -startdate 20200101000000Z -enddate 20210101000000Z -out expired.crt -notext
            cat expired.crt server.key > expired.pem
            openssl pkcs12 -export -in client.crt -inkey client.key -passout pass:swordfish -out client.p12
            """
        let status = unsafe system("(\(script)) >\(directory)/log 2>&1")
        precondition(status == 0, "the openssl tool could not make certificates: see \(directory)/log")
        atexit { _ = unsafe system("rm -rf '\(TestCertificates.shared.directory)'") }
    }

    private static func read(_ path: String) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }
}
