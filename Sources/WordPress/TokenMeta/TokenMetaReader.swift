import JSONText

extension TokenMeta {
    /// Reads `text`, which is not just a token.
    mutating func readText() {
        let trimmed = PHPLooksSerialized.trimmed(text)
        guard let first = trimmed.first else { return }
        if trimmed.elementsEqual("N;".utf8) { return }
        if trimmed.count > 1, trimmed[trimmed.startIndex + 1] == UInt8(ascii: ":"), "abdisOCESRr".utf8.contains(first) {
            text = Array(trimmed)
            readSerialized()
        } else if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") || first == UInt8(ascii: "\"")
            || trimmed.starts(with: [0xEF, 0xBB, 0xBF])
        {
            readJSON()
        } else {
            readToken(text[...], .none, .whole)
        }
    }

    private mutating func readSerialized() {
        let value: PHPValue
        do {
            value = try PHPUnserializer.parse(text)
        } catch {
            unreadable = "broken PHP-serialized text: \(error)"
            return
        }
        switch value {
        case .string(let inner) where wrappings < MaybeUnserialize.layers:
            text = inner
            wrappings += 1
            readText()
        case .array(let array): readArray(array, foreignPart: value.foreignPart)
        case .object(let object): readArray(object.properties, foreignPart: value.foreignPart)
        case .customObject, .enumCase, .reference, .escapedString:
            unreadable = "\(value.foreignPart ?? "a foreign value") stands where tokens should"
        case .null, .bool, .int, .double, .string: readToken(TokenField(value), .none, .whole)
        }
    }

    private mutating func readArray(_ array: PHPArray, foreignPart: String?) {
        obstacle = foreignPart.map { "the value holds \($0)" }
        if let token = array["token"], !isContainer(token) {
            readToken(TokenField(token), Self.details(array), .whole)
            return
        }
        for entry in array.entries {
            switch entry.value {
            case .array(let record): readRecord(record, .key(entry.key))
            case .object(let object): readRecord(object.properties, .key(entry.key))
            default: readToken(TokenField(entry.value), .none, .key(entry.key))
            }
        }
    }

    private func isContainer(_ value: PHPValue) -> Bool {
        switch value {
        case .array, .object: true
        default: false
        }
    }

    private mutating func readRecord(_ record: PHPArray, _ place: TokenPlace) {
        readToken(TokenField(record["token"] ?? .array(record)), Self.details(record), place)
    }

    private static func details(_ record: PHPArray) -> TokenDetails { TokenDetails { TokenField(record[$0]) } }

    private mutating func readJSON() {
        let value: JSONValue
        do {
            value = try JSONParser.parse(Array(PHPLooksSerialized.trimmed(text)))
        } catch {
            unreadable = "broken JSON: \(error)"
            return
        }
        switch value {
        case .array(let elements):
            for (index, element) in elements.enumerated() { readElement(element, .index(index)) }
        case .object(let object):
            if let token = object["token"], token.object == nil, token.array == nil {
                readElement(value, .whole)
            } else {
                for member in object.members { readElement(member.value, .member(member.name)) }
            }
        default: readToken(TokenField(value), .none, .whole)
        }
    }

    private mutating func readElement(_ element: JSONValue, _ place: TokenPlace) {
        guard let record = element.object else { return readToken(TokenField(element), .none, place) }
        readToken(TokenField(record["token"] ?? element), TokenDetails { TokenField(record[$0]) }, place)
    }

    private mutating func readToken(_ field: TokenField, _ details: TokenDetails, _ place: TokenPlace) {
        switch field {
        case .text(let bytes): readToken(bytes, details, place)
        case .integer(let number): refuse(String(number).utf8, "a number", details, place)
        case .decimal(let number): refuse(PHPDouble.text(number).utf8, "a number", details, place)
        case .structure: refuse([], "no token and no record with a token", details, place)
        // No device has been registered there, or the one that the reference points at is read where it stands.
        case .nothing: break
        }
    }

    private mutating func readToken(_ bytes: ArraySlice<UInt8>, _ details: TokenDetails, _ place: TokenPlace) {
        if bytes.isEmpty { return }
        guard let token = TokenText.normalize(bytes) else {
            return refuse(bytes, "not an even number of hexadecimal digits, 2 to 200", details, place)
        }
        let isNormal = bytes.elementsEqual(token.utf8)
        let raw = isNormal ? token : String(decoding: bytes, as: UTF8.self)
        entries.append(TokenEntry(token: token, raw: raw, details: details, place: place))
    }

    private mutating func refuse(
        _ raw: some Collection<UInt8>, _ fault: String, _ details: TokenDetails, _ place: TokenPlace
    ) {
        malformed.append(
            MalformedToken(
                raw: raw, explanation: "\(place.description) is \(fault)", platform: details.platform))
    }
}
