-- /retention, plain
  SELECT cohort, period - cohort AS later, sum(alike) AS people
  FROM (
    SELECT arrayConcat(arrayMap(period -> toUInt16(period) + 0, bitPositionsToArray(word_0))) AS active, active[1] AS cohort, alike
    FROM (SELECT word_0, count() AS alike FROM (
      SELECT groupBitOr(bitOr(bitShiftLeft(toUInt64(1), first), bitShiftLeft(toUInt64(1), last))) AS word_0
      FROM (
      SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt16(intDiv(intDiv((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 86400) + 3, 7) - {first_period:Int64}) AS first, first AS last
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance')
      )
      GROUP BY person) GROUP BY word_0)
  )
  ARRAY JOIN active AS period
  GROUP BY cohort, later
  ORDER BY cohort, later;

-- /retention, filtered
  SELECT cohort, period - cohort AS later, sum(alike) AS people
  FROM (
    SELECT arrayConcat(arrayMap(period -> toUInt16(period) + 0, bitPositionsToArray(word_0))) AS active, active[1] AS cohort, alike
    FROM (SELECT word_0, count() AS alike FROM (
      SELECT groupBitOr(bitOr(bitShiftLeft(toUInt64(1), first), bitShiftLeft(toUInt64(1), last))) AS word_0
      FROM (
      SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt16(intDiv(intDiv((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 86400) + 3, 7) - {first_period:Int64}) AS first, first AS last
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) AND type NOT IN ('engagement', 'performance')
      )
      GROUP BY person) GROUP BY word_0)
  )
  ARRAY JOIN active AS period
  GROUP BY cohort, later
  ORDER BY cohort, later;
