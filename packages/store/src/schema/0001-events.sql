-- Ids are 64-bit numbers here and 16 hex characters on the wire: counting distinct numbers is several times
-- cheaper than counting distinct strings. The deduplication window makes a repeated block, named by its
-- token, a no-op even where the engine is not replicated.
CREATE TABLE IF NOT EXISTS events
(
    site_id UInt32,
    timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
    received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
    event_id String CODEC(ZSTD),
    type LowCardinality(String),
    event_name String CODEC(ZSTD),
    properties String CODEC(ZSTD),

    session_id UInt64,
    user_id UInt64,
    identified_user_id String CODEC(ZSTD),

    hostname LowCardinality(String),
    pathname String CODEC(ZSTD),
    querystring String CODEC(ZSTD),
    page_title String CODEC(ZSTD),
    referrer String CODEC(ZSTD),
    referrer_domain String MATERIALIZED domainWithoutWWW(referrer) CODEC(ZSTD),
    channel LowCardinality(String),
    url_parameters Map(LowCardinality(String), String) CODEC(ZSTD),
    tag String CODEC(ZSTD),
    feature_flags Map(LowCardinality(String), String) CODEC(ZSTD),

    browser LowCardinality(String),
    browser_version LowCardinality(String),
    operating_system LowCardinality(String),
    operating_system_version LowCardinality(String),
    device_type LowCardinality(String),
    language LowCardinality(String),
    screen_width UInt16,
    screen_height UInt16,

    country LowCardinality(String),
    region LowCardinality(String),
    city String CODEC(ZSTD),
    lat Float64,
    lon Float64,
    timezone LowCardinality(String),
    asn UInt32,
    asn_org LowCardinality(String),
    ip Nullable(String),

    page_id String CODEC(ZSTD),
    sequence Int32,

    lcp Nullable(Float64),
    cls Nullable(Float64),
    inp Nullable(Float64),
    fcp Nullable(Float64),
    ttfb Nullable(Float64),
    ms_visible Nullable(Float64),
    scroll_depth Nullable(Float64),

    -- Where the row came from: the log's partition and the record's offset in it. The highest offset of a
    -- partition is the loader's cursor as the store knows it.
    source LowCardinality(String),
    source_offset UInt64,
    INDEX source_offset_range source_offset TYPE minmax GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(timestamp)
ORDER BY (site_id, timestamp)
SETTINGS non_replicated_deduplication_window = 10000;

CREATE TABLE IF NOT EXISTS bots
(
    site_id UInt32,
    timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
    received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
    event_id String CODEC(ZSTD),
    type LowCardinality(String),
    event_name String CODEC(ZSTD),

    user_id UInt64,
    hostname LowCardinality(String),
    pathname String CODEC(ZSTD),
    querystring String CODEC(ZSTD),
    referrer String CODEC(ZSTD),
    referrer_domain String MATERIALIZED domainWithoutWWW(referrer) CODEC(ZSTD),

    browser LowCardinality(String),
    browser_version LowCardinality(String),
    operating_system LowCardinality(String),
    operating_system_version LowCardinality(String),
    device_type LowCardinality(String),
    screen_width UInt16,
    screen_height UInt16,

    country LowCardinality(String),
    region LowCardinality(String),
    city String CODEC(ZSTD),
    lat Float64,
    lon Float64,
    asn UInt32,
    asn_org LowCardinality(String),

    ua_pattern UInt8,
    header_heuristics UInt8,
    client_signals UInt8,
    bot_asn UInt8,
    rate_anomaly UInt8,
    bot_category LowCardinality(String),
    matched_ua_pattern LowCardinality(String),
    bot_name LowCardinality(String),
    bot_operator LowCardinality(String),
    bot_purpose LowCardinality(String),

    source LowCardinality(String),
    source_offset UInt64,
    INDEX source_offset_range source_offset TYPE minmax GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(timestamp)
ORDER BY (site_id, timestamp)
TTL toDateTime(timestamp) + INTERVAL 3 MONTH
SETTINGS non_replicated_deduplication_window = 10000;
