import CMariaDB

/// How a column's values are read: numbers in 8 bytes, all else as the bytes sent.
enum ColumnKind {
    case integer, unsigned, double, bytes

    init(type: enum_field_types, isUnsigned: Bool) {
        self =
            switch type {
            case MYSQL_TYPE_TINY, MYSQL_TYPE_SHORT, MYSQL_TYPE_LONG, MYSQL_TYPE_INT24, MYSQL_TYPE_LONGLONG:
                isUnsigned ? .unsigned : .integer
            case MYSQL_TYPE_FLOAT, MYSQL_TYPE_DOUBLE: .double
            default: .bytes
            }
    }
}
