-- Money of an event: it counts only with a currency. Rows that are there, and rows of loaders of older versions that still run, have none.
-- Runs with 0.3.0
ALTER TABLE events ADD COLUMN IF NOT EXISTS revenue Decimal(18, 4) CODEC(ZSTD);
ALTER TABLE events ADD COLUMN IF NOT EXISTS currency LowCardinality(String);
ALTER TABLE events ADD COLUMN IF NOT EXISTS order_id String CODEC(ZSTD);

-- Which event counts an order: the one that claimed it, or of several that claimed it at once the first received. Kept for ever, so
-- that an order counts once even after its event has expired; with digests of its person as in erasures, so that it can be erased.
CREATE TABLE IF NOT EXISTS orders
(
    site_id UInt32,
    order_id String CODEC(ZSTD),
    received_at DateTime64(3, 'UTC'),
    event_id String CODEC(ZSTD),
    subjects Array(String) CODEC(ZSTD)
)
ENGINE = ReplacingMergeTree
ORDER BY (site_id, order_id, received_at, event_id)
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1;
