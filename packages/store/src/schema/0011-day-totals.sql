-- What the visits of a site's day (UTC) come to that have no other row, by the values of a dimension, see
-- rolled-up-days/day-totals.ts. Like those rows they count only through their seal. The dimension "day" has one row for
-- each seal.
CREATE TABLE IF NOT EXISTS day_totals
(
    site_id UInt32,
    day Date,
    seal UInt64 CODEC(ZSTD),
    sealed_at DateTime('UTC') CODEC(ZSTD),
    dimension LowCardinality(String),
    value String CODEC(ZSTD),
    -- Second half of a value, such as a browser's version.
    detail String CODEC(ZSTD),
    sessions UInt32,
    bounces UInt32,
    pageviews UInt32,
    total_ms UInt64,
    -- Of pages and titles alone.
    views UInt32,
    measured_views UInt32,
    on_page_ms UInt64,
    latest_ms Int64 CODEC(Delta, LZ4)
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (site_id, dimension, day, value, detail);

-- A day that was sealed without them is sealed again.
ALTER TABLE sealed_days ADD COLUMN IF NOT EXISTS has_totals UInt8;
