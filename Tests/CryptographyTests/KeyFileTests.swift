import Cryptography
import Glibc
import ServiceRuntime
import Testing

@Suite struct KeyFileTests {
    private let directory: TemporaryDirectory
    private let path: String
    private let key: BoxSecretKey

    init() throws {
        directory = try TemporaryDirectory()
        path = "\(directory.path)/secret.key"
        key = try BoxSecretKey.generate()
    }

    private func write() throws { try KeyFile.write(key, to: path) }

    private func run(_ command: String) throws { try Tool.run("sh", "-c", "cd '\(directory.path)' && \(command)") }

    private func refusal() -> String {
        let error = #expect(throws: KeyFileError.self) { try KeyFile.read(path) }
        return error.map { "\($0)" } ?? ""
    }

    @Test func aWrittenKeyIsReadBack() throws {
        try write()
        let box = try key.publicKey.seal([1, 2, 3])
        #expect(try KeyFile.read(path).open(box).reveal() == [1, 2, 3])
    }

    @Test func theFileIsOfOneUserAloneWhateverTheUmask() throws {
        try write()
        #expect(try Tool.run("stat", "-c", "%a %h", path) == "600 1\n")
        #expect(try Tool.run("ls", "-A", directory.path) == "secret.key\n")
    }

    @Test func theFileNamesItsKeyForPeople() throws {
        try write()
        let text = String(decoding: try File.read(path), as: UTF8.self)
        #expect(text.hasPrefix("# push-bridge secret key."))
        #expect(text.contains(key.publicKey.fingerprint))
        #expect(text.split(separator: "\n").count == 2)
    }

    @Test func aKeyThatIsThereIsNeverOverwritten() throws {
        try write()
        let before = try File.read(path)
        let other = try BoxSecretKey.generate()
        #expect(throws: KeyFileError.exists(path: path)) { try KeyFile.write(other, to: path) }
        #expect(try File.read(path) == before)
        #expect(try Tool.run("ls", "-A", directory.path) == "secret.key\n")
    }

    @Test func rootGivesTheFileToTheService() throws {
        guard geteuid() == 0 else { return }
        try KeyFile.write(key, to: path, owner: (user: 65534, group: 65534))
        #expect(try Tool.run("stat", "-c", "%u %g %a", path) == "65534 65534 600\n")
        #expect(throws: KeyFileError.foreignOwner(path: path, owner: 65534, wanted: 0)) { try KeyFile.read(path) }
        #expect(try KeyFile.read(path, serviceUser: 65534).publicKey == key.publicKey)
    }

    @Test(arguments: ["0640", "0604", "0660", "0610", "0666", "0644"])
    func aFileThatOthersCanReachIsRefusedWithTheCommandThatHelps(_ mode: String) throws {
        try write()
        try run("chmod \(mode) secret.key")
        let text = refusal()
        #expect(text.contains("mode \(mode)"))
        #expect(text.contains("chmod 600 \(path)"))
        try run("chmod 600 secret.key")
        #expect(try KeyFile.read(path).publicKey == key.publicKey)
    }

    @Test func aReadOnlyFileIsFine() throws {
        try write()
        try run("chmod 400 secret.key")
        #expect(try KeyFile.read(path).publicKey == key.publicKey)
    }

    @Test func groupBitsAreFineBelowTheCredentialsDirectoryOnly() throws {
        try write()
        try run("chmod 440 secret.key && mkdir -p elsewhere '\(directory.path)2'")
        defer { unsafe rmdir("\(directory.path)2") }
        #expect(try KeyFile.read(path, credentialsDirectory: directory.path).publicKey == key.publicKey)
        #expect(try KeyFile.read(path, credentialsDirectory: "\(directory.path)/./").publicKey == key.publicKey)
        for other in ["\(directory.path)/elsewhere", "\(directory.path)2", "/nowhere", ""] {
            #expect(throws: KeyFileError.openToOthers(path: path, mode: 0o440)) {
                try KeyFile.read(path, credentialsDirectory: other)
            }
        }
    }

    @Test(arguments: ["0777", "0770", "0702", "1777"])
    func aDirectoryThatOthersCanWriteIsRefused(_ mode: String) throws {
        try write()
        try run("chmod \(mode) .")
        let text = refusal()
        #expect(text.contains("mode \(mode)"))
        #expect(text.contains("chmod go-w \(directory.path)"))
    }

    @Test func filesAndDirectoriesOfOthersAreRefused() throws {
        guard geteuid() == 0 else { return }
        try write()
        try run("chown 12345 secret.key")
        #expect(refusal().contains("chown 0 \(path)"))
        try run("chown 0 secret.key && chown 12345 .")
        #expect(refusal().contains("belongs to user 12345"))
    }

    @Test func onlyARegularFileIsRead() throws {
        try run("touch target && chmod 600 target && ln -s target secret.key")
        #expect(throws: KeyFileError.notARegularFile(path: path)) { try KeyFile.read(path) }
        try run("rm secret.key && mkdir secret.key")
        #expect(throws: KeyFileError.notARegularFile(path: path)) { try KeyFile.read(path) }
        try run("rmdir secret.key && mkfifo -m 600 secret.key")
        #expect(throws: KeyFileError.notARegularFile(path: path)) { try KeyFile.read(path) }
    }

    @Test func aMissingFileSaysHowToGoOn() {
        let text = refusal()
        #expect(text.contains(path))
        #expect(text.contains("push-bridge keys generate"))
    }

    @Test func aPathWithBlanksIsQuotedInTheCommand() throws {
        let odd = "\(directory.path)/it's a key"
        try KeyFile.write(key, to: odd)
        unsafe chmod(odd, 0o644)
        let error = #expect(throws: KeyFileError.self) { try KeyFile.read(odd) }
        #expect(error.map { "\($0)" }?.contains(#"'\#(directory.path)/it'\''s a key'"#) == true)
    }

    @Test(arguments: ["", "# only a comment\n", "rubbish\n", "AAAA\n", "{\"key\": 1}"])
    func whatIsNotAKeyFileIsRefused(_ text: String) throws {
        try File.write(text, to: path)
        #expect(throws: KeyFileError.malformed(path: path)) { try KeyFile.read(path) }
    }

    @Test func twoKeysInAFileAreRefused() throws {
        let line = Base64.encode([UInt8](repeating: 7, count: 32))
        try File.write("\(line)\n\(line)\n", to: path)
        #expect(throws: KeyFileError.malformed(path: path)) { try KeyFile.read(path) }
    }

    @Test func aHugeFileIsRefused() throws {
        try File.write(String(repeating: "#", count: 5000), to: path)
        #expect(throws: KeyFileError.tooLarge(path: path)) { try KeyFile.read(path) }
    }

    @Test func aKeyThatDiffersFromItsFirstLineIsRefused() throws {
        try write()
        let other = Base64.encode([UInt8](repeating: 7, count: 32))
        let lines = String(decoding: try File.read(path), as: UTF8.self).split(separator: "\n")
        try File.write("\(lines[0])\n\(other)\n", to: path)
        #expect(refusal().contains(key.publicKey.fingerprint))
    }

    @Test func aFileEditedByPeopleIsRead() throws {
        try write()
        let lines = String(decoding: try File.read(path), as: UTF8.self).split(separator: "\n")
        try File.write("\r\n# of shop.example\r\n  \(lines[1])  \r\n\r\n", to: path)
        #expect(try KeyFile.read(path).publicKey == key.publicKey)
    }
}
