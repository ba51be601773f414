/// One HTTP/2 stream; used again for the next when it has ended.
final class RequestStream {
    /// The most body bytes that are kept; no push may be that long.
    static let bodyLimit = 65_536

    /// The stream id; 0 while the object is free.
    var id: Int32 = 0
    /// Headers and body so far.
    var head = RequestHead()
    /// Where the body starts; nil while headers come.
    var bodyStart: Int?
    var bodyLength = 0
    var authorization: ProviderToken?
    /// Its number in the record, once complete.
    var sequence = 0
    /// The answer that a timer will send.
    var pendingAnswer: FaultAnswer?
    /// Whether the client still waits for an answer that we mean to give.
    var isWaiting = false
    /// The answer's body and how much of it has gone.
    var answer: [UInt8] = []
    var answerOffset = 0
    /// Bytes per second of the answer's body; 0 = as fast as it goes.
    var answerPace = 0
    /// Whether a piece of a slow body has just gone.
    var isResting = false

    /// Makes it ready for a new stream.
    func begin(id: Int32) {
        self.id = id
        head.bytes.removeAll(keepingCapacity: true)
        for place in head.known.indices { head.known[place] = 0..<0 }
        head.hasDuplicate = false
        bodyStart = nil
        bodyLength = 0
        authorization = nil
        sequence = 0
        pendingAnswer = nil
        isWaiting = false
        answer = []
        answerOffset = 0
        answerPace = 0
        isResting = false
    }

    /// Takes a header.
    @unsafe func add(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
        guard bodyStart == nil, name.count <= 0xFFFF, value.count <= 0xFFFF else { return }
        head.bytes.append(UInt8(truncatingIfNeeded: name.count >> 8))
        head.bytes.append(UInt8(truncatingIfNeeded: name.count))
        head.bytes.append(UInt8(truncatingIfNeeded: value.count >> 8))
        head.bytes.append(UInt8(truncatingIfNeeded: value.count))
        unsafe head.bytes.append(contentsOf: name)
        let start = head.bytes.count
        unsafe head.bytes.append(contentsOf: value)
        guard let known = unsafe RequestHead.Known(name) else { return }
        if head.has(known) { head.hasDuplicate = true }
        head.known[known.rawValue] = start..<head.bytes.count
    }

    /// Takes a part of the body.
    @unsafe func add(body: UnsafeBufferPointer<UInt8>) {
        if bodyStart == nil { bodyStart = head.bytes.count }
        bodyLength += body.count
        if bodyLength <= Self.bodyLimit { unsafe head.bytes.append(contentsOf: body) }
    }
}
