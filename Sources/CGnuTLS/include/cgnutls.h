// Typed doors to GnuTLS, which alone makes the deterministic ES256 signatures of RFC 6979 here.
// In C because GnuTLS hands out memory that only `gnutls_free`, a global variable, gives back.
#pragma once
#if !__has_include(<gnutls/gnutls.h>)
#error "GnuTLS's headers are missing: run `make deps` (Debian: libgnutls28-dev)"
#endif
#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <stddef.h>
#include <stdint.h>

// All return 0 or GnuTLS's negative error number.

// Makes `*key` of a P-256 private scalar and its public point, 32 big-endian bytes each. The caller owns `*key`.
int cgnutls_p256_import(gnutls_privkey_t *key, const uint8_t *scalar, const uint8_t *x, const uint8_t *y);

// Writes the 64 bytes r || s of the ES256 signature of `message`, with the nonce of RFC 6979.
int cgnutls_es256_sign(gnutls_privkey_t key, const uint8_t *message, size_t size, uint8_t *signature);

// Checks the 64 bytes r || s: GNUTLS_E_PK_SIG_VERIFY_FAILED when they do not belong to `message` and `key`.
int cgnutls_es256_verify(gnutls_privkey_t key, const uint8_t *message, size_t size, const uint8_t *signature);
