import { existsSync } from "node:fs";

/** Where Linux reports the memory limit of a group of processes, for both versions of cgroups. */
const CGROUPS = ["/sys/fs/cgroup/cgroup.controllers", "/sys/fs/cgroup/memory/memory.stat"];

/**
 * The embedded engine's configuration file. Its defaults are a database server's; here it shares a small machine:
 * caches that would grow to gigabytes are cut, pools shrink, and it keeps no logs, neither files nor tables. A block
 * is synced when its insert returns, because its records leave the queue then. A merge writes each column with a
 * small initial buffer: full ones for a hundred columns took 300 MB for a merge of 7 MB. If no cgroup file system is
 * mounted, the engine does not look for one: otherwise it would write an error, with a stack, to the standard error
 * of every command. However many parts are damaged, it opens without them: `damage/` handles them.
 */
export const engineConfiguration = (
	maxMemoryBytes: number,
	hasCgroups = CGROUPS.some((path) => existsSync(path)),
): string => `<clickhouse>
	<max_server_memory_usage>${maxMemoryBytes}</max_server_memory_usage>
	<memory_worker_use_cgroup>${hasCgroups ? 1 : 0}</memory_worker_use_cgroup>
	<mark_cache_size>33554432</mark_cache_size>
	<primary_index_cache_size>16777216</primary_index_cache_size>
	<index_mark_cache_size>0</index_mark_cache_size>
	<uncompressed_cache_size>0</uncompressed_cache_size>
	<mmap_cache_size>0</mmap_cache_size>
	<compiled_expression_cache_size>0</compiled_expression_cache_size>
	<background_pool_size>2</background_pool_size>
	<background_merges_mutations_concurrency_ratio>2</background_merges_mutations_concurrency_ratio>
	<background_schedule_pool_size>2</background_schedule_pool_size>
	<background_common_pool_size>2</background_common_pool_size>
	<background_move_pool_size>1</background_move_pool_size>
	<background_fetches_pool_size>1</background_fetches_pool_size>
	<background_buffer_flush_schedule_pool_size>1</background_buffer_flush_schedule_pool_size>
	<background_message_broker_schedule_pool_size>1</background_message_broker_schedule_pool_size>
	<background_distributed_schedule_pool_size>1</background_distributed_schedule_pool_size>
	<merge_tree>
		<max_suspicious_broken_parts>1000000</max_suspicious_broken_parts>
		<max_suspicious_broken_parts_bytes>1000000000000000</max_suspicious_broken_parts_bytes>
		<min_columns_to_activate_adaptive_write_buffer>1</min_columns_to_activate_adaptive_write_buffer>
		<fsync_after_insert>1</fsync_after_insert>
		<fsync_part_directory>1</fsync_part_directory>
		<number_of_free_entries_in_pool_to_execute_mutation>1</number_of_free_entries_in_pool_to_execute_mutation>
		<number_of_free_entries_in_pool_to_lower_max_size_of_merge>1</number_of_free_entries_in_pool_to_lower_max_size_of_merge>
		<number_of_free_entries_in_pool_to_execute_optimize_entire_partition>1</number_of_free_entries_in_pool_to_execute_optimize_entire_partition>
	</merge_tree>
	<logger>
		<level>none</level>
		<console>0</console>
	</logger>
</clickhouse>
`;
