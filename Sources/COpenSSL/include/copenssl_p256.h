// The public point of a P-256 private scalar: GnuTLS refuses a private key without it, and people paste such keys.
#pragma once
#include <stdint.h>

// Writes the point's 32 + 32 big-endian bytes; 0 when `scalar` (32 big-endian bytes) is not in 1 ..< order.
int copenssl_p256_public_point(const uint8_t *scalar, uint8_t *x, uint8_t *y);
