import HTTP2Client

/// The command line of `push-bench`: `(transport | sender) NAME=VALUE…`.
struct BenchOptions {
    /// What is measured.
    enum Part: String {
        /// HTTP2Client alone: requests of fixed bytes.
        case transport
        /// IosPushSender: from notifications to results.
        case sender
    }

    /// What is wrong with the command line.
    struct Mistake: Error, CustomStringConvertible { let description: String }

    let part: Part
    let endpoint: HTTPEndpoint
    /// The authority that signed the simulator's certificate (PEM).
    let caFile: String
    /// What `apns-simulator --make-key` wrote.
    let keyDirectory: String
    let count: Int
    let streams: Int
    let batch: Int

    /// - Throws: `Mistake`, or `HTTPEndpointError` for the address.
    init(_ arguments: [String]) throws {
        guard let part = arguments.first.flatMap(Part.init(rawValue:)) else {
            throw Mistake(description: "transport or sender, then url=URL ca=FILE keys=DIR [count=N streams=N batch=N]")
        }
        self.part = part
        var values: [String: String] = [:]
        for argument in arguments.dropFirst() {
            let pair = argument.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { throw Mistake(description: "\(argument): NAME=VALUE is wanted") }
            values[String(pair[0])] = String(pair[1])
        }
        func text(_ name: String) throws -> String {
            guard let value = values.removeValue(forKey: name) else {
                throw Mistake(description: "\(name)= is missing")
            }
            return value
        }
        func number(_ name: String, standard: Int) throws -> Int {
            guard let value = values.removeValue(forKey: name) else { return standard }
            guard let number = Int(value), (1...1_000_000).contains(number) else {
                throw Mistake(description: "\(name) must be a number from 1 to 1000000")
            }
            return number
        }
        endpoint = try HTTPEndpoint(url: text("url"))
        caFile = try text("ca")
        keyDirectory = try text("keys")
        count = try number("count", standard: 200_000)
        streams = try number("streams", standard: 500)
        batch = try number("batch", standard: 500)
        if let name = values.keys.first { throw Mistake(description: "\(name)= is unknown") }
    }
}
