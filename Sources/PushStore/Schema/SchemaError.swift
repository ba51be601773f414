/// Why the schema is not as this program needs it.
package enum SchemaError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The database was migrated by a newer program.
    case newer(found: Int, known: Int)
    /// It lacks migrations.
    case older(found: Int, needed: Int)
    /// Another migration has been running for 20 seconds.
    case busy

    package var description: String {
        switch self {
        case .newer(let found, let known):
            "the database has schema version \(found), this program knows \(known): update push-bridge, an older one could "
                + "damage what it does not understand"
        case .older(0, _):
            "PushBridge's tables are missing: make them with push-bridge migrate --config FILE"
        case .older(let found, let needed):
            "the database has schema version \(found), this program needs \(needed): run push-bridge migrate --config FILE"
        case .busy:
            "another push-bridge migrate has been running on this database for 20 seconds: wait for it and try again"
        }
    }
}
