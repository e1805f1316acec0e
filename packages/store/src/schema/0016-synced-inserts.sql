-- A block is on disk when its insert returns, because its records leave the queue then. The embedded engine is configured so
-- for all of its tables; a server is told for those that a loader or an erasure writes.
ALTER TABLE events MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;
ALTER TABLE bots MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;
ALTER TABLE replay_chunks MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;
ALTER TABLE replay_objects MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;
ALTER TABLE deleted_recordings MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;
ALTER TABLE traits MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;
ALTER TABLE aliases MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;
ALTER TABLE erasures MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;
