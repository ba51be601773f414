/// `apns-simulator --help`.
enum SimulatorHelp {
    static let text = """
        NAME
            apns-simulator - an Apple Push Notification service that runs on loopback

        SYNOPSIS
            apns-simulator --production ADDRESS:PORT --sandbox ADDRESS:PORT --tls-dir DIR
                           [--script FILE] [--control ADDRESS:PORT]
            apns-simulator --make-key DIR
            apns-simulator --make-certificate BUNDLE_ID --tls-dir DIR

        DESCRIPTION
            Speaks HTTP/2 over TLS 1.2 or newer (ALPN h2 only), applies APNs' documented rules to every request,
            answers with Apple's statuses and reasons, remembers what it received, and misbehaves when told to.
            Nothing leaves the machine, and only loopback addresses may be bound.

            Prints its addresses and then `ready` on standard error; ends on TERM or INT.

        OPTIONS
            --production ADDRESS:PORT  the production service. Port 0 lets the system choose; so does leaving out
            --sandbox ADDRESS:PORT     one of the two.
            --tls-dir DIR              where ca.pem (trust this), server.pem and their keys are kept. Made at the
                                       first start: names localhost, 127.0.0.1, ::1.
            --script FILE              JSON objects, one a line, carried out before the start; see INSTRUCTIONS.
            --control ADDRESS:PORT     the control port; see CONTROL PORT.
            --make-key DIR             writes a test signing key (AuthKey_TESTKEY001.p8), a provider token of it for
                                       curl and h2load (authorization), and a script that makes it known (key.jsonl).
            --make-certificate ID      writes a provider certificate of the app ID, with its VoIP and complication
                                       topics, into the TLS directory: ID.pem, ID.p12 (empty passphrase).
            --help                     this text.

        RULES
            405 MethodNotAllowed           another method than POST
            404 BadPath                    another path than /3/device/TOKEN and those of BROADCAST CHANNELS
            400 MissingDeviceToken         no token in the path
            400 DuplicateHeaders           a header of APNs twice
            403 MissingProviderToken       neither provider token nor client certificate
            403 InvalidProviderToken       no JWT with alg ES256, kid, iss, iat; a wrong signature or team; with
                                           unknown_keys reject: a key that was not registered
            403 ExpiredProviderToken       iat more than an hour away. The connection is of no use after that: good
                                           tokens answer 500 InternalServerError on it
            429 TooManyProviderTokenUpdates  a second change of the token within 20 minutes, of a connection or of
                                           a key over all connections
            403 UnrelatedKeyIdInToken      another key than the connection's first
            403 Forbidden                  another team than the connection's first
            403 BadEnvironmentKeyIdInToken a key of the other environment
            403 BadCertificate             a client certificate that has expired or names no topic
            403 BadCertificateEnvironment  one for the other environment
            400 BadMessageId, BadExpirationDate, BadPriority, BadCollapseId (over 64 bytes), InvalidPushType
                                           a malformed header; priority 10 for a background push; a push type that
                                           does not fit the topic's suffix
            400 MissingTopic, BadTopic     no topic (a certificate with one topic supplies it), no possible topic
            400 TopicDisallowed            the credential may not send there; a VoIP token under the plain topic
            400 BadDeviceToken             no even number of hex digits (200 at most), zeros only, of the other
                                           environment; with unknown_tokens bad-device-token: not registered
            400 DeviceTokenNotForTopic     another app's token, or one of another kind
            410 Unregistered, ExpiredToken a token registered with that state; with its timestamp in ms
            400 PayloadEmpty               no body, or none that is a JSON object
            413 PayloadTooLarge            over 4096 bytes, VoIP 5120

            The answer repeats apns-id or makes one; the sandbox adds apns-unique-id; both send date.
            A connection allows one stream until it has shown a valid provider token.
            What APNs would take and then delay or drop is a warning in the record.

        BROADCAST CHANNELS
            POST   /4/broadcasts/apps/BUNDLE_ID      a push to a channel (body: 5120 bytes at most)
            POST   /1/apps/BUNDLE_ID/channels        201 and apns-channel-id; the body is
                                                     {"message-storage-policy":0|1,"push-type":"LiveActivity"}
            GET    /1/apps/BUNDLE_ID/channels        how the channel of apns-channel-id was made
            DELETE /1/apps/BUNDLE_ID/channels        204
            GET    /1/apps/BUNDLE_ID/all-channels    {"channels":[ID,…]}

            Apple manages channels on hosts of their own; here each service answers for its environment on its one
            port. Credentials are judged as above; answers repeat apns-request-id or make one. Beside the above:

            400 MissingChannelId, BadChannelId, ChannelNotRegistered
            400 MissingPushType, InvalidPushType  anything but liveactivity
            400 BadExpirationDate, BadPriority    missing or malformed; for policy 0 any expiration but 0
            400 BadRequestPayload, BadRequestParams  no JSON object; an unknown member, or a policy but 0 and 1
            400 CannotCreateChannelConfig  the app has channel_limit channels
            400 TopicDisallowed            BUNDLE_ID has a push type's suffix
            400 FeatureNotEnabled          broadcast_enabled is false
            403 TopicMismatch              the credential is not for BUNDLE_ID

        INSTRUCTIONS
            The same JSON in a script (one object a line: {"token":{…}}) and on the control port (POST /tokens with
            {…} or a list of them).

            token        {"token":HEX, "environment":"production"|"sandbox", "topics":[BUNDLE_ID,…] (none: any),
                          "kind":"standard"|"voip"|"liveactivity"|…, "state":"active"|"unregistered"|"expired", "at":MS}
            key          {"key_id":K, "team_id":T, "public_key":PEM, "environments":[…], "topics":[BUNDLE_ID,…],
                          "related_key_id":K}
            channel      {"id":BASE64, "bundle_id":BUNDLE_ID, "environment":…, "policy":"none"|"latest"}
            settings     any of {"unknown_tokens":"accept"|"bad-device-token", "unknown_keys":"accept"|"reject",
                          "unknown_certificates":"accept"|"reject", "maximum_concurrent_streams":500,
                          "one_stream_start":true, "collapse_on_rejection":false (one stream from a rejection to the
                          next 200), "answer_delay_ms":0, "token_update_interval":1200 (s), "clock_offset":0 (s),
                          "server_certificate":"valid"|"expired"|"wrong-host"|"self-signed" (new connections),
                          "accept_connections":true, "keep_bodies":true, "record_limit":200000,
                          "channel_limit":10000 (per app), "broadcast_enabled":true}
            connections  {"action":"drop"} or {"action":"goaway","reason":R}: every open connection, now
            fault        {"action":A, …, and which requests: "environment", "token":HEX, "topic", "nth":1 (the first
                          that is struck), "every":1, "count":1 (how often; "all" = until DELETE /faults)}
                answer           "status":N, "reason", "timestamp":MS, "retry_after":TEXT, "body":TEXT, "headers":{…}
                delay            "ms":N
                silence          taken, never answered
                reset-stream     "code":N: taken, then RST_STREAM
                refuse           REFUSED_STREAM, not processed
                goaway           "last_stream_id":"same" (this one is answered)|"previous"|"zero", "reason"
                drop-connection  taken, then the TCP connection ends
                garbage          "kind":"noise"|"bad-header-block"|"oversize-frame"|"half-frame": taken, then that
                slow-read        "bytes_per_second":N: this connection, from now on; 0 stops reading
                slow-answer      "bytes_per_second":N: the answer's body
                stream-limit     "streams":N: SETTINGS_MAX_CONCURRENT_STREAMS of this connection
                oversize-body    "bytes":N

        CONTROL PORT
            Plain HTTP/1.1 with JSON; errors are {"error":TEXT} with status 400 or 404.

            POST /tokens /keys /channels /faults /settings /connections    instructions
            DELETE /tokens /keys /channels /faults /received               forget
            GET /received?since=N&limit=M    requests with a sequence above N (1000 at most, and `next` to go on from):
                                             environment, token, path, headers, body, arrival_ms (wall clock),
                                             arrival_monotonic_ns (CLOCK_BOOTTIME), status, reason, fate (answered,
                                             waiting, unanswered, not-processed), warnings, connection, stream
            GET /stats                       counts by status, connections, armed faults
            GET /settings                    all settings
            GET /channels                    all broadcast channels

        EXIT STATUS
            0 ended by a signal, or done; 1 failed; 2 the command line is wrong.

        EXAMPLES
            apns-simulator --make-key /tmp/apns
            apns-simulator --production 127.0.0.1:8443 --sandbox 127.0.0.1:8444 --control 127.0.0.1:8480 \\
                --tls-dir /tmp/apns --script /tmp/apns/key.jsonl

            curl --http2 --cacert /tmp/apns/ca.pem -H @/tmp/apns/authorization \\
                -H 'apns-topic: com.example.app' -H 'apns-push-type: alert' -d '{"aps":{"alert":"Hello"}}' \\
                https://127.0.0.1:8443/3/device/$(printf 'ab%.0s' $(seq 32))

            curl 127.0.0.1:8480/faults -d '{"action":"answer","status":503,"reason":"Shutdown","every":10,"count":"all"}'
            curl '127.0.0.1:8480/received?since=0'

            curl 127.0.0.1:8480/settings -d '{"one_stream_start":false}'   # h2load does not wait for the limit
            printf '{"aps":{"alert":"Hello"}}' > /tmp/apns/body
            h2load -n 100000 -c 1 -m 100 -H "$(cat /tmp/apns/authorization)" -H 'apns-topic: com.example.app' \\
                -H 'apns-push-type: alert' -d /tmp/apns/body https://127.0.0.1:8443/3/device/$(printf 'ab%.0s' $(seq 32))
        """
}
