-- Recordings of sessions, in chunks as they came. A batch that was sent again has the same names and replaces itself.
-- The partition is the day on which its rows go: then a whole part is let go of, and its space with it.
CREATE TABLE IF NOT EXISTS replay_chunks
(
    site_id UInt32,
    session_id UInt64,
    batch_id UInt64,
    chunk UInt32,
    -- An event that is larger than a chunk comes in several parts of one text; others in part 0 of 1.
    part UInt16,
    parts UInt16,

    received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
    -- When its first and last event happened, by our clock.
    timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
    ended_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
    keep_until DateTime('UTC') CODEC(Delta, ZSTD),

    user_id UInt64,
    identified_user_id String CODEC(ZSTD),
    page_url String CODEC(ZSTD),
    language LowCardinality(String),
    screen_width UInt16,
    screen_height UInt16,
    browser LowCardinality(String),
    browser_version LowCardinality(String),
    operating_system LowCardinality(String),
    operating_system_version LowCardinality(String),
    device_type LowCardinality(String),
    country LowCardinality(String),
    region LowCardinality(String),
    city String CODEC(ZSTD),

    event_count UInt32,
    byte_count UInt32,
    -- By the recorder's clock, in milliseconds: the order in which events are played.
    first_time Int64 CODEC(Delta, ZSTD),
    last_time Int64 CODEC(Delta, ZSTD),
    times Array(Int64) CODEC(Delta, ZSTD),
    -- JSON texts, one for each of the times.
    events Array(String) CODEC(ZSTD(6)),

    source LowCardinality(String),
    source_offset UInt64,
    INDEX timestamp_range timestamp TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMMDD(keep_until)
-- A recording is read from its beginning to its end, some chunks at a time.
ORDER BY (site_id, session_id, first_time, batch_id, chunk)
TTL keep_until
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1, merge_with_ttl_timeout = 3600;
