/// Which actions a listing shows.
package struct ActionFilter: Sendable {
    /// The column `state`; nil: any.
    package var state: String?
    /// The column `app`; nil: any.
    package var app: String?
    /// The column `user_id`; nil: any.
    package var userID: UInt64?
    /// At most so many, the newest first.
    package var limit: Int

    package init(state: String? = nil, app: String? = nil, userID: UInt64? = nil, limit: Int) {
        self.state = state
        self.app = app
        self.userID = userID
        self.limit = limit
    }
}
