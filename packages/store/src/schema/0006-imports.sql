-- What other products tell of whole days, where their exports have no single events. Such sums cannot become
-- events, so that no report of events counts them.
CREATE TABLE IF NOT EXISTS imported_figures
(
    site_id UInt32,
    import_id String,
    -- Its place in the export: a row that is sent again replaces itself.
    position UInt64,
    date Date,
    -- "" = the day as a whole, else page, source …
    dimension LowCardinality(String),
    value String CODEC(ZSTD),
    visitors UInt64,
    visits UInt64,
    pageviews UInt64,
    bounces UInt64,
    duration_seconds UInt64,
    events UInt64
)
ENGINE = ReplacingMergeTree
ORDER BY (site_id, dimension, date, value, import_id, position);

-- The import that a row came with: "" = the site's own word.
ALTER TABLE traits ADD COLUMN IF NOT EXISTS source LowCardinality(String);
ALTER TABLE aliases ADD COLUMN IF NOT EXISTS source LowCardinality(String);
