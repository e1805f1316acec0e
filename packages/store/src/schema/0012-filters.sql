-- What filters ask of single events. Rows that know nothing of it are made again.
TRUNCATE TABLE sealed_days;
TRUNCATE TABLE visits;

-- Which facts of the first event are not those of all events.
ALTER TABLE visits ADD COLUMN IF NOT EXISTS varies UInt8 CODEC(ZSTD);
-- Each name once, "" too where an event has none.
ALTER TABLE visits ADD COLUMN IF NOT EXISTS event_names Array(LowCardinality(String));
-- By event, as `paths`: its numbers take a third of the texts, and less to compare.
ALTER TABLE visits MODIFY COLUMN paths Array(LowCardinality(String));
ALTER TABLE visits ADD COLUMN IF NOT EXISTS titles Array(LowCardinality(String));
-- Of the events that are no pageviews; "" for those that are.
ALTER TABLE visits ADD COLUMN IF NOT EXISTS other_paths Array(LowCardinality(String));
ALTER TABLE visits ADD COLUMN IF NOT EXISTS other_titles Array(LowCardinality(String));
-- A process of an older version that still runs is refused to make rows without them.
ALTER TABLE visits ADD CONSTRAINT IF NOT EXISTS tells_titles CHECK length(titles) = length(times_ms);
