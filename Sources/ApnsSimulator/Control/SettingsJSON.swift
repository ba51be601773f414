import JSONText

extension SimulatorSettings {
    /// Changes what the object names and leaves the rest.
    mutating func change(_ json: JSONValue) throws(SimulatorError) {
        var fields = try InstructionFields("settings", json)
        unknownTokens = try fields.word("unknown_tokens") ?? unknownTokens
        unknownKeys = try fields.word("unknown_keys") ?? unknownKeys
        unknownCertificates = try fields.word("unknown_certificates") ?? unknownCertificates
        maximumConcurrentStreams =
            try fields.integer("maximum_concurrent_streams", in: 0...Int64(Int32.max)).map { UInt32($0) }
            ?? maximumConcurrentStreams
        oneStreamStart = try fields.bool("one_stream_start") ?? oneStreamStart
        collapseOnRejection = try fields.bool("collapse_on_rejection") ?? collapseOnRejection
        answerDelay = try fields.integer("answer_delay_ms", in: 0...3_600_000) ?? answerDelay
        tokenUpdateInterval = try fields.integer("token_update_interval", in: 0...86_400) ?? tokenUpdateInterval
        clockOffset = try fields.integer("clock_offset", in: -1_000_000_000...1_000_000_000) ?? clockOffset
        serverCertificate = try fields.word("server_certificate") ?? serverCertificate
        acceptConnections = try fields.bool("accept_connections") ?? acceptConnections
        channelLimit = try fields.integer("channel_limit", in: 0...1_000_000).map { Int($0) } ?? channelLimit
        broadcastEnabled = try fields.bool("broadcast_enabled") ?? broadcastEnabled
        keepBodies = try fields.bool("keep_bodies") ?? keepBodies
        recordLimit = try fields.integer("record_limit", in: 0...10_000_000).map { Int($0) } ?? recordLimit
        try fields.finish()
    }

    /// All settings, as `change(_:)` reads them.
    var json: JSONValue {
        [
            "unknown_tokens": .string(unknownTokens.rawValue), "unknown_keys": .string(unknownKeys.rawValue),
            "unknown_certificates": .string(unknownCertificates.rawValue),
            "maximum_concurrent_streams": JSONValue(maximumConcurrentStreams),
            "one_stream_start": .bool(oneStreamStart), "collapse_on_rejection": .bool(collapseOnRejection),
            "answer_delay_ms": JSONValue(answerDelay), "token_update_interval": JSONValue(tokenUpdateInterval),
            "clock_offset": JSONValue(clockOffset), "server_certificate": .string(serverCertificate.rawValue),
            "accept_connections": .bool(acceptConnections), "keep_bodies": .bool(keepBodies),
            "record_limit": JSONValue(recordLimit), "channel_limit": JSONValue(channelLimit),
            "broadcast_enabled": .bool(broadcastEnabled),
        ]
    }
}
