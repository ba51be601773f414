import WordPress

/// The statements that send a finished action again.
struct RetryStatements {
    let tables: TableNames

    /// The action, held until the end of the transaction; see `FinishedAction`.
    var lock: String {
        """
        SELECT type, app, state, message,
            TIMESTAMPDIFF(MICROSECOND, '1970-01-01', GREATEST(created_at, COALESCE(send_at, created_at))) DIV 1000,
            TIMESTAMPDIFF(MICROSECOND, '1970-01-01', expires_at) DIV 1000,
            TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000
        FROM \(tables.quoted(.actions)) WHERE id = ? FOR UPDATE
        """
    }

    var count: String { "SELECT COUNT(*) FROM \(tables.quoted(.deliveries)) WHERE action_id = ?" }

    /// The tries begin anew; the apns-id stays, so that Apple and the device see the same push.
    func reviveDeliveries(isCall: Bool) -> String {
        let states = "'exhausted', 'rejected', 'not_configured'" + (isCall ? "" : ", 'unknown'")
        return """
            UPDATE \(tables.quoted(.deliveries)) SET status = 'retry', attempts = 0, next_attempt_at = UTC_TIMESTAMP(3),
                updated_at = UTC_TIMESTAMP(3)
            WHERE action_id = ? AND status IN (\(states))
            """
    }

    /// An action without an owner whose time has come: claimed like any retry.
    var sendAgain: String {
        """
        UPDATE \(tables.quoted(.actions)) SET state = 'sending', reason = NULL, owner = NULL, lease_until = UTC_TIMESTAMP(3)
        WHERE id = ?
        """
    }

    /// It was refused as a whole, or ended before anything was sent: it starts anew.
    var queueAgain: String {
        """
        UPDATE \(tables.quoted(.actions)) SET state = 'queued', reason = NULL, warnings = NULL, owner = NULL,
            lease_until = NULL, attempts = 0
        WHERE id = ?
        """
    }
}
