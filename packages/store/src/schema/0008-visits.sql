-- What the events of a site's days (UTC) are right now, as a number and a sum of digests: it follows every insert, deletion
-- and correction by itself, in the same part.
ALTER TABLE events ADD PROJECTION IF NOT EXISTS day_digests
(
    SELECT
        site_id,
        toDate(timestamp),
        count(),
        sum(cityHash64(event_id, timestamp, session_id, user_id, identified_user_id, source, source_offset))
    GROUP BY site_id, toDate(timestamp)
);
ALTER TABLE events MATERIALIZE PROJECTION day_digests;

-- What a session did on a day (UTC), worked out once the day is over, see rolled-up-days/session-day-columns.ts. A row counts
-- only through its seal, while the day's events are still those that it was made of.
CREATE TABLE IF NOT EXISTS visits
(
    site_id UInt32,
    day Date,
    session_id UInt64,
    seal UInt64 CODEC(ZSTD),
    sealed_at DateTime('UTC') CODEC(ZSTD),
    -- The session has rows for several days, or had: all of them say so.
    crosses UInt8 CODEC(ZSTD),

    began DateTime64(3, 'UTC'),
    ended DateTime64(3, 'UTC'),
    user_id UInt64,
    -- "" too where events of the session name different people.
    identified_user_id String CODEC(ZSTD),
    people UInt8 CODEC(ZSTD),
    sources Array(LowCardinality(String)),
    pageviews UInt32,

    -- Of the session's first event of the day.
    channel LowCardinality(String),
    hostname LowCardinality(String),
    country LowCardinality(String),
    region LowCardinality(String),
    city String CODEC(ZSTD),
    lat Float64 CODEC(ZSTD),
    lon Float64 CODEC(ZSTD),
    language LowCardinality(String),
    device_type LowCardinality(String),
    browser LowCardinality(String),
    browser_version LowCardinality(String),
    operating_system LowCardinality(String),
    operating_system_version LowCardinality(String),
    screen_width UInt16 CODEC(ZSTD),
    screen_height UInt16 CODEC(ZSTD),
    timezone LowCardinality(String),
    asn_org LowCardinality(String),
    url_parameters Map(LowCardinality(String), String) CODEC(ZSTD),

    -- Of its first event that has one.
    referrer_domain LowCardinality(String),
    outer_channel LowCardinality(String),
    entry_page String,
    entry_hostname LowCardinality(String),
    entry_ms Int64 CODEC(Delta, LZ4),
    -- Of its last one.
    exit_page String,
    exit_hostname LowCardinality(String),
    exit_ms Int64 CODEC(Delta, LZ4),

    -- Its events in order: when, whether they are pageviews, and of those the paths.
    times_ms Array(Int64) CODEC(Delta, LZ4),
    views Array(UInt8),
    paths Array(String)
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(day)
-- The few rows that have to be put together lie together.
ORDER BY (site_id, crosses, day, session_id);

-- Which rows of `visits` are a day's, and of which events they were made; a seal of 0 is none.
CREATE TABLE IF NOT EXISTS sealed_days
(
    site_id UInt32,
    day Date,
    seal UInt64,
    sealed_at DateTime64(3, 'UTC'),
    events UInt64,
    digest UInt64
)
ENGINE = ReplacingMergeTree(sealed_at)
ORDER BY (site_id, day);
