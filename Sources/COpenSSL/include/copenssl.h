// Typed doors to the parts of OpenSSL that are macros, which Swift cannot import.
#pragma once
#if !__has_include(<openssl/ssl.h>)
#error "OpenSSL's headers are missing: run `make deps` (Debian: libssl-dev)"
#endif
#include "copenssl_certificate.h"
#include "copenssl_p256.h"
#include <openssl/ssl.h>
