/// The two forms of a P-256 signature: DER, as OpenSSL has it, and r‖s of 32 bytes each, as JOSE has it.
enum ECDSASignature {
    /// The DER form of 64 bytes r‖s.
    static func der(raw: [UInt8]) -> [UInt8] {
        DER.sequence([integer(raw[..<32]), integer(raw[32...])])
    }

    /// The 64 bytes r‖s of the DER form; nil when it is none.
    static func raw(der: [UInt8]) -> [UInt8]? {
        guard let whole = DER.read(der[...]).first, whole.tag == DER.sequenceTag else { return nil }
        let numbers = DER.read(whole.content)
        guard numbers.count == 2 else { return nil }
        var raw: [UInt8] = []
        for number in numbers {
            let digits = number.content.drop { $0 == 0 }
            guard number.tag == 0x02, digits.count <= 32 else { return nil }
            raw += [UInt8](repeating: 0, count: 32 - digits.count) + digits
        }
        return raw
    }

    private static func integer(_ number: ArraySlice<UInt8>) -> [UInt8] {
        let digits = number.drop { $0 == 0 }
        let needsSignByte = (digits.first ?? 0x80) >= 0x80
        return DER.value(tag: 0x02, (needsSignByte ? [0] : []) + digits)
    }
}
