import Testing

/// The whole path on real parts: rows in MariaDB, the daemon as a process, an APNs over TLS. One test after the other, so
/// that none waits for a machine that another one keeps busy.
@Suite(.serialized) struct EndToEndTests {}
