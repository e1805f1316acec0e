-- Events that do not fit the schema that their site has for them: kept apart for 30 days, and sent again on request.
-- Runs with 0.3.0
CREATE TABLE IF NOT EXISTS quarantined_events
(
    site_id UInt32,
    event_id String,
    event_name String CODEC(ZSTD),
    timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
    user_id UInt64,
    identified_user_id String CODEC(ZSTD),
    -- The rules that it violates, and a message and a value for each.
    rules Array(String) CODEC(ZSTD),
    messages Array(String) CODEC(ZSTD),
    examples Array(String) CODEC(ZSTD),
    -- As it is in the queue.
    record String CODEC(ZSTD),
    -- Digests of the rules that have run for it: none runs twice.
    ran_rules Array(String) CODEC(ZSTD),
    quarantined_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
    -- ms since the epoch; a higher one replaces a lower one of the same event.
    version UInt64,
    -- 1 once it was sent again: the row then has nothing else, and keeps the older one out.
    is_released UInt8
)
ENGINE = ReplacingMergeTree(version, is_released)
ORDER BY (site_id, event_id)
TTL toDateTime(quarantined_at) + INTERVAL 30 DAY;
