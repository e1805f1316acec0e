-- /goals, plain
  SELECT
    countIf(reached_0) AS goal_0,
    count() AS sessions
  FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(type = {p0:String} AND event_name = {p1:String}) AS reached_0,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'));

-- /goals, filtered
  SELECT
    countIf(reached_0) AS goal_0,
    count() AS sessions
  FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(type = {p3:String} AND event_name = {p4:String}) AS reached_0,
      min(events.timestamp) AS began,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'));

-- /goals/time-series, plain
  SELECT
    toStartOfHour(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS time,
    countIf(reached_0) AS goal_0,
    count() AS sessions
  FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(type = {p0:String} AND event_name = {p1:String}) AS reached_0,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
  GROUP BY time
  ORDER BY time
  SETTINGS max_result_rows = 20000;

-- /goals/time-series, filtered
  SELECT
    toStartOfHour(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS time,
    countIf(reached_0) AS goal_0,
    count() AS sessions
  FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(type = {p3:String} AND event_name = {p4:String}) AS reached_0,
      min(events.timestamp) AS began,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
  GROUP BY time
  ORDER BY time
  SETTINGS max_result_rows = 20000;

-- /goals/time-series, compared
  SELECT
    toStartOfHour(toDateTime((toUnixTimestamp(began) + {zone_offset_0:Int64}), 'UTC')) AS time,
    countIf(reached_0) AS goal_0,
    count() AS sessions
  FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(type = {p0:String} AND event_name = {p1:String}) AS reached_0,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
  GROUP BY time
  ORDER BY time
  SETTINGS max_result_rows = 20000;
