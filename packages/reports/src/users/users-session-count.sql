-- /users/session-count, plain
  SELECT toDate(toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC'))) AS date, count() AS sessions
  FROM (
    SELECT session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      min(events.timestamp) AS began,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.identified_user_id != '') AS identified_user_id
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND session_id IN (
        SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND ((leftPad(lower(hex(user_id)), 16, '0') = {p1:String} OR identified_user_id = {p0:String})))) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE ((leftPad(lower(hex(user_id)), 16, '0') = {p3:String} OR identified_user_id = {p2:String}))
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
  GROUP BY date
  ORDER BY date;

-- /users/session-count, filtered
  SELECT toDate(toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC'))) AS date, count() AS sessions
  FROM (
    SELECT session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      min(events.timestamp) AS began,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.identified_user_id != '') AS identified_user_id,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND session_id IN (
        SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND ((leftPad(lower(hex(user_id)), 16, '0') = {p2:String} OR identified_user_id = {p1:String})))) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p3:String})
      AND (entry_page = {p4:String})
      AND ((leftPad(lower(hex(user_id)), 16, '0') = {p6:String} OR identified_user_id = {p5:String}))
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
  GROUP BY date
  ORDER BY date;
