-- A session belongs to the instant of its first act and ends when its last page was left, see rolled-up-days/session-day-columns.ts.
-- Columns that nothing reads any more (`referrers`, `varies`, `url_parameters`) stay for processes of the previous version.
ALTER TABLE visits ADD COLUMN IF NOT EXISTS acts UInt32 CODEC(ZSTD);
ALTER TABLE visits ADD COLUMN IF NOT EXISTS last_act DateTime64(3, 'UTC') CODEC(ZSTD);
-- The last view of the day, its page load as a number, and for how long that was visible behind it, as page and ms; where
-- there was no view, for how long the pages of the day before were.
ALTER TABLE visits ADD COLUMN IF NOT EXISTS last_view DateTime64(3, 'UTC') CODEC(ZSTD);
ALTER TABLE visits ADD COLUMN IF NOT EXISTS last_page UInt64 CODEC(ZSTD);
ALTER TABLE visits ADD COLUMN IF NOT EXISTS seen Array(Tuple(UInt64, UInt64)) CODEC(ZSTD);
ALTER TABLE visits ADD COLUMN IF NOT EXISTS device_model LowCardinality(String);
ALTER TABLE visits ADD COLUMN IF NOT EXISTS app_version LowCardinality(String);
-- Whether any of its acts is marked, see docs/bots.md.
ALTER TABLE visits ADD COLUMN IF NOT EXISTS suspected UInt8 CODEC(ZSTD);
-- A process of an older version that still runs is refused to make rows of every event.
ALTER TABLE visits DROP CONSTRAINT IF EXISTS tells_referrers;
ALTER TABLE visits ADD CONSTRAINT IF NOT EXISTS tells_acts CHECK length(times_ms) = acts;

-- Rows of the older rules are made again, and their totals.
TRUNCATE TABLE visits;
TRUNCATE TABLE day_totals;
TRUNCATE TABLE sealed_days;
