-- What else a verdict knows: whether a named agent came from its operator's addresses ("claimed", "verified", "" without
-- a name), whose machines it came from, and why each layer hit, in the order of the layers' columns.
ALTER TABLE bots
    ADD COLUMN IF NOT EXISTS bot_claim LowCardinality(String) AFTER bot_purpose,
    ADD COLUMN IF NOT EXISTS asn_provider LowCardinality(String) AFTER bot_claim,
    ADD COLUMN IF NOT EXISTS evidence Array(String) CODEC(ZSTD) AFTER asn_provider;
