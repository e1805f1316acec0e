-- Where a recording was before it was deleted, so that what of it still waits in the queue is known again by a loader
-- that has seen none of it. Columns are those of its chunks; kept as long as erasures are.
CREATE TABLE IF NOT EXISTS deleted_recordings
(
    site_id UInt32,
    session_id UInt64,
    user_id UInt64,
    identified_user_id String CODEC(ZSTD),
    -- Of its first event, and of its last in a row of its own.
    timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
    source LowCardinality(String),
    deleted_at DateTime('UTC') DEFAULT now()
)
ENGINE = MergeTree
ORDER BY (timestamp, site_id)
TTL deleted_at + INTERVAL 40 DAY;

-- A bucket can hold the events of chunks. Then a row has no events but their lengths, and the object's number; 0 = the
-- events are in the row.
ALTER TABLE replay_chunks
    ADD COLUMN IF NOT EXISTS object UInt64,
    ADD COLUMN IF NOT EXISTS object_bytes UInt32,
    ADD COLUMN IF NOT EXISTS lengths Array(UInt32) CODEC(ZSTD);

-- Rows of tens of kilobytes: merged column by column and some at a time, or a merge would hold hundreds of megabytes.
ALTER TABLE replay_chunks
    MODIFY SETTING merge_max_block_size = 128, vertical_merge_algorithm_min_rows_to_activate = 1;

-- Every object that the bucket may hold, written down before it is stored there: one that no chunk refers to is removed,
-- and then its row.
CREATE TABLE IF NOT EXISTS replay_objects
(
    object UInt64,
    site_id UInt32,
    session_id UInt64,
    written_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD)
)
ENGINE = MergeTree
ORDER BY object;
