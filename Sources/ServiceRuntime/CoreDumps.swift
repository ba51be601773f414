import Glibc

/// Keeps the process's memory, with the keys in it, out of core files.
package enum CoreDumps {
    /// Allows no core file; false when the system refused. Call it before the first secret is read.
    ///
    /// A limit of 0 does not stop a handler that `core_pattern` pipes to, so the memory itself is taken out as well
    /// (core(5), "Controlling which mappings are written").
    @discardableResult package static func disable() -> Bool {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        let isLimited = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0
        let file = unsafe open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return unsafe write(file, "0", 1) == 1 && isLimited
    }
}
