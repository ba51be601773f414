#include "copenssl_certificate.h"

#include <limits.h>
#include <openssl/err.h>
#include <string.h>

int copenssl_context_open(copenssl_context *context, int with_legacy)
{
    memset(context, 0, sizeof *context);
    context->library = OSSL_LIB_CTX_new();
    if (context->library) context->standard = OSSL_PROVIDER_load(context->library, "default");
    if (context->standard && with_legacy) context->legacy = OSSL_PROVIDER_load(context->library, "legacy");
    ERR_clear_error();
    if (context->standard) return 1;
    copenssl_context_close(context);
    return 0;
}

void copenssl_context_close(copenssl_context *context)
{
    if (context->legacy) OSSL_PROVIDER_unload(context->legacy);
    if (context->standard) OSSL_PROVIDER_unload(context->standard);
    OSSL_LIB_CTX_free(context->library);
    memset(context, 0, sizeof *context);
}

X509 *copenssl_certificate_read(OSSL_LIB_CTX *library, const uint8_t *der, size_t size)
{
    X509 *certificate = X509_new_ex(library, NULL);
    if (size > INT_MAX || !certificate || !d2i_X509(&certificate, &der, (long)size)) {
        X509_free(certificate);
        certificate = NULL;
    }
    ERR_clear_error();
    return certificate;
}

int copenssl_certificate_has_key(const X509 *certificate, const EVP_PKEY *key)
{
    int same = X509_check_private_key(certificate, key) == 1;
    ERR_clear_error();
    return same;
}

// Empties OpenSSL's error queue and says what it meant.
static copenssl_outcome outcome_of_errors(copenssl_outcome otherwise)
{
    copenssl_outcome outcome = otherwise;
    for (unsigned long error = ERR_get_error(); error != 0; error = ERR_get_error()) {
        int library = ERR_GET_LIB(error), reason = ERR_GET_REASON(error);
        if (library == ERR_LIB_PKCS12 && reason == PKCS12_R_MAC_VERIFY_FAILURE) outcome = copenssl_wrong_passphrase;
        if (library == ERR_LIB_EVP && reason == ERR_R_UNSUPPORTED) outcome = copenssl_unsupported;
    }
    return outcome;
}

struct passphrase_use {
    const char *passphrase;
    int was_asked;
};

static int give_passphrase(char *target, int capacity, int writing, void *context)
{
    (void)writing;
    struct passphrase_use *use = context;
    use->was_asked = 1;
    if (!use->passphrase) return -1;
    size_t size = strlen(use->passphrase);
    if (size > (size_t)capacity) return -1;
    memcpy(target, use->passphrase, size);
    return (int)size;
}

copenssl_outcome copenssl_private_key_read(
    OSSL_LIB_CTX *library, const uint8_t *pem, size_t size, const char *passphrase, EVP_PKEY **key)
{
    *key = NULL;
    if (size > INT_MAX) return copenssl_unreadable;
    BIO *source = BIO_new_mem_buf(pem, (int)size);
    if (!source) return copenssl_unreadable;
    struct passphrase_use use = {passphrase, 0};
    *key = PEM_read_bio_PrivateKey_ex(source, NULL, give_passphrase, &use, library, NULL);
    BIO_free(source);
    if (*key) {
        ERR_clear_error();
        return copenssl_ok;
    }
    return outcome_of_errors(use.was_asked ? copenssl_wrong_passphrase : copenssl_unreadable);
}

copenssl_outcome copenssl_p12_read(
    OSSL_LIB_CTX *library, const uint8_t *der, size_t size, const char *passphrase, EVP_PKEY **key,
    STACK_OF(X509) **certificates)
{
    *key = NULL;
    *certificates = NULL;
    if (size > INT_MAX) return copenssl_unreadable;
    X509 *leaf = NULL;
    PKCS12 *p12 = PKCS12_init_ex(NID_pkcs7_data, library, NULL);
    int good = p12 && d2i_PKCS12(&p12, &der, (long)size)
        && PKCS12_parse(p12, passphrase, key, &leaf, certificates);
    PKCS12_free(p12);
    if (good && !*certificates) good = (*certificates = sk_X509_new_null()) != NULL;
    if (good && leaf) good = sk_X509_unshift(*certificates, leaf) > 0;
    if (good) {
        ERR_clear_error();
        return copenssl_ok;
    }
    X509_free(leaf);
    EVP_PKEY_free(*key);
    copenssl_certificates_free(*certificates);
    *key = NULL;
    *certificates = NULL;
    return outcome_of_errors(copenssl_unreadable);
}
