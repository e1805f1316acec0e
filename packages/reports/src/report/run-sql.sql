SETTINGS max_execution_time = 15,
  max_memory_usage = 600000000,
  max_result_rows = 250000,
  max_bytes_before_external_group_by = 200000000,
  max_bytes_before_external_sort = 200000000,
  use_index_for_in_with_subqueries_max_values = 10000,
  optimize_and_compare_chain = 0,
  optimize_use_projections = 0;
