import JSONText
package import PushCore
import WordPress

/// Reads the column `message`: a JSON object, or what a legacy `maybe_serialize( $msg )` leaves.
package enum MessageDecoder {
    /// The most bytes a message may have. A payload has 4 or 5 KiB; the rest is room for escapes and for `fit`.
    package static let largest = 128 * 1024
    private static let deepest = 64

    /// The message, or the reason why it cannot be read, for the column `reason`.
    package static func decode(_ bytes: [UInt8]) -> ClaimedAction.Content {
        guard bytes.count <= largest else { return tooLarge(bytes.count) }
        let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        switch first {
        case nil:
            return .unreadable(reason: "EmptyMessage")
        case UInt8(ascii: "{"), UInt8(ascii: "["), 0xEF:
            do throws(JSONError) {
                return .message(try JSONParser.parse(bytes, maximumDepth: deepest))
            } catch {
                return .unreadable(reason: "InvalidMessage: not JSON: \(error)")
            }
        default:
            do throws(PHPSerializedError) {
                let value = try MaybeUnserialize.read(bytes)
                guard case .string = value else { return .message(try value.json()) }
                return .unreadable(reason: "InvalidMessage: neither JSON nor PHP-serialized")
            } catch {
                return .unreadable(reason: "InvalidMessage: not PHP-serialized: \(error)")
            }
        }
    }

    /// The refusal of a message of `count` bytes.
    package static func tooLarge(_ count: Int) -> ClaimedAction.Content {
        .unreadable(reason: "InvalidMessage: \(count) bytes, \(largest) allowed")
    }
}
