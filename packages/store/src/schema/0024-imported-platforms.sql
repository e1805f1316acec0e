-- The product that daily sums come from, such as plausible, so that reports can name it; "" = imported before it was kept.
-- Runs with 0.3.0
ALTER TABLE imported_figures ADD COLUMN IF NOT EXISTS platform LowCardinality(String);
