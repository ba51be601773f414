// Typed doors to libcurl's variadic functions, which Swift cannot import.
#pragma once
#if !__has_include(<curl/curl.h>)
#error "libcurl's headers are missing: run `make deps` (Debian: libcurl4-openssl-dev)"
#endif
#include <curl/curl.h>
