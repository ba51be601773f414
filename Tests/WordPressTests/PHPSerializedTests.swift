import JSONText
import Testing
import WordPress

@Suite struct PHPSerializedTests {
    @Test func everyRecordedTextGetsPHPsVerdictAndIsWrittenAsPHPWritesIt() throws {
        let cases = try SerializedCase.all()
        #expect(cases.count == 400)
        for (place, recorded) in cases.enumerated() {
            let value: PHPValue
            do {
                value = try PHPUnserializer.parse(recorded.raw, maximumDepth: PHPUnserializer.deepest)
            } catch {
                let isOurLimit = error.problem == "nested deeper than 256 levels"
                #expect(!recorded.isValid || !recorded.isPlain || isOurLimit, "case \(place): \(error)")
                continue
            }
            if recorded.isPlain {
                #expect(recorded.isValid, "case \(place) is read, but not by PHP")
                #expect(try PHPSerializer.bytes(value) == recorded.again, "case \(place)")
            } else {
                #expect(!value.isPlain, "case \(place)")
            }
        }
    }

    @Test func everyRecordedValueThatJSONCanSayBecomesThatJSON() throws {
        var compared = 0
        for recorded in try SerializedCase.all() where recorded.isValid && recorded.isPlain {
            guard let expected = recorded.json,
                let value = try? PHPUnserializer.parse(recorded.raw, maximumDepth: PHPUnserializer.deepest)
            else { continue }
            #expect(Self.sameNumbers(try value.json()) == Self.sameNumbers(expected))
            compared += 1
        }
        #expect(compared > 100)
    }

    // 1000.0 and 1e3 are one number.
    private static func sameNumbers(_ value: JSONValue) -> JSONValue {
        switch value {
        case .number(let digits): .number(Double(digits).map { "\($0)" } ?? digits)
        case .array(let elements): .array(elements.map(sameNumbers))
        case .object(let object): .object(JSONObject(object.members.map { ($0.name, sameNumbers($0.value)) }))
        default: value
        }
    }

    @Test func whatPHPWritesOfRandomValuesComesBackByteForByte() throws {
        let code = """
            mt_srand((int) $in);
            $make = function ($depth) use (&$make) {
                switch (mt_rand(0, $depth > 3 ? 6 : 9)) {
                    case 0: return null;
                    case 1: return (bool) mt_rand(0, 1);
                    case 2: return mt_rand(-1000, 1000);
                    case 3: return [PHP_INT_MAX, PHP_INT_MIN, 0, -1][mt_rand(0, 3)];
                    case 4: return mt_rand() / mt_rand(1, 1000) * pow(10, mt_rand(-30, 30));
                    case 5: return random(mt_rand(0, 20));
                    case 6: return (float) mt_rand(-5, 5);
                }
                $keys = [0, 1, 7, -3, "5", "05", "-0", "-7", "", "token", "9223372036854775807", "9223372036854775808",
                    "-9223372036854775808", "-9223372036854775809", "00", "1.0", " 1"];
                $array = [];
                for ($n = mt_rand(0, 30); $n > 0; $n--) {
                    if (mt_rand(0, 2)) { $array[] = $make($depth + 1); continue; }
                    $key = $keys[mt_rand(0, count($keys) - 1)];
                    if ($key !== "9223372036854775807") { $array[$key] = $make($depth + 1); }
                }
                return $array;
            };
            if (!function_exists("random")) {
                function random($n) { $s = ""; while ($n-- > 0) { $s .= chr(mt_rand(0, 255)); } return $s; }
            }
            return bin2hex(serialize($make(0)));
            """
        for text in try PHP.evaluate(code, for: (1...300).map { Array("\($0)".utf8) }) {
            let bytes = Self.unhex(text)
            let value = try PHPUnserializer.parse(bytes)
            #expect(try PHPSerializer.bytes(value) == bytes)
        }
    }

    private static func unhex(_ text: String) -> [UInt8] {
        let digits = Array(text.utf8).map { UInt8(Character(Unicode.Scalar($0)).hexDigitValue ?? 0) }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    @Test func numbersAreWrittenAsPHPWritesThem() throws {
        var random = SeededGenerator(seed: 1)
        var numbers: [Double] = [0, -0.0, 0.1, 1e15, 1e16, 1e17, 1e18, 123_456_789_012_345_680, 0.0001, 0.00001]
        numbers.append(.leastNonzeroMagnitude)
        numbers += (0..<300).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
        numbers += (0..<300).map { _ in Double(Int.random(in: -100_000...100_000, using: &random)) / 1000 }
        let texts = numbers.map { Array("d:\($0);".utf8) }
        let answers = try PHP.evaluate("return serialize(unserialize($in));", for: texts)
        for (number, answer) in zip(numbers, answers) {
            #expect(String(decoding: try PHPSerializer.bytes(.double(number)), as: UTF8.self) == answer)
        }
    }

    @Test func damagedTextIsNeverReadWherePHPRefusesItNorReadDifferently() throws {
        var random = SeededGenerator(seed: 7)
        let seeds = [
            #"a:2:{i:0;s:3:"abc";s:5:"token";a:1:{i:3;d:0.5;}}"#, #"a:3:{i:0;N;i:1;b:1;i:-2;i:-77;}"#,
            #"s:6:"abcdef";"#,
        ].map { Array($0.utf8) }
        let marks = Array("0123456789:;{}\"aisdbN-+.eE".utf8)
        var texts: [[UInt8]] = []
        for _ in 0..<900 {
            var text = seeds[Int.random(in: 0..<3, using: &random)]
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let place = Int.random(in: 0..<text.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: text[place] = marks.randomElement(using: &random) ?? 0
                case 1: text.remove(at: place)
                default: text.insert(marks.randomElement(using: &random) ?? 0, at: place)
                }
            }
            texts.append(text)
        }
        let code = "$v = unserialize($in); return $v === false && $in !== \"b:0;\" ? \"-\" : bin2hex(serialize($v));"
        let answers = try PHP.evaluate(code, for: texts)
        var valid = 0
        for (text, answer) in zip(texts, answers) {
            let ours = (try? PHPUnserializer.parse(text)).map { PHP.hex((try? PHPSerializer.bytes($0)) ?? []) }
            // b:0; in front of bytes that PHP ignores also looks like a refusal.
            if ours != "623a303b" { #expect(ours ?? "-" == answer, "\(String(decoding: text, as: UTF8.self))") }
            if ours != nil { valid += 1 }
        }
        #expect(valid > 50 && valid < 850)
    }

    @Test(arguments: [
        ("N;", true), (" b:1;\n", true), ("i:5;", true), ("d:1.0E+5;", true), ("d:INF;", false), (#"s:1:"a";"#, true),
        (#"s:1:"a"}"#, true), ("s:1:x;", false), ("a:0:{}", true), ("a:x:{}", false), (#"O:8:"stdClass":0:{}"#, true),
        (#"E:8:"Suit:Ace";"#, true), (#"C:3:"Foo":0:{}"#, false), ("r:1;", false), ("", false), ("N", false),
        ("a:0:{};x", false), ("i:;", false), ("b:1", false), ("token", false), ("i:1e;", false), ("\u{0}N;\u{b}", true),
    ])
    func aTextLooksSerializedExactlyWhenWordPressThinksSo(text: String, expected: Bool) {
        #expect(PHPLooksSerialized.check(Array(text.utf8)) == expected)
    }

    @Test func aTextThatWasSerializedTwiceIsOpenedTwice() throws {
        let once = Array(#"a:1:{i:0;s:1:"x";}"#.utf8)
        let twice = try PHPSerializer.bytes(.string(once))
        #expect(try MaybeUnserialize.read(twice) == .array(PHPArray(list: [.text("x")])))
        #expect(try MaybeUnserialize.read(Array("plain".utf8)) == .text("plain"))
        #expect(throws: PHPSerializedError.self) { try MaybeUnserialize.read(Array(#"a:2:{i:0;s:1:"x";}"#.utf8)) }
        var nested = once
        for _ in 0..<9 { nested = try PHPSerializer.bytes(.string(nested)) }
        #expect(throws: PHPSerializedError.self) { try MaybeUnserialize.read(nested) }
    }

    @Test(arguments: [
        (#"a:1:{s:1:"o";O:3:"Foo":0:{}}"#, "an object of class Foo stands in the message"),
        (#"a:2:{i:0;a:0:{}i:1;R:2;}"#, "a PHP reference stands in the message"),
        ("a:1:{i:0;d:NAN;}", "the number NAN stands in the message"),
        (#"C:3:"Bar":2:{xx}"#, "an object of class Bar stands in the message"),
    ])
    func aMessageThatJSONCannotSayIsRefusedByName(text: String, reason: String) throws {
        let value = try PHPUnserializer.parse(Array(text.utf8))
        #expect(throws: PHPSerializedError(problem: reason)) { try value.json() }
    }

    @Test func textInALegacyCharsetIsRefusedAsMessage() throws {
        let value = try PHPUnserializer.parse(Array("s:1:\"".utf8) + [0xE9] + Array("\";".utf8))
        #expect(throws: PHPSerializedError.self) { try value.json() }
    }

    @Test func listsAndMapsAreToldApartAsPHPDoes() throws {
        let text = #"a:3:{s:4:"list";a:2:{i:0;i:1;i:1;i:2;}s:3:"map";a:2:{i:1;i:1;i:0;i:2;}s:5:"empty";a:0:{}}"#
        let json = try PHPUnserializer.parse(Array(text.utf8)).json()
        #expect(JSONWriter.text(json) == #"{"list":[1,2],"map":{"1":1,"0":2},"empty":[]}"#)
    }
}
