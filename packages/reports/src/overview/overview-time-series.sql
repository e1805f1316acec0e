-- /overview/time-series, plain
  SELECT
    bucket AS time,
    sum(row_sessions) AS sessions,
    sum(row_pageviews) AS pageviews,
    sum(row_users) AS users,
    sum(row_session_pages) AS session_pages,
    sum(row_bounces) AS bounces,
    sum(row_total_ms) AS total_ms
  FROM (
    SELECT
      toStartOfHour(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket,
      count() AS row_sessions,
      0 AS row_pageviews,
      0 AS row_users,
      sum(pageviews) AS row_session_pages,
      countIf(pageviews = 1) AS row_bounces,
      sum((toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began))) AS row_total_ms
    FROM (
    SELECT session_id, began, ended, pageviews
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance'
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    GROUP BY bucket
    UNION ALL
    SELECT
      bucket,
      0 AS row_sessions,
      sum(pageviews) AS row_pageviews,
      uniqExact(person) AS row_users,
      0 AS row_session_pages,
      0 AS row_bounces,
      0 AS row_total_ms
    FROM (
      SELECT toStartOfHour(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))
    GROUP BY bucket
  )
  GROUP BY bucket
  ORDER BY bucket
  SETTINGS max_result_rows = 20000;

-- /overview/time-series, filtered
  SELECT
    bucket AS time,
    sum(row_sessions) AS sessions,
    sum(row_pageviews) AS pageviews,
    sum(row_users) AS users,
    sum(row_session_pages) AS session_pages,
    sum(row_bounces) AS bounces,
    sum(row_total_ms) AS total_ms
  FROM (
    SELECT
      toStartOfHour(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket,
      count() AS row_sessions,
      0 AS row_pageviews,
      0 AS row_users,
      sum(pageviews) AS row_session_pages,
      countIf(pageviews = 1) AS row_bounces,
      sum((toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began))) AS row_total_ms
    FROM (
    SELECT session_id, began, ended, pageviews
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      max(events.type NOT IN ('engagement', 'performance') AND events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    GROUP BY bucket
    UNION ALL
    SELECT
      bucket,
      0 AS row_sessions,
      sum(pageviews) AS row_pageviews,
      uniqExact(person) AS row_users,
      0 AS row_session_pages,
      0 AS row_bounces,
      0 AS row_total_ms
    FROM (
      SELECT toStartOfHour(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) AND type NOT IN ('engagement', 'performance'))
    GROUP BY bucket
  )
  GROUP BY bucket
  ORDER BY bucket
  SETTINGS max_result_rows = 20000;

-- /overview/time-series, compared
  SELECT
    bucket AS time,
    sum(row_sessions) AS sessions,
    sum(row_pageviews) AS pageviews,
    sum(row_users) AS users,
    sum(row_session_pages) AS session_pages,
    sum(row_bounces) AS bounces,
    sum(row_total_ms) AS total_ms
  FROM (
    SELECT
      toStartOfHour(toDateTime((toUnixTimestamp(began) + {zone_offset_0:Int64}), 'UTC')) AS bucket,
      count() AS row_sessions,
      0 AS row_pageviews,
      0 AS row_users,
      sum(pageviews) AS row_session_pages,
      countIf(pageviews = 1) AS row_bounces,
      sum((toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began))) AS row_total_ms
    FROM (
    SELECT session_id, began, ended, pageviews
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance'
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    GROUP BY bucket
    UNION ALL
    SELECT
      bucket,
      0 AS row_sessions,
      sum(pageviews) AS row_pageviews,
      uniqExact(person) AS row_users,
      0 AS row_session_pages,
      0 AS row_bounces,
      0 AS row_total_ms
    FROM (
      SELECT toStartOfHour(toDateTime((toUnixTimestamp(timestamp) + {zone_offset_0:Int64}), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))
    GROUP BY bucket
  )
  GROUP BY bucket
  ORDER BY bucket
  SETTINGS max_result_rows = 20000;
