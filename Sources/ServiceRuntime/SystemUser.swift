import Glibc

/// A user of the system.
package struct SystemUser: Sendable, Equatable {
    package let name: String
    package let id: UInt32
    /// The user's own group.
    package let group: UInt32

    /// Looks a user up by name; nil when there is none.
    package init?(named name: String) {
        // getpwnam's memory is its own and short-lived: copied at once, and only commands with one thread call this.
        guard let entry = unsafe getpwnam(name) else { return nil }
        self.name = name
        id = unsafe entry.pointee.pw_uid
        group = unsafe entry.pointee.pw_gid
    }

    /// The user id that this process acts with; 0 is root.
    package static var effectiveID: UInt32 { geteuid() }
}
