-- What a site says about its users. Merging and replaying are free of order: of a person's key the row with the
-- highest version counts, and a row with the key "" says that everything of a lower version is void.
CREATE TABLE IF NOT EXISTS traits
(
    site_id UInt32,
    -- The site's own id of its user: identified_user_id of the events.
    user_id String,
    key String,
    -- JSON text; "" = the key was deleted.
    value String CODEC(ZSTD),
    written_at DateTime64(3, 'UTC'),
    -- Milliseconds since the epoch × 2^20 + place among the writes of that millisecond.
    version UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (site_id, user_id, key);

-- Whose device it is: one user per device, the last one that it was linked to.
CREATE TABLE IF NOT EXISTS aliases
(
    site_id UInt32,
    -- user_id of the events.
    device UInt64,
    -- identified_user_id of the events; "" = no longer anybody's.
    user_id String,
    linked_at DateTime64(3, 'UTC'),
    version UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (site_id, device);
