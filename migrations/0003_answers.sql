-- How many tokens Apple took and refused lately, as every daemon counts it: so many refusals that the configuration must be
-- at fault are seen however many daemons share them, and across a restart. A slot is ten seconds.

CREATE TABLE IF NOT EXISTS {prefix}pushbridge_answers (
    slot bigint unsigned NOT NULL,
    worker bigint unsigned NOT NULL,
    app varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    kind varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    environment varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    accepted int unsigned NOT NULL DEFAULT 0,
    rejected int unsigned NOT NULL DEFAULT 0,
    moved int unsigned NOT NULL DEFAULT 0,
    PRIMARY KEY (slot, worker, app, kind, environment)
) ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
