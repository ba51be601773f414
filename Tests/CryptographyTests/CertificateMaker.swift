import ServiceRuntime

/// Makes certificates as Apple's look, with the openssl program, in a directory of its own.
final class CertificateMaker {
    let directory: TemporaryDirectory

    /// Apple's extensions for `com.example.app`: both markers, and the topics of app, calls and watch.
    static let universal = """
        1.2.840.113635.100.6.3.1=ASN1:NULL
        1.2.840.113635.100.6.3.2=ASN1:NULL
        1.2.840.113635.100.6.3.6=ASN1:SEQUENCE:topics
        [topics]
        0=UTF8:com.example.app
        1=SEQUENCE:app
        2=UTF8:com.example.app.voip
        3=SEQUENCE:voip
        4=UTF8:com.example.app.complication
        5=SEQUENCE:complication
        [app]
        0=UTF8:app
        [voip]
        0=UTF8:voip
        [complication]
        0=UTF8:complication
        """

    init() throws { directory = try TemporaryDirectory() }

    /// Runs a shell command in the directory.
    @discardableResult func run(_ command: String) throws -> String {
        try Tool.run("sh", "-c", "cd '\(directory.path)' && \(command)")
    }

    /// A file of the directory.
    func file(_ name: String) throws -> Secret<[UInt8]> { Secret(try File.read("\(directory.path)/\(name)")) }

    /// Makes NAME.key (RSA, as Apple's, or EC), NAME.crt and NAME.pem with both.
    func make(
        _ name: String, subject: String = "UID=com.example.app\nCN=Apple Push Services: com.example.app",
        extensions: String = universal, algorithm: String = "EC -pkeyopt ec_paramgen_curve:P-256"
    ) throws {
        let configuration = """
            [req]
            prompt=no
            string_mask=utf8only
            utf8=yes
            distinguished_name=subject
            x509_extensions=extensions
            [subject]
            \(subject)
            [extensions]
            basicConstraints=CA:FALSE
            \(extensions)
            """
        try File.write(configuration + "\n", to: "\(directory.path)/\(name).cnf")
        try run(
            """
            openssl genpkey -algorithm \(algorithm) -out \(name).key &&
            openssl req -x509 -new -utf8 -key \(name).key -config \(name).cnf -days 30 -out \(name).crt &&
            cat \(name).crt \(name).key > \(name).pem
            """)
    }
}
