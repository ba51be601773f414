import ServiceRuntime

/// A bar on the terminal for work that takes long; nothing where no person watches.
final class ProgressBar {
    private let title: String
    private let started = MonotonicTime.now
    private var shown: (percent: Int, note: String)?
    private static let width = 30

    init(_ title: String) { self.title = title }

    /// Shows that the share `done`, 0…1, is done. Work that is over within a second shows nothing.
    func show(_ done: Double) { show(done, note: "") }

    /// The same, with `note` behind it.
    func show(_ done: Double, note: String) {
        let percent = Int(max(0, min(1, done)) * 100)
        let isNew = shown.map { $0 != (percent, note) } ?? true
        guard StandardStream.error.isTerminal, isNew, MonotonicTime.now.milliseconds(since: started) > 1000
        else { return }
        shown = (percent, note)
        let filled = percent * Self.width / 100
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
        StandardStream.error.write(Array("\r\u{1B}[K\(title) [\(bar)] \(percent) %\(note)".utf8))
    }

    /// Takes the bar away, so that what follows begins on a clean line.
    func clear() {
        if shown != nil { StandardStream.error.write(Array("\r\u{1B}[K".utf8)) }
        shown = nil
    }
}
