-- /journeys, plain
  SELECT step, splitByString(char(255), part) AS steps, parts.count AS count, sessions, reached, page_count
  FROM (
    SELECT
      position - 1 AS step, part,
      sum(ways.count) AS count,
      any(sessions) AS sessions,
      sum(count) OVER (PARTITION BY step) AS reached,
      count() OVER (PARTITION BY step) AS page_count,
      rank() OVER (PARTITION BY step ORDER BY count DESC) AS place
    FROM (
      SELECT
        if(length(visited) > 1, arrayStringConcat(arraySlice(visited, 1, {steps:UInt32}), char(255)), '') AS way,
        count() AS count,
        sum(count) OVER () AS sessions
      FROM (
      SELECT arrayCompact(arrayFilter(path -> path != '', paths)) AS visited
      FROM (
    SELECT session_id, paths
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      groupArray(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS places,
      CAST(arraySort((element, place) -> place, groupArray(if(events.type = 'pageview', events.pathname, '')), places) AS Array(LowCardinality(String))) AS paths,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))))
      GROUP BY way
    ) AS ways
    ARRAY JOIN arrayPushFront(splitByString(char(255), way), way) AS part, arrayEnumerate(arrayPushFront(splitByString(char(255), way), way)) AS position
    WHERE way != ''
    GROUP BY step, part
  ) AS parts
  WHERE place <= if(step = 0, {limit:UInt32}, {most:UInt32})
  ORDER BY step, count DESC, steps
  LIMIT {rows:UInt32} BY step;

-- /journeys, filtered
  SELECT step, splitByString(char(255), part) AS steps, parts.count AS count, sessions, reached, page_count
  FROM (
    SELECT
      position - 1 AS step, part,
      sum(ways.count) AS count,
      any(sessions) AS sessions,
      sum(count) OVER (PARTITION BY step) AS reached,
      count() OVER (PARTITION BY step) AS page_count,
      rank() OVER (PARTITION BY step ORDER BY count DESC) AS place
    FROM (
      SELECT
        if(length(visited) > 1, arrayStringConcat(arraySlice(visited, 1, {steps:UInt32}), char(255)), '') AS way,
        count() AS count,
        sum(count) OVER () AS sessions
      FROM (
      SELECT arrayCompact(arrayFilter(path -> path != '', paths)) AS visited
      FROM (
    SELECT session_id, paths
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      groupArray(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS places,
      CAST(arraySort((element, place) -> place, groupArray(if(events.type = 'pageview', events.pathname, '')), places) AS Array(LowCardinality(String))) AS paths,
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))))
      GROUP BY way
    ) AS ways
    ARRAY JOIN arrayPushFront(splitByString(char(255), way), way) AS part, arrayEnumerate(arrayPushFront(splitByString(char(255), way), way)) AS position
    WHERE way != ''
    GROUP BY step, part
  ) AS parts
  WHERE place <= if(step = 0, {limit:UInt32}, {most:UInt32})
  ORDER BY step, count DESC, steps
  LIMIT {rows:UInt32} BY step;
