/// Where in a usermeta value a token stands: what has to go when the token goes.
enum TokenPlace: Sendable, Equatable {
    /// The token, or its record, is the whole value.
    case whole
    /// Under this key of a PHP array.
    case key(PHPKey)
    /// The element of a JSON list, from 0.
    case index(Int)
    /// The member of a JSON object.
    case member(String)

    /// The place in words, for messages.
    var description: String {
        switch self {
        case .whole: "the value"
        case .key(.integer(let number)): "element \(number)"
        case .key(let key): "element \"\(key.text)\""
        case .index(let index): "element \(index)"
        case .member(let name): "element \"\(name)\""
        }
    }
}
