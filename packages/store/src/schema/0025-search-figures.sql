-- What Google's search showed of sites, as sums of whole days: imported from Search Console, and never counted with visits.
-- Runs with 0.3.0
CREATE TABLE IF NOT EXISTS search_figures
(
    site_id UInt32,
    import_id String,
    -- Its place in the import: a row that is read again replaces itself.
    position UInt64,
    -- A day in California.
    date Date,
    -- "" = the day as a whole, else query, page, country or device.
    dimension LowCardinality(String),
    value String CODEC(ZSTD),
    clicks UInt64,
    impressions UInt64,
    -- The position of each impression, added up.
    positions Float64
)
ENGINE = ReplacingMergeTree
ORDER BY (site_id, dimension, date, value, import_id, position);
