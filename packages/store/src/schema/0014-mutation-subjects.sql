-- Whom a mutation that is running is about: the engine keeps the text of mutations in files, which must name nobody. In
-- memory alone; a mutation that goes on after a restart finds nobody here, changes nothing, and is asked for again.
CREATE TABLE IF NOT EXISTS mutation_subjects
(
    mutation UInt64,
    device Nullable(UInt64),
    user_id String,
    at DateTime DEFAULT now()
)
ENGINE = Memory;

-- Mutations of earlier versions named people: their files go with the next clean-up.
ALTER TABLE events MODIFY SETTING finished_mutations_to_keep = 0;
ALTER TABLE replay_chunks MODIFY SETTING finished_mutations_to_keep = 0;
ALTER TABLE deleted_recordings MODIFY SETTING finished_mutations_to_keep = 0;
ALTER TABLE visits MODIFY SETTING finished_mutations_to_keep = 0;
ALTER TABLE traits MODIFY SETTING finished_mutations_to_keep = 0;
ALTER TABLE aliases MODIFY SETTING finished_mutations_to_keep = 0;
