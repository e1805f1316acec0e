-- A measurement finds the view of its page by this, up to a day later.
ALTER TABLE events ADD INDEX IF NOT EXISTS page_ids page_id TYPE bloom_filter(0.001) GRANULARITY 4;
ALTER TABLE events MATERIALIZE INDEX page_ids;
-- Runs with 0.3.0
