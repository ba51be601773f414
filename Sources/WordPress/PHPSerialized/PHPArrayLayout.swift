/// Where the entries of a serialized array stand in its text: what is needed to take some out and touch no other byte.
struct PHPArrayLayout {
    /// One key and the bytes of key and value. A key that the text repeats stands here each time.
    struct Entry {
        let key: PHPKey
        let range: Range<Int>
    }

    let entries: [Entry]
    /// The byte of `}`.
    let end: Int

    /// The text without the entries under `keys`. Like PHP's `unset()`, it leaves the other keys as they are.
    func removing(_ keys: Set<PHPKey>, from bytes: [UInt8]) -> [UInt8] {
        let kept = entries.filter { !keys.contains($0.key) }
        var out = Array("a:\(kept.count):{".utf8)
        for entry in kept { out += bytes[entry.range] }
        return out + bytes[end...]
    }
}
