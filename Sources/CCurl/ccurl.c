#include "ccurl.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/socket.h>

static int protocol_index = -1;
static pthread_once_t protocol_once = PTHREAD_ONCE_INIT;

static void make_protocol_index(void) {
    protocol_index = SSL_CTX_get_ex_new_index(0, NULL, NULL, NULL, NULL);
}

static void note_protocol(const SSL *connection, int where, int result) {
    (void)result;
    if (!(where & SSL_CB_HANDSHAKE_DONE)) return;
    struct ccurl_protocol *protocol = SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), protocol_index);
    const unsigned char *name = NULL;
    unsigned length = 0;
    SSL_get0_alpn_selected(connection, &name, &length);
    if (protocol != NULL) protocol->is_http2 = length == 2 && name[0] == 'h' && name[1] == '2';
}

static CURLcode prepare_context(CURL *handle, void *context, void *protocol) {
    static const unsigned char offer[] = {2, 'h', '2'};
    (void)handle;
    if (SSL_CTX_set_alpn_protos(context, offer, sizeof offer) != 0) return CURLE_SSL_CONNECT_ERROR;
    if (SSL_CTX_set_ex_data(context, protocol_index, protocol) != 1) return CURLE_OUT_OF_MEMORY;
    SSL_CTX_set_info_callback(context, note_protocol);
    return CURLE_OK;
}

CURLcode ccurl_offer_only_http2(CURL *handle, struct ccurl_protocol *protocol) {
    pthread_once(&protocol_once, make_protocol_index);
    CURLcode result = curl_easy_setopt(handle, CURLOPT_SSL_ENABLE_ALPN, 0L);
    if (result == CURLE_OK) result = curl_easy_setopt(handle, CURLOPT_SSL_CTX_DATA, protocol);
    return result == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, prepare_context) : result;
}

static int prepare_socket(void *milliseconds, curl_socket_t descriptor, curlsocktype purpose) {
    unsigned limit = (unsigned)(uintptr_t)milliseconds;
    if (purpose == CURLSOCKTYPE_IPCXN) {
        setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &limit, sizeof limit);
    }
    return CURL_SOCKOPT_OK;
}

CURLcode ccurl_set_user_timeout(CURL *handle, long milliseconds) {
    CURLcode result = curl_easy_setopt(handle, CURLOPT_SOCKOPTDATA, (void *)(uintptr_t)milliseconds);
    return result == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, prepare_socket) : result;
}
