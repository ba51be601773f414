import JSONText

/// The members of one instruction's JSON object, each asked for by name; what nobody asked for is a mistake.
struct InstructionFields {
    private let what: String
    private var rest: JSONObject

    /// - Parameter what: the instruction's name, for error messages.
    init(_ what: String, _ value: JSONValue) throws(SimulatorError) {
        guard let object = value.object else { throw SimulatorError("\(what): a JSON object is wanted") }
        self.what = what
        rest = object
    }

    private mutating func take(_ name: String) -> JSONValue? {
        guard let value = rest[name] else { return nil }
        rest[name] = nil
        if value.isNull { return nil }
        return value
    }

    private func wrong(_ name: String, _ wanted: String) -> SimulatorError {
        SimulatorError("\(what): \(name) must be \(wanted)")
    }

    /// A string; nil when absent.
    mutating func string(_ name: String) throws(SimulatorError) -> String? {
        guard let value = take(name) else { return nil }
        guard let text = value.string else { throw wrong(name, "a string") }
        return text
    }

    /// A string that must be there.
    mutating func required(_ name: String) throws(SimulatorError) -> String {
        guard let text = try string(name) else { throw SimulatorError("\(what): \(name) is missing") }
        return text
    }

    /// A list of strings; nil when absent.
    mutating func strings(_ name: String) throws(SimulatorError) -> [String]? {
        guard let value = take(name) else { return nil }
        guard let list = value.array?.map(\.string), !list.contains(nil) else { throw wrong(name, "a list of strings") }
        return list.compactMap { $0 }
    }

    /// A whole number of a range; nil when absent.
    mutating func integer(_ name: String, in range: ClosedRange<Int64>) throws(SimulatorError) -> Int64? {
        guard let value = take(name) else { return nil }
        guard let number = value.integer, range.contains(number) else {
            throw wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A boolean; nil when absent.
    mutating func bool(_ name: String) throws(SimulatorError) -> Bool? {
        guard let value = take(name) else { return nil }
        guard let flag = value.bool else { throw wrong(name, "true or false") }
        return flag
    }

    /// One of an enumeration's words; nil when absent.
    mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String) throws(SimulatorError) -> Word? {
        guard let text = try string(name) else { return nil }
        guard let word = Word(rawValue: text) else {
            throw wrong(name, "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return word
    }

    /// Any value; nil when absent.
    mutating func value(_ name: String) -> JSONValue? { take(name) }

    /// Complains of what was not asked for.
    func finish() throws(SimulatorError) {
        guard let name = rest.names.first else { return }
        throw SimulatorError("\(what): \(name) is unknown; `apns-simulator --help` lists what there is")
    }
}
