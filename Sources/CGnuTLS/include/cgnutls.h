// Typed doors to GnuTLS, which alone makes the deterministic ES256 signatures of RFC 6979 here.
#pragma once
#if !__has_include(<gnutls/gnutls.h>)
#error "GnuTLS's headers are missing: run `make deps` (Debian: libgnutls28-dev)"
#endif
#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
