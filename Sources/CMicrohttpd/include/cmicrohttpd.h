// Typed doors to libmicrohttpd's variadic functions, which Swift cannot import.
#pragma once
#if !__has_include(<microhttpd.h>)
#error "libmicrohttpd's headers are missing: run `make deps` (Debian: libmicrohttpd-dev)"
#endif
#include <microhttpd.h>

// One thread of the library's own serves all connections of the bound and listening `socket`.
static inline struct MHD_Daemon *cmhd_start(int socket, MHD_AccessHandlerCallback answer, void *context) {
    return MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD, 0, NULL, NULL, answer, context,
                            MHD_OPTION_LISTEN_SOCKET, socket,
                            MHD_OPTION_CONNECTION_LIMIT, 64u,
                            MHD_OPTION_CONNECTION_TIMEOUT, 5u,
                            MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)16384,
                            MHD_OPTION_END);
}
