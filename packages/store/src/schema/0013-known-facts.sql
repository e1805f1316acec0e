-- Facts of a row are those of the session's first event that has one, all but channel, coordinates and url_parameters.
ALTER TABLE visits ADD COLUMN IF NOT EXISTS city_region LowCardinality(String);
ALTER TABLE visits ADD COLUMN IF NOT EXISTS utm_source LowCardinality(String);
ALTER TABLE visits ADD COLUMN IF NOT EXISTS utm_medium LowCardinality(String);
ALTER TABLE visits ADD COLUMN IF NOT EXISTS utm_campaign LowCardinality(String);
ALTER TABLE visits ADD COLUMN IF NOT EXISTS utm_term LowCardinality(String);
ALTER TABLE visits ADD COLUMN IF NOT EXISTS utm_content LowCardinality(String);
-- By event, as `times_ms`: the domains of their referrers.
ALTER TABLE visits ADD COLUMN IF NOT EXISTS referrers Array(LowCardinality(String));
-- A process of an older version that still runs is refused to make rows of the first event alone.
ALTER TABLE visits ADD CONSTRAINT IF NOT EXISTS tells_referrers CHECK length(referrers) = length(times_ms);

-- Rows of the first event alone are made again, and their totals.
TRUNCATE TABLE visits;
TRUNCATE TABLE day_totals;
TRUNCATE TABLE sealed_days;
