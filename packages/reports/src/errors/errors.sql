-- /errors/names, plain
  SELECT *, sum(count) OVER () AS total, count() OVER () AS total_rows
  FROM (
    SELECT
      if(error_group != '', transform(error_group, {merged_groups:Array(String)}, {merged_into:Array(String)}, error_group), leftPad(lower(hex(sipHash64(JSONExtractString(properties, 'message')))), 16, '0')) AS errorId,
      argMax(JSONExtractString(properties, 'message'), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS value,
      argMax(event_name, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS errorName,
      count() AS count,
    uniqExact(session_id) AS sessionCount,
    uniqExact(if(identified_user_id = '', user_id, cityHash64(identified_user_id))) AS userCount
    FROM events
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND type = 'error'
      AND JSONExtractString(properties, 'message') != ''
    GROUP BY errorId
  )
  ORDER BY count DESC, value, errorId
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

  SELECT
    key,
    toUnixTimestamp64Milli(min(if(toUnixTimestamp64Milli(earlier) = 0, began, least(began, earlier)))) AS first,
    toUnixTimestamp64Milli(max(ended)) AS last,
    argMinIf(began_in, began, began_in != '') AS first_release,
    argMaxIf(ended_in, ended, ended_in != '') AS last_release
  FROM (
    SELECT *, minIf(began, is_nameless) OVER (PARTITION BY message_number) AS earlier
    FROM (
      SELECT
        if(error_group != '', transform(error_group, {merged_groups:Array(String)}, {merged_into:Array(String)}, error_group), leftPad(lower(hex(sipHash64(JSONExtractString(properties, 'message')))), 16, '0')) AS key,
        sipHash64(JSONExtractString(properties, 'message')) AS message_number,
        error_group = '' AS is_nameless,
        min(timestamp) AS began,
        max(timestamp) AS ended,
        argMinIf(release, timestamp, release != '') AS began_in,
        argMaxIf(release, timestamp, release != '') AS ended_in
      FROM events
      WHERE site_id = {site:UInt32} AND type = 'error' AND (is_nameless OR key IN {keys:Array(String)})
      GROUP BY key, message_number, is_nameless
    )
  )
  WHERE key IN {keys:Array(String)}
  GROUP BY key;

  SELECT if(error_group != '', transform(error_group, {merged_groups:Array(String)}, {merged_into:Array(String)}, error_group), leftPad(lower(hex(sipHash64(JSONExtractString(properties, 'message')))), 16, '0')) AS key, toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS time, count() AS error_count
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND type = 'error' AND key IN {keys:Array(String)}
  GROUP BY key, time
  ORDER BY time
  SETTINGS max_result_rows = 20000;

-- /errors/names, filtered
  SELECT *, sum(count) OVER () AS total, count() OVER () AS total_rows
  FROM (
    SELECT
      if(error_group != '', transform(error_group, {merged_groups:Array(String)}, {merged_into:Array(String)}, error_group), leftPad(lower(hex(sipHash64(JSONExtractString(properties, 'message')))), 16, '0')) AS errorId,
      argMax(JSONExtractString(properties, 'message'), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS value,
      argMax(event_name, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS errorName,
      count() AS count,
    uniqExact(session_id) AS sessionCount,
    uniqExact(if(identified_user_id = '', user_id, cityHash64(identified_user_id))) AS userCount
    FROM events
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND session_id IN (
        SELECT session_id FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      min(events.timestamp) AS began,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
      AND type = 'error'
      AND JSONExtractString(properties, 'message') != ''
    GROUP BY errorId
  )
  ORDER BY count DESC, value, errorId
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

  SELECT if(error_group != '', transform(error_group, {merged_groups:Array(String)}, {merged_into:Array(String)}, error_group), leftPad(lower(hex(sipHash64(JSONExtractString(properties, 'message')))), 16, '0')) AS key, toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS time, count() AS error_count
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND session_id IN (
        SELECT session_id FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      min(events.timestamp) AS began,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    AND type = 'error' AND key IN {keys:Array(String)}
  GROUP BY key, time
  ORDER BY time
  SETTINGS max_result_rows = 20000;

-- /errors/names, compared
  SELECT
    if(error_group != '', transform(error_group, {merged_groups:Array(String)}, {merged_into:Array(String)}, error_group), leftPad(lower(hex(sipHash64(JSONExtractString(properties, 'message')))), 16, '0')) AS key,
    count() AS count,
    uniqExact(session_id) AS sessionCount,
    uniqExact(if(identified_user_id = '', user_id, cityHash64(identified_user_id))) AS userCount
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND type = 'error' AND key IN {keys:Array(String)}
  GROUP BY key;

-- /errors/events, plain
  SELECT
    toUnixTimestamp64Milli(timestamp) AS at,
    leftPad(lower(hex(session_id)), 16, '0') AS session_id,
    leftPad(lower(hex(user_id)), 16, '0') AS user_id,
    pathname, hostname, page_title, referrer, browser, browser_version, operating_system, operating_system_version, device_type, country, city, region,
    event_name,
    release,
    JSONExtractString(properties, 'message') AS message,
    JSONExtractString(properties, 'stack') AS stack,
    if(JSONHas(properties, 'fileName'), JSONExtract(properties, 'fileName', 'Nullable(String)'), NULL) AS fileName,
    if(JSONHas(properties, 'lineNumber'), JSONExtract(properties, 'lineNumber', 'Nullable(Float64)'), NULL) AS lineNumber,
    if(JSONHas(properties, 'columnNumber'), JSONExtract(properties, 'columnNumber', 'Nullable(Float64)'), NULL) AS columnNumber,
    count() OVER () AS total_rows
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND type = 'error' AND JSONExtractString(properties, 'message') = {p0:String}
  ORDER BY timestamp DESC, source_offset DESC, source DESC
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

-- /errors/events, filtered
  SELECT
    toUnixTimestamp64Milli(timestamp) AS at,
    leftPad(lower(hex(session_id)), 16, '0') AS session_id,
    leftPad(lower(hex(user_id)), 16, '0') AS user_id,
    pathname, hostname, page_title, referrer, browser, browser_version, operating_system, operating_system_version, device_type, country, city, region,
    event_name,
    release,
    JSONExtractString(properties, 'message') AS message,
    JSONExtractString(properties, 'stack') AS stack,
    if(JSONHas(properties, 'fileName'), JSONExtract(properties, 'fileName', 'Nullable(String)'), NULL) AS fileName,
    if(JSONHas(properties, 'lineNumber'), JSONExtract(properties, 'lineNumber', 'Nullable(Float64)'), NULL) AS lineNumber,
    if(JSONHas(properties, 'columnNumber'), JSONExtract(properties, 'columnNumber', 'Nullable(Float64)'), NULL) AS columnNumber,
    count() OVER () AS total_rows
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND NOT (position(pathname, {p0:String}) > 0)
      AND session_id IN (
        SELECT session_id FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    AND type = 'error' AND JSONExtractString(properties, 'message') = {p3:String}
  ORDER BY timestamp DESC, source_offset DESC, source DESC
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

-- /errors/time-series, plain
  SELECT toDateTime(toStartOfMonth(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_4:Int64}, {zone_offset_4:Int64}, if(toUnixTimestamp(timestamp) >= {zone_change_3:Int64}, {zone_offset_3:Int64}, if(toUnixTimestamp(timestamp) >= {zone_change_2:Int64}, {zone_offset_2:Int64}, if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64}))))), 'UTC')), 'UTC') AS time, count() AS error_count
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND type = 'error' AND JSONExtractString(properties, 'message') = {p0:String}
  GROUP BY time
  ORDER BY time
  SETTINGS max_result_rows = 20000;

-- /errors/time-series, filtered
  SELECT toDateTime(toStartOfMonth(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_4:Int64}, {zone_offset_4:Int64}, if(toUnixTimestamp(timestamp) >= {zone_change_3:Int64}, {zone_offset_3:Int64}, if(toUnixTimestamp(timestamp) >= {zone_change_2:Int64}, {zone_offset_2:Int64}, if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64}))))), 'UTC')), 'UTC') AS time, count() AS error_count
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND session_id IN (
        SELECT session_id FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      min(events.timestamp) AS began,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    AND type = 'error' AND JSONExtractString(properties, 'message') = {p3:String}
  GROUP BY time
  ORDER BY time
  SETTINGS max_result_rows = 20000;

-- /errors/time-series, compared
  SELECT toDateTime(toStartOfMonth(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_3:Int64}, {zone_offset_3:Int64}, if(toUnixTimestamp(timestamp) >= {zone_change_2:Int64}, {zone_offset_2:Int64}, if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})))), 'UTC')), 'UTC') AS time, count() AS error_count
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND type = 'error' AND JSONExtractString(properties, 'message') = {p0:String}
  GROUP BY time
  ORDER BY time
  SETTINGS max_result_rows = 20000;

  SELECT toDateTime(toStartOfMonth(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')), 'UTC') AS time, count() AS error_count
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND type = 'error' AND JSONExtractString(properties, 'message') = {p0:String}
  GROUP BY time
  ORDER BY time
  SETTINGS max_result_rows = 20000;
