// Doors for the side that accepts TLS (the simulator) and that makes certificates: macros, variadics and callbacks,
// which Swift cannot import or should not have to write.
#pragma once
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

/// A server's context: TLS 1.2 or newer, ALPN "h2" or a fatal alert, client certificates asked for and never required
/// (who may send what is decided per request, as APNs does). NULL when memory is short.
SSL_CTX *copenssl_server_context(void);

/// Makes a new P-256 key; NULL when memory is short.
EVP_PKEY *copenssl_new_p256_key(void);

/// The bytes a memory BIO holds; they live as long as the BIO is not written to.
long copenssl_bio_bytes(BIO *bio, const unsigned char **bytes);

/// Adds an extension written as in openssl.cnf ("critical,CA:TRUE"); returns 1, or 0 when the text is not understood.
int copenssl_add_extension(X509 *certificate, X509 *issuer, int nid, const char *value);

/// Adds an extension with these DER bytes as its value under a dotted object identifier; returns 1, or 0 on failure.
int copenssl_add_raw_extension(X509 *certificate, const char *oid, const unsigned char *der, int length);
