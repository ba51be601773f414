// Reading certificates and their keys. In C: what OpenSSL has as macros, and what needs its error queue or callbacks.
#pragma once
#if !__has_include(<openssl/x509.h>)
#error "OpenSSL's headers are missing: run `make deps` (Debian: libssl-dev)"
#endif
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/x509.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    copenssl_ok,
    copenssl_unreadable,
    copenssl_wrong_passphrase,
    // Encrypted by an algorithm that no loaded provider has: RC2 and its like without the legacy provider.
    copenssl_unsupported,
} copenssl_outcome;

// A library context of its own with the default provider and, when asked for and installed, the legacy one, which
// old .p12 files need and which is better kept away from the rest of the process. NULL when out of memory.
typedef struct {
    OSSL_LIB_CTX *library;
    OSSL_PROVIDER *standard;
    OSSL_PROVIDER *legacy;
} copenssl_context;
int copenssl_context_open(copenssl_context *context, int with_legacy);
void copenssl_context_close(copenssl_context *context);

// A certificate from DER, or NULL. The caller frees it.
X509 *copenssl_certificate_read(OSSL_LIB_CTX *library, const uint8_t *der, size_t size);

// 1 when the public halves are the same.
int copenssl_certificate_has_key(const X509 *certificate, const EVP_PKEY *key);

// A private key from one PEM block. `passphrase` may be NULL; nobody is ever asked at the terminal.
copenssl_outcome copenssl_private_key_read(
    OSSL_LIB_CTX *library, const uint8_t *pem, size_t size, const char *passphrase, EVP_PKEY **key);

// The key (or NULL) and every certificate of a .p12, which the caller frees.
copenssl_outcome copenssl_p12_read(
    OSSL_LIB_CTX *library, const uint8_t *der, size_t size, const char *passphrase, EVP_PKEY **key,
    STACK_OF(X509) **certificates);

static inline int copenssl_certificates_count(const STACK_OF(X509) *certificates) { return sk_X509_num(certificates); }

// The certificate at `index`, one reference of which the caller frees.
static inline X509 *copenssl_certificates_copy(const STACK_OF(X509) *certificates, int index)
{
    X509 *certificate = sk_X509_value(certificates, index);
    X509_up_ref(certificate);
    return certificate;
}

static inline void copenssl_certificates_free(STACK_OF(X509) *certificates) { sk_X509_pop_free(certificates, X509_free); }

// What was written to a memory BIO so far.
static inline const uint8_t *copenssl_written(BIO *memory, size_t *size)
{
    char *bytes = NULL;
    long count = BIO_get_mem_data(memory, &bytes);
    *size = count > 0 ? (size_t)count : 0;
    return (const uint8_t *)bytes;
}

// "CN=…, UID=…" in UTF-8.
static inline int copenssl_name_print(BIO *memory, const X509_NAME *name)
{
    return X509_NAME_print_ex(memory, name, 0, (XN_FLAG_ONELINE & ~ASN1_STRFLGS_ESC_MSB & ~XN_FLAG_SPC_EQ)) >= 0;
}
