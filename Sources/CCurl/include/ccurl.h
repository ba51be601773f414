// Typed doors to libcurl's variadic functions, which Swift cannot import, and to the socket and TLS hooks that must
// be C.
#pragma once
#if !__has_include(<curl/curl.h>)
#error "libcurl's headers are missing: run `make deps` (Debian: libcurl4-openssl-dev)"
#endif
#include <curl/curl.h>

static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *text) {
    return curl_easy_setopt(handle, option, text);
}

static inline CURLcode ccurl_set_bytes(CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return curl_easy_setopt(handle, option, &blob);
}

static inline CURLcode ccurl_set_error_buffer(CURL *handle, char *buffer) {
    return curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, buffer);
}

/// `progress` is called about once a second while a connection is made; anything but 0 gives up.
static inline CURLcode ccurl_set_progress(CURL *handle, curl_xferinfo_callback progress, void *context) {
    CURLcode result = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
    if (result == CURLE_OK) result = curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
    return result == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L) : result;
}

static inline CURLcode ccurl_get_number(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode ccurl_get_descriptor(CURL *handle, int *descriptor) {
    curl_socket_t active = CURL_SOCKET_BAD;
    CURLcode result = curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &active);
    *descriptor = (int)active;
    return result;
}

/// What the TLS handshake agreed on; must live as long as the handle.
struct ccurl_protocol {
    int is_http2;
};

/// Offers "h2" and nothing else in ALPN and notes in `protocol` whether the server took it. libcurl's own ALPN would
/// put its own HTTP/2 layer on the connection, and curl_easy_send then fails with 55.
CURLcode ccurl_offer_only_http2(CURL *handle, struct ccurl_protocol *protocol);

/// Lets the kernel end a connection whose peer has acknowledged nothing for `milliseconds` (TCP_USER_TIMEOUT).
CURLcode ccurl_set_user_timeout(CURL *handle, long milliseconds);
