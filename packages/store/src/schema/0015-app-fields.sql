-- What an app says about its device and itself. Rows that are there, and rows of loaders of older versions that still run, have "".
ALTER TABLE events ADD COLUMN IF NOT EXISTS device_model LowCardinality(String);
ALTER TABLE events ADD COLUMN IF NOT EXISTS app_version LowCardinality(String);
