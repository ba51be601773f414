import ServiceRuntime

/// A bar on the terminal for work that takes long; nothing where no person watches.
final class ProgressBar {
    private let title: String
    private let started = MonotonicTime.now
    private var shown: Int?
    private static let width = 30

    init(_ title: String) { self.title = title }

    /// Shows that the share `done`, 0…1, is done. Work that is over within a second shows nothing.
    func show(_ done: Double) {
        let percent = Int(max(0, min(1, done)) * 100)
        guard StandardStream.error.isTerminal, percent != shown, MonotonicTime.now.milliseconds(since: started) > 1000
        else { return }
        shown = percent
        let filled = percent * Self.width / 100
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
        StandardStream.error.write(Array("\r\(title) [\(bar)] \(percent) %".utf8))
    }

    /// Takes the bar away, so that what follows begins on a clean line.
    func clear() {
        if shown != nil { StandardStream.error.write(Array("\r\u{1B}[K".utf8)) }
    }
}
