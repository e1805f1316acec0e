-- Who was erased, and when: what was received before and still waits in the queue must not come back. Kept for
-- longer than a queue keeps events, and by a digest alone, so that nobody can be read from it.
CREATE TABLE IF NOT EXISTS erasures
(
    site_id UInt32,
    -- Digest of a user or a device; "" = the whole site.
    subject String,
    erased_at DateTime64(3, 'UTC')
)
ENGINE = MergeTree
ORDER BY (erased_at, site_id)
TTL toDateTime(erased_at) + INTERVAL 40 DAY;
