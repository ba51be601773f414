#include "cgnutls.h"

#include <gnutls/crypto.h>
#include <string.h>

enum { coordinate_size = 32 };

static gnutls_datum_t view(const uint8_t *bytes, size_t size)
{
    return (gnutls_datum_t){.data = (unsigned char *)bytes, .size = (unsigned int)size};
}

int cgnutls_p256_import(gnutls_privkey_t *key, const uint8_t *scalar, const uint8_t *x, const uint8_t *y)
{
    gnutls_datum_t k = view(scalar, coordinate_size);
    gnutls_datum_t px = view(x, coordinate_size);
    gnutls_datum_t py = view(y, coordinate_size);
    int result = gnutls_privkey_init(key);
    if (result < 0) return result;
    result = gnutls_privkey_import_ecc_raw(*key, GNUTLS_ECC_CURVE_SECP256R1, &px, &py, &k);
    if (result < 0) {
        gnutls_privkey_deinit(*key);
        *key = NULL;
    }
    return result;
}

// GnuTLS gives r and s as signed DER integers: up to 33 bytes with a leading zero, fewer when the value is small.
static int pad(const gnutls_datum_t *number, uint8_t *target)
{
    const unsigned char *bytes = number->data;
    size_t size = number->size;
    while (size > 0 && *bytes == 0) {
        bytes++;
        size--;
    }
    if (size > coordinate_size) return GNUTLS_E_INTERNAL_ERROR;
    memset(target, 0, coordinate_size - size);
    memcpy(target + coordinate_size - size, bytes, size);
    return 0;
}

int cgnutls_es256_sign(gnutls_privkey_t key, const uint8_t *message, size_t size, uint8_t *signature)
{
    gnutls_datum_t data = view(message, size);
    gnutls_datum_t der = {0}, r = {0}, s = {0};
    int result = gnutls_privkey_sign_data2(
        key, GNUTLS_SIGN_ECDSA_SHA256, GNUTLS_PRIVKEY_FLAG_REPRODUCIBLE, &data, &der);
    if (result >= 0) result = gnutls_decode_rs_value(&der, &r, &s);
    if (result >= 0) result = pad(&r, signature);
    if (result >= 0) result = pad(&s, signature + coordinate_size);
    gnutls_free(s.data);
    gnutls_free(r.data);
    gnutls_free(der.data);
    return result < 0 ? result : 0;
}

int cgnutls_es256_verify(gnutls_privkey_t key, const uint8_t *message, size_t size, const uint8_t *signature)
{
    gnutls_datum_t data = view(message, size);
    gnutls_datum_t r = view(signature, coordinate_size);
    gnutls_datum_t s = view(signature + coordinate_size, coordinate_size);
    gnutls_datum_t der = {0};
    gnutls_pubkey_t public_key = NULL;
    int result = gnutls_pubkey_init(&public_key);
    if (result >= 0) result = gnutls_pubkey_import_privkey(public_key, key, GNUTLS_KEY_DIGITAL_SIGNATURE, 0);
    if (result >= 0) result = gnutls_encode_rs_value(&der, &r, &s);
    if (result >= 0) result = gnutls_pubkey_verify_data2(public_key, GNUTLS_SIGN_ECDSA_SHA256, 0, &data, &der);
    gnutls_free(der.data);
    if (public_key) gnutls_pubkey_deinit(public_key);
    return result < 0 ? result : 0;
}
