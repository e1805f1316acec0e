-- Runs with 0.3.0
-- Whether the rate of an event's client alone looks like a machine's. Rows that are there, and rows of loaders of older versions that still run, have 0.
ALTER TABLE events ADD COLUMN IF NOT EXISTS suspected UInt8;
