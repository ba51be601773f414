#include "copenssl_server.h"

static int choose_h2(SSL *ssl, const unsigned char **out, unsigned char *out_length, const unsigned char *in,
                     unsigned int in_length, void *unused) {
    (void)ssl;
    (void)unused;
    static const unsigned char h2[] = {2, 'h', '2'};
    int found = SSL_select_next_proto((unsigned char **)out, out_length, h2, sizeof h2, in, in_length);
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

static int take_any_certificate(int verified, X509_STORE_CTX *context) {
    (void)verified;
    (void)context;
    return 1;
}

SSL_CTX *copenssl_server_context(void) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (context == NULL) return NULL;
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_alpn_select_cb(context, choose_h2, NULL);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, take_any_certificate);
    // No resumption: a resumed session would hide the client certificate from a test that changes it.
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(context, 0);
    SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
    // Several records per system call.
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_default_read_buffer_len(context, 65536);
    return context;
}

EVP_PKEY *copenssl_new_p256_key(void) { return EVP_EC_gen("P-256"); }

long copenssl_bio_bytes(BIO *bio, const unsigned char **bytes) { return BIO_get_mem_data(bio, (char **)bytes); }

int copenssl_add_extension(X509 *certificate, X509 *issuer, int nid, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
    if (extension == NULL) return 0;
    int added = X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return added;
}

int copenssl_add_raw_extension(X509 *certificate, const char *oid, const unsigned char *der, int length) {
    ASN1_OBJECT *object = OBJ_txt2obj(oid, 1);
    ASN1_OCTET_STRING *octets = ASN1_OCTET_STRING_new();
    X509_EXTENSION *extension = NULL;
    int added = object != NULL && octets != NULL && ASN1_OCTET_STRING_set(octets, der, length) &&
                (extension = X509_EXTENSION_create_by_OBJ(NULL, object, 0, octets)) != NULL &&
                X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    ASN1_OCTET_STRING_free(octets);
    ASN1_OBJECT_free(object);
    return added;
}
