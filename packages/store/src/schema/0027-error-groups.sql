-- The release of the site's own code that sent an event, and which error an occurrence belongs to. Rows that are there, and rows of
-- loaders of older versions that still run, have "": such an occurrence belongs to the error of its message.
-- Runs with 0.3.0
ALTER TABLE events ADD COLUMN IF NOT EXISTS release LowCardinality(String);
ALTER TABLE events ADD COLUMN IF NOT EXISTS error_group String CODEC(ZSTD);
