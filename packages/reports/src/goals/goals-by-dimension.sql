-- /goals/{goalId}/by-dimension, plain
  SELECT
    toString(country) AS value,
    count() AS sessions,
    countIf(is_reached) AS conversions,
    count() OVER () AS total_rows
  FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(type = {p0:String} AND event_name = {p1:String}) AS is_reached,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
  GROUP BY value
  ORDER BY conversions DESC, sessions DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

-- /goals/{goalId}/by-dimension, filtered
  SELECT
    toString(country) AS value,
    count() AS sessions,
    countIf(is_reached) AS conversions,
    count() OVER () AS total_rows
  FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(type = {p3:String} AND event_name = {p4:String}) AS is_reached,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      min(events.timestamp) AS began,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
  GROUP BY value
  ORDER BY conversions DESC, sessions DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};
