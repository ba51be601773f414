-- PushBridge's tables. {prefix} is the site's base prefix. Read by MariaDB >= 10.4 and MySQL >= 8.0.13.
-- Times are UTC with milliseconds. Machine words are ASCII and compare by bytes, whatever the site's collation.

CREATE TABLE IF NOT EXISTS {prefix}pushbridge_actions (
    id bigint unsigned NOT NULL AUTO_INCREMENT,
    type varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'standard',
    app varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'default',
    user_id bigint unsigned DEFAULT NULL,
    audience longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
    message longblob NOT NULL,
    dedupe_key varchar(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
    send_at datetime(3) DEFAULT NULL,
    expires_at datetime(3) DEFAULT NULL,
    created_at datetime(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
    state varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'queued',
    reason varchar(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
    delivered int unsigned NOT NULL DEFAULT 0,
    failed int unsigned NOT NULL DEFAULT 0,
    pruned int unsigned NOT NULL DEFAULT 0,
    warnings longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
    -- The daemon's own: who holds the row, until when (without an owner: when to try again), how often it was taken.
    owner bigint unsigned DEFAULT NULL,
    lease_seq int unsigned NOT NULL DEFAULT 0,
    lease_until datetime(3) DEFAULT NULL,
    attempts int unsigned NOT NULL DEFAULT 0,
    -- How far the walk through an audience has come, and whether it is through.
    walk_cursor bigint unsigned NOT NULL DEFAULT 0,
    walk_done tinyint unsigned NOT NULL DEFAULT 0,
    -- Room that a claim gives back, so that it does not make the row longer: in a full page InnoDB would rearrange the
    -- page for every such row, which doubles what a claim costs.
    reserve varchar(20) CHARACTER SET ascii COLLATE ascii_bin DEFAULT '--------------------',
    lane tinyint unsigned GENERATED ALWAYS AS (IF(type = 'voip', 1, 0)) STORED,
    -- A row without send_at is due since 1970, so that no clock step can delay a call.
    due_at datetime(3) GENERATED ALWAYS AS (COALESCE(lease_until, send_at, TIMESTAMP'1970-01-01 00:00:00')) STORED,
    -- Trailing blanks count: a plain unique key would ignore them.
    dedupe_hash char(64) CHARACTER SET ascii COLLATE ascii_bin
        GENERATED ALWAYS AS (SHA2(CONCAT(app, '|', dedupe_key), 256)) STORED,
    PRIMARY KEY (id),
    UNIQUE KEY dedupe (dedupe_hash),
    KEY claim (lane, state, due_at, id),
    KEY user (user_id)
) ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS {prefix}pushbridge_deliveries (
    id bigint unsigned NOT NULL AUTO_INCREMENT,
    action_id bigint unsigned NOT NULL,
    user_id bigint unsigned DEFAULT NULL,
    token varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    channel varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    environment varchar(16) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
    status varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    reason varchar(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
    http_status smallint unsigned DEFAULT NULL,
    apns_id varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
    apns_unique_id varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
    error_class varchar(32) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
    attempts int unsigned NOT NULL DEFAULT 0,
    next_attempt_at datetime(3) DEFAULT NULL,
    created_at datetime(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
    updated_at datetime(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
    PRIMARY KEY (id),
    UNIQUE KEY action_token (action_id, token),
    KEY user (user_id),
    KEY status (status, action_id)
) ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS {prefix}pushbridge_credentials (
    app varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'default',
    channel varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    kind varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    key_id varchar(32) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
    team_id varchar(32) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
    bundle_id varchar(191) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    topics longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
    not_after datetime DEFAULT NULL,
    box longblob NOT NULL,
    public_key_id varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    jwt_issued_at datetime DEFAULT NULL,
    checked_at datetime(3) DEFAULT NULL,
    error text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
    updated_at datetime(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
    PRIMARY KEY (app, channel)
) ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Every verdict on a token that leaves usermeta, or would: state is removed (by the daemon), verdict (the plugin is to
-- remove it), reported (nobody removes it) or undone. old_value and new_value are the usermeta value before and after
-- (new_value NULL: the row went), so that an undo puts back exactly what was there.
CREATE TABLE IF NOT EXISTS {prefix}pushbridge_prunes (
    id bigint unsigned NOT NULL AUTO_INCREMENT,
    app varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'default',
    user_id bigint unsigned NOT NULL,
    umeta_id bigint unsigned NOT NULL,
    meta_key varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    token varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    environment varchar(16) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
    reason varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    apns_timestamp datetime(3) DEFAULT NULL,
    action_id bigint unsigned DEFAULT NULL,
    state varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    old_value longblob DEFAULT NULL,
    new_value longblob DEFAULT NULL,
    created_at datetime(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
    undone_at datetime(3) DEFAULT NULL,
    undone_by varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
    PRIMARY KEY (id),
    KEY token (token),
    KEY user (user_id),
    KEY state (state, created_at)
) ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Where a token was found to live, so that it is looked for only once.
CREATE TABLE IF NOT EXISTS {prefix}pushbridge_token_environments (
    token varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    environment varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    updated_at datetime(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
    PRIMARY KEY (token),
    KEY updated (updated_at)
) ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- One row per running daemon; wake_address is where a producer may send its datagram.
CREATE TABLE IF NOT EXISTS {prefix}pushbridge_workers (
    id bigint unsigned NOT NULL,
    host varchar(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    pid int unsigned NOT NULL,
    version varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    state varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    wake_address varchar(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
    stats longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
    started_at datetime(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
    heartbeat_at datetime(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
    PRIMARY KEY (id)
) ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Among others schema_version, installation_id, public_key (base64), siteurl.
CREATE TABLE IF NOT EXISTS {prefix}pushbridge_settings (
    name varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    value longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
    updated_at datetime(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
    PRIMARY KEY (name)
) ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
