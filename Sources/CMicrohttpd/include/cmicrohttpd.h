// Typed doors to libmicrohttpd's variadic functions, which Swift cannot import.
#pragma once
#if !__has_include(<microhttpd.h>)
#error "libmicrohttpd's headers are missing: run `make deps` (Debian: libmicrohttpd-dev)"
#endif
#include <microhttpd.h>
