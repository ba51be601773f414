extension MariaDBError {
    /// What an error means for the one who asked, by the server's and the client library's error numbers.
    package enum Category: Sendable, Equatable {
        /// Nobody answers, the name does not resolve, or TLS fails: try again later.
        case cannotConnect
        /// The connection is gone; when `outcomeUnknown`, the statement may or may not have been carried out.
        case connectionLost(outcomeUnknown: Bool)
        /// Deadlock, lock time-out or a cluster's certification failure: roll back and try again.
        case conflict
        /// The server takes no more connections from us for now.
        case tooManyConnections
        /// A replica, or a server set to read-only.
        case readOnly
        /// A cluster's node that is not part of the majority.
        case notPrimary
        /// Wrong user, password or host.
        case accessDenied
        /// The database does not exist, or the account may not see it.
        case unknownDatabase
        /// A table does not exist.
        case missingTable
        /// A column, grant or statement that the server refuses; trying again cannot help.
        case schemaOrGrant
        /// A value that its column cannot hold.
        case badData
        /// A unique key has that value already.
        case duplicateKey
        /// More bytes than the server's max_allowed_packet.
        case tooLarge
        /// The server ended the statement because it ran too long or was killed.
        case interrupted
        /// The server's disk or table is full.
        case full
        /// A column of the result is not of the kind that was asked for.
        case unexpectedValue
        /// Anything else.
        case other

        /// The category of error number `code`; `outcomeUnknown` tells what a lost connection leaves behind.
        init(code: Int, outcomeUnknown: Bool) {
            self =
                switch code {
                case 2002, 2003, 2005, 2012, 2026, 2058, 2059: .cannotConnect
                // 2006: the statement could not even be sent in full. 1053, 1927, 4031: the server says it did not run it.
                case 2006, 1053, 1927, 4031: .connectionLost(outcomeUnknown: false)
                case 2013, 2014, 2055, 2027, 1158, 1159, 1160, 1161: .connectionLost(outcomeUnknown: outcomeUnknown)
                case 1205, 1213, 3101, 8002, 8022, 9007, 1020: .conflict
                case 1040, 1203, 1226, 1129: .tooManyConnections
                case 1290, 1792, 1836, 1209: .readOnly
                case 1047, 1180: .notPrimary
                case 1045, 1698, 1130, 1862, 1820: .accessDenied
                // 1044 is what an account without rights sees instead of 1049.
                case 1049, 1044: .unknownDatabase
                case 1146, 1051: .missingTable
                case 1064, 1054, 1142, 1143, 1227, 1364, 1370, 1091, 1060, 1061, 1050, 1305: .schemaOrGrant
                case 1366, 1300, 1406, 1264, 1292, 1265, 1048, 3140, 4025, 3819: .badData
                case 1062, 1586: .duplicateKey
                case 1153, 2020, 1301: .tooLarge
                case 1317, 1969, 3024: .interrupted
                case 1021, 1114, 1041, 1038: .full
                default: .other
                }
        }
    }
}
