-- A session's events lie side by side among those of others: without this a list of a hundred sessions reads every block
-- of the range. So exact that a hundred of them match one block in a hundred by chance.
ALTER TABLE events ADD INDEX IF NOT EXISTS session_ids session_id TYPE bloom_filter(0.0001) GRANULARITY 1;
ALTER TABLE events MATERIALIZE INDEX session_ids;
