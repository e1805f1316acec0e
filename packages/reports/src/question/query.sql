-- /query, plain without dimensions
  SELECT *, count() OVER () AS total_rows
  FROM (
  SELECT c_sessions AS m0, c_users AS m1, if(c_measured_views = 0, 0, c_on_page_ms / c_measured_views / 1000) AS m2
  FROM (
    SELECT sum(part_c_sessions) AS c_sessions, sum(part_c_users) AS c_users, sum(part_c_pageviews) AS c_pageviews, sum(part_c_on_page_ms) AS c_on_page_ms, sum(part_c_measured_views) AS c_measured_views
    FROM (
    SELECT c_sessions AS part_c_sessions, c_users AS part_c_users, c_pageviews AS part_c_pageviews, 0 AS part_c_on_page_ms, 0 AS part_c_measured_views
    FROM (
    SELECT sessions AS c_sessions, users AS c_users, pageviews AS c_pageviews
    FROM (
    SELECT
      countIf(is_begun) AS sessions,
      sum(views_in_range) AS pageviews,
      uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), is_present) AS users,
      sumIf(viewed, is_begun) AS session_pages,
      countIf(is_begun AND viewed = 1) AS bounces,
      sumIf((toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began)), is_begun) AS total_ms
    FROM (SELECT *, pageviews AS viewed FROM (
    SELECT session_id, began, ended, user_id, identified_user_id, pageviews, views_in_range, is_present, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(events.type NOT IN ('engagement', 'performance') AND events.isInRange) AS is_present,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.identified_user_id != '') AS identified_user_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      toUInt32(countIf(events.type = 'pageview' AND events.isInRange)) AS views_in_range
    FROM (SELECT *, referrer_domain, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))))))
    UNION ALL
    SELECT 0 AS part_c_sessions, 0 AS part_c_users, 0 AS part_c_pageviews, c_on_page_ms AS part_c_on_page_ms, c_measured_views AS part_c_measured_views
    FROM (
    SELECT sumIf(gap_ms, gap_ms >= 0) AS c_on_page_ms,
      countIf(gap_ms >= 0) AS c_measured_views
    FROM (
      SELECT
        session_id, value, nth, pageviews, time_ms,
        if(next_ms < 0, -1, least(next_ms - time_ms, 1800000)) AS gap_ms
      FROM (
    SELECT session_id, began, ended, pageviews, times_ms, paths, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      groupArrayIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance')) AS places,
      max(events.type NOT IN ('engagement', 'performance') AND events.isInRange) AS is_present,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      arraySort((element, place) -> place, groupArrayIf(toUnixTimestamp64Milli(events.timestamp), events.type NOT IN ('engagement', 'performance')), places) AS times_ms,
      CAST(arraySort((element, place) -> place, groupArrayIf(if(events.type = 'pageview', events.pathname, ''), events.type NOT IN ('engagement', 'performance')), places) AS Array(LowCardinality(String))) AS paths
    FROM (SELECT *, referrer_domain, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
      ARRAY JOIN
        paths AS value,
        times_ms AS time_ms,
        arrayPushBack(arrayPopFront(times_ms), if(toUnixTimestamp64Milli(ended) > times_ms[-1], toUnixTimestamp64Milli(ended), -1)) AS next_ms,
        arrayEnumerateUniq(paths) AS nth
      WHERE value != '') WHERE time_ms >= {from:Int64} AND time_ms < {to:Int64})
    )
  )
  )
  ORDER BY m0 desc NULLS LAST
  LIMIT {row_limit:UInt32} OFFSET {row_offset:UInt32};

-- /query, plain by country
  SELECT *, count() OVER () AS total_rows
  FROM (
  SELECT k0, c_sessions AS m0, c_pageviews AS m1
  FROM (
    SELECT k0, sum(part_c_sessions) AS c_sessions, sum(part_c_pageviews) AS c_pageviews
    FROM (
    SELECT k0, c_sessions AS part_c_sessions, 0 AS part_c_pageviews
    FROM (
    SELECT toString(value) AS k0, sessions AS c_sessions
    FROM (
    SELECT value, count() AS sessions, countIf(pageviews = 1) AS bounces
    FROM (
    SELECT toString(country) AS value, pageviews
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    GROUP BY value))
    UNION ALL
    SELECT k0, 0 AS part_c_sessions, c_pageviews AS part_c_pageviews
    FROM (
    SELECT toString(toString(country)) AS k0,
      sum(views_in_range) AS c_pageviews
    FROM (
    SELECT session_id, began, ended, user_id, identified_user_id, pageviews, views_in_range, is_present, country, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(events.type NOT IN ('engagement', 'performance') AND events.isInRange) AS is_present,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.identified_user_id != '') AS identified_user_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      toUInt32(countIf(events.type = 'pageview' AND events.isInRange)) AS views_in_range,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country
    FROM (SELECT *, referrer_domain, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) WHERE is_present
    GROUP BY k0)
    )
    GROUP BY k0
  )
  )
  ORDER BY m0 desc NULLS LAST, k0
  LIMIT {row_limit:UInt32} OFFSET {row_offset:UInt32};

-- /query, plain by pathname and day
  SELECT *, count() OVER () AS total_rows
  FROM (
  SELECT k0, k1, c_sessions AS m0, c_events AS m1, c_lcp_p90 AS m2, c_goal_1 AS m3
  FROM (
    SELECT k0, k1, sum(part_c_sessions) AS c_sessions, sum(part_c_goal_1) AS c_goal_1, sum(part_c_events) AS c_events, max(part_c_lcp_p90) AS c_lcp_p90
    FROM (
    SELECT k0, k1, c_sessions AS part_c_sessions, c_goal_1 AS part_c_goal_1, 0 AS part_c_events, NULL AS part_c_lcp_p90
    FROM (
    SELECT toString(viewed) AS k0,
      toString(toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC'))) AS k1,
      count() AS c_sessions,
      countIf(session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type = {p0:String} AND event_name = {p1:String})) AS c_goal_1
    FROM (SELECT *, arrayJoin(arrayDistinct(arrayFilter(text -> text != '', paths))) AS viewed FROM (
    SELECT [] AS values, pageviews, session_id, began, ended, paths
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      groupArrayIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance')) AS places,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      CAST(arraySort((element, place) -> place, groupArrayIf(if(events.type = 'pageview', events.pathname, ''), events.type NOT IN ('engagement', 'performance')), places) AS Array(LowCardinality(String))) AS paths
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance'
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))))
    GROUP BY k0, k1)
    UNION ALL
    SELECT k0, k1, 0 AS part_c_sessions, 0 AS part_c_goal_1, c_events AS part_c_events, c_lcp_p90 AS part_c_lcp_p90
    FROM (
    SELECT toString(toString(pathname)) AS k0,
      toString(toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC'))) AS k1,
      countIf(type = 'custom_event') AS c_events,
      if(countIf(type = 'performance' AND isNotNull(events.lcp)) = 0, NULL, quantileExactInclusiveIf(0.9)(events.lcp, type = 'performance' AND isNotNull(events.lcp))) AS c_lcp_p90
    FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND (type = 'custom_event' OR type = 'performance')
    GROUP BY k0, k1)
    )
    GROUP BY k0, k1
  )
  )
  ORDER BY k1 asc, m0 desc NULLS LAST, k0, k1
  LIMIT {row_limit:UInt32} OFFSET {row_offset:UInt32};

-- /query, plain by channel, compared
  SELECT own.*, other.m0 AS other_m0, other.m1 AS other_m1, other.m2 AS other_m2
  FROM (
  SELECT *, count() OVER () AS total_rows
  FROM (
  SELECT k0, k1, c_users AS m0, c_number_1 AS m1, c_bots AS m2
  FROM (
    SELECT k0, k1, sum(part_c_users) AS c_users, sum(part_c_pageviews) AS c_pageviews, sum(part_c_number_1) AS c_number_1, sum(part_c_bots) AS c_bots
    FROM (
    SELECT k0, k1, c_users AS part_c_users, c_pageviews AS part_c_pageviews, 0 AS part_c_number_1, 0 AS part_c_bots
    FROM (
    SELECT toString(toString(country)) AS k0,
      toString(toDateTime(toStartOfWeek(toDateTime((toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) + if(toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC'), 0), 'UTC')) AS k1,
      uniqExact(if(identified_user_id = '', user_id, cityHash64(identified_user_id))) AS c_users,
      countIf(is_view) AS c_pageviews
    FROM (
    SELECT session_id, began, user_id, identified_user_id, times_ms, views, country, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      groupArray(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS places,
      max(events.isInRange) AS is_present,
      min(events.timestamp) AS began,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.identified_user_id != '') AS identified_user_id,
      arraySort((element, place) -> place, groupArray(toUnixTimestamp64Milli(events.timestamp)), places) AS times_ms,
      arraySort((element, place) -> place, groupArray(toUInt8(events.type = 'pageview')), places) AS views,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country
    FROM (SELECT *, referrer_domain, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    ARRAY JOIN times_ms AS time_ms, views AS is_view
    WHERE time_ms >= {from:Int64} AND time_ms < {to:Int64}
    GROUP BY k0, k1)
    UNION ALL
    SELECT k0, k1, 0 AS part_c_users, 0 AS part_c_pageviews, c_number_1 AS part_c_number_1, 0 AS part_c_bots
    FROM (
    SELECT toString(near_values[1]) AS k0,
      toString(toDateTime(toStartOfWeek(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC'), 0), 'UTC')) AS k1,
      sumIf(assumeNotNull(toFloat64OrNull(multiIf(JSONType(properties, {p1:String}) = 'String', JSONExtractString(properties, {p1:String}), JSONType(properties, {p1:String}) = 'Null', '', JSONExtractRaw(properties, {p1:String})))), type = 'custom_event' AND isFinite(ifNull(toFloat64OrNull(multiIf(JSONType(properties, {p0:String}) = 'String', JSONExtractString(properties, {p0:String}), JSONType(properties, {p0:String}) = 'Null', '', JSONExtractRaw(properties, {p0:String}))), nan))) AS c_number_1
    FROM events
    INNER JOIN (SELECT session_id AS near_id, [toString(country)] AS near_values FROM (
    SELECT session_id, country
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS near ON events.session_id = near.near_id
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND 1 AND (type = 'custom_event')
    GROUP BY k0, k1)
    UNION ALL
    SELECT k0, k1, 0 AS part_c_users, 0 AS part_c_pageviews, 0 AS part_c_number_1, c_bots AS part_c_bots
    FROM (
    SELECT toString(country) AS k0,
      toString(toDateTime(toStartOfWeek(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {bots_zone_change_1:Int64}, {bots_zone_offset_1:Int64}, {bots_zone_offset_0:Int64})), 'UTC'), 0), 'UTC')) AS k1,
      count() AS c_bots
    FROM (SELECT *, referrer_domain, '' AS identified_user_id FROM bots) WHERE site_id = {bots_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({bots_from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({bots_to:Int64}, 'UTC')
    GROUP BY k0, k1)
    )
    GROUP BY k0, k1
  )
  )
  ORDER BY k1 asc, m0 desc NULLS LAST, k0, k1
  LIMIT {row_limit:UInt32} OFFSET {row_offset:UInt32}) AS own
  LEFT JOIN (SELECT k0, transform(k1, {before_1:Array(String)}, {after_1:Array(String)}, '') AS k1, m0, m1, m2 FROM (
  SELECT k0, k1, c_users AS m0, c_number_1 AS m1, c_bots AS m2
  FROM (
    SELECT k0, k1, sum(part_c_users) AS c_users, sum(part_c_pageviews) AS c_pageviews, sum(part_c_number_1) AS c_number_1, sum(part_c_bots) AS c_bots
    FROM (
    SELECT k0, k1, c_users AS part_c_users, c_pageviews AS part_c_pageviews, 0 AS part_c_number_1, 0 AS part_c_bots
    FROM (
    SELECT toString(toString(country)) AS k0,
      toString(toDateTime(toStartOfWeek(toDateTime((toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) + {other_zone_offset_0:Int64}), 'UTC'), 0), 'UTC')) AS k1,
      uniqExact(if(identified_user_id = '', user_id, cityHash64(identified_user_id))) AS c_users,
      countIf(is_view) AS c_pageviews
    FROM (
    SELECT session_id, began, user_id, identified_user_id, times_ms, views, country, began >= fromUnixTimestamp64Milli({other_from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({other_to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      groupArray(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS places,
      max(events.isInRange) AS is_present,
      min(events.timestamp) AS began,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.identified_user_id != '') AS identified_user_id,
      arraySort((element, place) -> place, groupArray(toUnixTimestamp64Milli(events.timestamp)), places) AS times_ms,
      arraySort((element, place) -> place, groupArray(toUInt8(events.type = 'pageview')), places) AS views,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country
    FROM (SELECT *, referrer_domain, (site_id = {other_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({other_from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({other_to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {other_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({other_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({other_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE (began >= fromUnixTimestamp64Milli({other_from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({other_to:Int64}, 'UTC') OR is_present)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    ARRAY JOIN times_ms AS time_ms, views AS is_view
    WHERE time_ms >= {other_from:Int64} AND time_ms < {other_to:Int64}
    GROUP BY k0, k1)
    UNION ALL
    SELECT k0, k1, 0 AS part_c_users, 0 AS part_c_pageviews, c_number_1 AS part_c_number_1, 0 AS part_c_bots
    FROM (
    SELECT toString(near_values[1]) AS k0,
      toString(toDateTime(toStartOfWeek(toDateTime((toUnixTimestamp(timestamp) + {other_zone_offset_0:Int64}), 'UTC'), 0), 'UTC')) AS k1,
      sumIf(assumeNotNull(toFloat64OrNull(multiIf(JSONType(properties, {other_p1:String}) = 'String', JSONExtractString(properties, {other_p1:String}), JSONType(properties, {other_p1:String}) = 'Null', '', JSONExtractRaw(properties, {other_p1:String})))), type = 'custom_event' AND isFinite(ifNull(toFloat64OrNull(multiIf(JSONType(properties, {other_p0:String}) = 'String', JSONExtractString(properties, {other_p0:String}), JSONType(properties, {other_p0:String}) = 'Null', '', JSONExtractRaw(properties, {other_p0:String}))), nan))) AS c_number_1
    FROM events
    INNER JOIN (SELECT session_id AS near_id, [toString(country)] AS near_values FROM (
    SELECT session_id, country
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {other_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({other_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({other_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS near ON events.session_id = near.near_id
    WHERE site_id = {other_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({other_from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({other_to:Int64}, 'UTC') AND 1 AND (type = 'custom_event')
    GROUP BY k0, k1)
    UNION ALL
    SELECT k0, k1, 0 AS part_c_users, 0 AS part_c_pageviews, 0 AS part_c_number_1, c_bots AS part_c_bots
    FROM (
    SELECT toString(country) AS k0,
      toString(toDateTime(toStartOfWeek(toDateTime((toUnixTimestamp(timestamp) + {other_bots_zone_offset_0:Int64}), 'UTC'), 0), 'UTC')) AS k1,
      count() AS c_bots
    FROM (SELECT *, referrer_domain, '' AS identified_user_id FROM bots) WHERE site_id = {other_bots_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({other_bots_from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({other_bots_to:Int64}, 'UTC')
    GROUP BY k0, k1)
    )
    GROUP BY k0, k1
  ))) AS other USING (k0, k1)
  ORDER BY k1 asc, m0 desc NULLS LAST, k0, k1;

-- /query, plain over time
  SELECT *, count() OVER () AS total_rows
  FROM (
  SELECT k0, c_sessions AS m0, c_users AS m1
  FROM (
    SELECT k0, sum(part_c_sessions) AS c_sessions, sum(part_c_users) AS c_users, sum(part_c_pageviews) AS c_pageviews
    FROM (
    SELECT k0, c_sessions AS part_c_sessions, 0 AS part_c_users, 0 AS part_c_pageviews
    FROM (
    SELECT toString(toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC'))) AS k0,
      count() AS c_sessions
    FROM (
    SELECT [] AS values, pageviews, session_id, began, ended
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance'
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    GROUP BY k0)
    UNION ALL
    SELECT k0, 0 AS part_c_sessions, c_users AS part_c_users, c_pageviews AS part_c_pageviews
    FROM (
    SELECT toString(bucket) AS k0,
      uniqExact(person) AS c_users,
      sum(pageviews) AS c_pageviews
    FROM (
      SELECT toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))
    GROUP BY k0)
    )
    GROUP BY k0
  )
  )
  ORDER BY k0 asc, m0 desc NULLS LAST, k0
  LIMIT {row_limit:UInt32} OFFSET {row_offset:UInt32};

-- /query, plain by goal and country
  SELECT *, count() OVER () AS total_rows
  FROM (
  SELECT k0, k1, c_sessions AS m0, c_users AS m1
  FROM (
    SELECT k0, k1, sum(part_c_sessions) AS c_sessions, sum(part_c_users) AS c_users, sum(part_c_pageviews) AS c_pageviews
    FROM (
    SELECT k0, k1, c_sessions AS part_c_sessions, 0 AS part_c_users, 0 AS part_c_pageviews
    FROM (
    SELECT toString(goal) AS k0,
      toString(values[1]) AS k1,
      count() AS c_sessions
    FROM (
    SELECT *
    FROM (
    SELECT [toString(country)] AS values, pageviews, session_id, began, ended
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance'
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) AS counted
    INNER JOIN (
      SELECT session_id, arrayJoin(arrayFilter(id -> id != 0, [0, if(reached_0, 1, 0)])) AS goal
      FROM (SELECT session_id, max(type = {p0:String} AND event_name = {p1:String}) AS reached_0 FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') GROUP BY session_id)
    ) AS reaching USING (session_id))
    GROUP BY k0, k1)
    UNION ALL
    SELECT k0, k1, 0 AS part_c_sessions, c_users AS part_c_users, c_pageviews AS part_c_pageviews
    FROM (
    SELECT toString(near_goal) AS k0,
      toString(near_values[1]) AS k1,
      uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), type NOT IN ('engagement', 'performance')) AS c_users,
      countIf(type = 'pageview') AS c_pageviews
    FROM events
    INNER JOIN (SELECT session_id AS near_id, [toString(country)] AS near_values, goal AS near_goal FROM (
    SELECT *
    FROM (
    SELECT session_id, country
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) AS counted
    INNER JOIN (
      SELECT session_id, arrayJoin(arrayFilter(id -> id != 0, [0, if(reached_0, 1, 0)])) AS goal
      FROM (SELECT session_id, max(type = {p2:String} AND event_name = {p3:String}) AS reached_0 FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') GROUP BY session_id)
    ) AS reaching USING (session_id))) AS near ON events.session_id = near.near_id
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND 1 AND (type NOT IN ('engagement', 'performance'))
    GROUP BY k0, k1)
    )
    GROUP BY k0, k1
  )
  )
  ORDER BY m0 desc NULLS LAST, k0, k1
  LIMIT {row_limit:UInt32} OFFSET {row_offset:UInt32};

-- /query, plain with conditions
  SELECT *, count() OVER () AS total_rows
  FROM (
  SELECT c_sessions AS m0
  FROM (
    SELECT sessions AS c_sessions
    FROM (
    SELECT
      countIf(is_begun) AS sessions,
      sum(views_in_range) AS pageviews,
      uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), is_present) AS users,
      sumIf(viewed, is_begun) AS session_pages,
      countIf(is_begun AND viewed = 1) AS bounces,
      sumIf((toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began)), is_begun) AS total_ms
    FROM (SELECT *, pageviews AS viewed FROM (
    SELECT session_id, began, ended, user_id, identified_user_id, pageviews, views_in_range, is_present, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(events.type NOT IN ('engagement', 'performance') AND events.isInRange) AS is_present,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.identified_user_id != '') AS identified_user_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      toUInt32(countIf(events.type = 'pageview' AND events.isInRange)) AS views_in_range,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country
    FROM (SELECT *, referrer_domain, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE (((country = {p0:String})) OR NOT session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type NOT IN ('engagement', 'performance') AND (startsWith(pathname, {p1:String}))))
      AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))))
  )
  )
  ORDER BY m0 desc NULLS LAST
  LIMIT {row_limit:UInt32} OFFSET {row_offset:UInt32};

-- /query, filtered without dimensions
  SELECT *, count() OVER () AS total_rows
  FROM (
  SELECT c_sessions AS m0, c_users AS m1, if(c_measured_views = 0, 0, c_on_page_ms / c_measured_views / 1000) AS m2
  FROM (
    SELECT sum(part_c_sessions) AS c_sessions, sum(part_c_users) AS c_users, sum(part_c_pageviews) AS c_pageviews, sum(part_c_on_page_ms) AS c_on_page_ms, sum(part_c_measured_views) AS c_measured_views
    FROM (
    SELECT c_sessions AS part_c_sessions, c_users AS part_c_users, c_pageviews AS part_c_pageviews, 0 AS part_c_on_page_ms, 0 AS part_c_measured_views
    FROM (
    SELECT sessions AS c_sessions, users AS c_users, pageviews AS c_pageviews
    FROM (
    SELECT
      countIf(is_begun) AS sessions,
      sum(views_in_range) AS pageviews,
      uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), is_present) AS users,
      sumIf(viewed, is_begun) AS session_pages,
      countIf(is_begun AND viewed = 1) AS bounces,
      sumIf((toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began)), is_begun) AS total_ms
    FROM (SELECT *, pageviews AS viewed FROM (
    SELECT session_id, began, ended, user_id, identified_user_id, pageviews, views_in_range, is_present, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(events.type NOT IN ('engagement', 'performance') AND events.isInRange) AS is_present,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.identified_user_id != '') AS identified_user_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      toUInt32(countIf(events.type = 'pageview' AND events.isInRange)) AS views_in_range,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      max(events.type NOT IN ('engagement', 'performance') AND events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))))))
    UNION ALL
    SELECT 0 AS part_c_sessions, 0 AS part_c_users, 0 AS part_c_pageviews, c_on_page_ms AS part_c_on_page_ms, c_measured_views AS part_c_measured_views
    FROM (
    SELECT sumIf(gap_ms, gap_ms >= 0) AS c_on_page_ms,
      countIf(gap_ms >= 0) AS c_measured_views
    FROM (
      SELECT
        session_id, value, nth, pageviews, time_ms,
        if(next_ms < 0, -1, least(next_ms - time_ms, 1800000)) AS gap_ms
      FROM (
    SELECT session_id, began, ended, pageviews, times_ms, paths, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      groupArrayIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance')) AS places,
      max(events.type NOT IN ('engagement', 'performance') AND events.isInRange) AS is_present,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      arraySort((element, place) -> place, groupArrayIf(toUnixTimestamp64Milli(events.timestamp), events.type NOT IN ('engagement', 'performance')), places) AS times_ms,
      CAST(arraySort((element, place) -> place, groupArrayIf(if(events.type = 'pageview', events.pathname, ''), events.type NOT IN ('engagement', 'performance')), places) AS Array(LowCardinality(String))) AS paths,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      max(events.type NOT IN ('engagement', 'performance') AND events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
      ARRAY JOIN
        paths AS value,
        times_ms AS time_ms,
        arrayPushBack(arrayPopFront(times_ms), if(toUnixTimestamp64Milli(ended) > times_ms[-1], toUnixTimestamp64Milli(ended), -1)) AS next_ms,
        arrayEnumerateUniq(paths) AS nth
      WHERE value != '') WHERE time_ms >= {from:Int64} AND time_ms < {to:Int64})
    )
  )
  )
  ORDER BY m0 desc NULLS LAST
  LIMIT {row_limit:UInt32} OFFSET {row_offset:UInt32};

-- /query, filtered by country
  SELECT *, count() OVER () AS total_rows
  FROM (
  SELECT k0, c_sessions AS m0, c_pageviews AS m1
  FROM (
    SELECT k0, sum(part_c_sessions) AS c_sessions, sum(part_c_pageviews) AS c_pageviews
    FROM (
    SELECT k0, c_sessions AS part_c_sessions, 0 AS part_c_pageviews
    FROM (
    SELECT toString(value) AS k0, sessions AS c_sessions
    FROM (
    SELECT value, count() AS sessions, countIf(pageviews = 1) AS bounces
    FROM (
    SELECT toString(country) AS value, pageviews
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    GROUP BY value))
    UNION ALL
    SELECT k0, 0 AS part_c_sessions, c_pageviews AS part_c_pageviews
    FROM (
    SELECT toString(near_values[1]) AS k0,
      countIf(type = 'pageview') AS c_pageviews
    FROM events
    INNER JOIN (SELECT session_id AS near_id, [toString(country)] AS near_values FROM (
    SELECT session_id, country
    FROM (
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS near ON events.session_id = near.near_id
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND 1 AND (type NOT IN ('engagement', 'performance'))
    GROUP BY k0)
    )
    GROUP BY k0
  )
  )
  ORDER BY m0 desc NULLS LAST, k0
  LIMIT {row_limit:UInt32} OFFSET {row_offset:UInt32};

-- /query, filtered by pathname and day
  SELECT *, count() OVER () AS total_rows
  FROM (
  SELECT k0, k1, c_sessions AS m0, c_events AS m1, c_lcp_p90 AS m2, c_goal_1 AS m3
  FROM (
    SELECT k0, k1, sum(part_c_sessions) AS c_sessions, sum(part_c_goal_1) AS c_goal_1, sum(part_c_events) AS c_events, max(part_c_lcp_p90) AS c_lcp_p90
    FROM (
    SELECT k0, k1, c_sessions AS part_c_sessions, c_goal_1 AS part_c_goal_1, 0 AS part_c_events, NULL AS part_c_lcp_p90
    FROM (
    SELECT toString(viewed) AS k0,
      toString(toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC'))) AS k1,
      count() AS c_sessions,
      countIf(session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type = {p3:String} AND event_name = {p4:String})) AS c_goal_1
    FROM (SELECT *, arrayJoin(arrayDistinct(arrayFilter(text -> text != '', paths))) AS viewed FROM (
    SELECT [] AS values, pageviews, session_id, began, ended, paths
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      groupArrayIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance')) AS places,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      CAST(arraySort((element, place) -> place, groupArrayIf(if(events.type = 'pageview', events.pathname, ''), events.type NOT IN ('engagement', 'performance')), places) AS Array(LowCardinality(String))) AS paths,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      max(events.type NOT IN ('engagement', 'performance') AND events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))))
    GROUP BY k0, k1)
    UNION ALL
    SELECT k0, k1, 0 AS part_c_sessions, 0 AS part_c_goal_1, c_events AS part_c_events, c_lcp_p90 AS part_c_lcp_p90
    FROM (
    SELECT toString(toString(pathname)) AS k0,
      toString(toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC'))) AS k1,
      countIf(type = 'custom_event') AS c_events,
      if(countIf(type = 'performance' AND isNotNull(events.lcp)) = 0, NULL, quantileExactInclusiveIf(0.9)(events.lcp, type = 'performance' AND isNotNull(events.lcp))) AS c_lcp_p90
    FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) AND (type = 'custom_event' OR type = 'performance')
    GROUP BY k0, k1)
    )
    GROUP BY k0, k1
  )
  )
  ORDER BY k1 asc, m0 desc NULLS LAST, k0, k1
  LIMIT {row_limit:UInt32} OFFSET {row_offset:UInt32};

-- /query, filtered by channel, compared
  SELECT own.*, other.m0 AS other_m0, other.m1 AS other_m1, other.m2 AS other_m2
  FROM (
  SELECT *, count() OVER () AS total_rows
  FROM (
  SELECT k0, k1, c_users AS m0, c_number_1 AS m1, c_bots AS m2
  FROM (
    SELECT k0, k1, sum(part_c_users) AS c_users, sum(part_c_pageviews) AS c_pageviews, sum(part_c_number_1) AS c_number_1, sum(part_c_bots) AS c_bots
    FROM (
    SELECT k0, k1, c_users AS part_c_users, c_pageviews AS part_c_pageviews, 0 AS part_c_number_1, 0 AS part_c_bots
    FROM (
    SELECT toString(near_values[1]) AS k0,
      toString(toDateTime(toStartOfWeek(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC'), 0), 'UTC')) AS k1,
      uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), type NOT IN ('engagement', 'performance')) AS c_users,
      countIf(type = 'pageview') AS c_pageviews
    FROM events
    INNER JOIN (SELECT session_id AS near_id, [toString(country)] AS near_values FROM (
    SELECT session_id, country
    FROM (
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS near ON events.session_id = near.near_id
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND 1 AND (type NOT IN ('engagement', 'performance'))
    GROUP BY k0, k1)
    UNION ALL
    SELECT k0, k1, 0 AS part_c_users, 0 AS part_c_pageviews, c_number_1 AS part_c_number_1, 0 AS part_c_bots
    FROM (
    SELECT toString(near_values[1]) AS k0,
      toString(toDateTime(toStartOfWeek(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC'), 0), 'UTC')) AS k1,
      sumIf(assumeNotNull(toFloat64OrNull(multiIf(JSONType(properties, {p4:String}) = 'String', JSONExtractString(properties, {p4:String}), JSONType(properties, {p4:String}) = 'Null', '', JSONExtractRaw(properties, {p4:String})))), type = 'custom_event' AND isFinite(ifNull(toFloat64OrNull(multiIf(JSONType(properties, {p3:String}) = 'String', JSONExtractString(properties, {p3:String}), JSONType(properties, {p3:String}) = 'Null', '', JSONExtractRaw(properties, {p3:String}))), nan))) AS c_number_1
    FROM events
    INNER JOIN (SELECT session_id AS near_id, [toString(country)] AS near_values FROM (
    SELECT session_id, country
    FROM (
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS near ON events.session_id = near.near_id
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND 1 AND (type = 'custom_event')
    GROUP BY k0, k1)
    UNION ALL
    SELECT k0, k1, 0 AS part_c_users, 0 AS part_c_pageviews, 0 AS part_c_number_1, c_bots AS part_c_bots
    FROM (
    SELECT toString(country) AS k0,
      toString(toDateTime(toStartOfWeek(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {bots_zone_change_1:Int64}, {bots_zone_offset_1:Int64}, {bots_zone_offset_0:Int64})), 'UTC'), 0), 'UTC')) AS k1,
      count() AS c_bots
    FROM (SELECT *, referrer_domain, '' AS identified_user_id FROM bots) WHERE site_id = {bots_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({bots_from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({bots_to:Int64}, 'UTC')
      AND (country = {bots_p0:String})
      AND NOT (position(pathname, {bots_p1:String}) > 0)
    GROUP BY k0, k1)
    )
    GROUP BY k0, k1
  )
  )
  ORDER BY k1 asc, m0 desc NULLS LAST, k0, k1
  LIMIT {row_limit:UInt32} OFFSET {row_offset:UInt32}) AS own
  LEFT JOIN (SELECT k0, transform(k1, {before_1:Array(String)}, {after_1:Array(String)}, '') AS k1, m0, m1, m2 FROM (
  SELECT k0, k1, c_users AS m0, c_number_1 AS m1, c_bots AS m2
  FROM (
    SELECT k0, k1, sum(part_c_users) AS c_users, sum(part_c_pageviews) AS c_pageviews, sum(part_c_number_1) AS c_number_1, sum(part_c_bots) AS c_bots
    FROM (
    SELECT k0, k1, c_users AS part_c_users, c_pageviews AS part_c_pageviews, 0 AS part_c_number_1, 0 AS part_c_bots
    FROM (
    SELECT toString(near_values[1]) AS k0,
      toString(toDateTime(toStartOfWeek(toDateTime((toUnixTimestamp(timestamp) + {other_zone_offset_0:Int64}), 'UTC'), 0), 'UTC')) AS k1,
      uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), type NOT IN ('engagement', 'performance')) AS c_users,
      countIf(type = 'pageview') AS c_pageviews
    FROM events
    INNER JOIN (SELECT session_id AS near_id, [toString(country)] AS near_values FROM (
    SELECT session_id, country
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      min(events.timestamp) AS began,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {other_p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {other_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({other_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({other_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {other_p1:String})
      AND (entry_page = {other_p2:String})
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS near ON events.session_id = near.near_id
    WHERE site_id = {other_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({other_from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({other_to:Int64}, 'UTC') AND 1 AND (type NOT IN ('engagement', 'performance'))
    GROUP BY k0, k1)
    UNION ALL
    SELECT k0, k1, 0 AS part_c_users, 0 AS part_c_pageviews, c_number_1 AS part_c_number_1, 0 AS part_c_bots
    FROM (
    SELECT toString(near_values[1]) AS k0,
      toString(toDateTime(toStartOfWeek(toDateTime((toUnixTimestamp(timestamp) + {other_zone_offset_0:Int64}), 'UTC'), 0), 'UTC')) AS k1,
      sumIf(assumeNotNull(toFloat64OrNull(multiIf(JSONType(properties, {other_p4:String}) = 'String', JSONExtractString(properties, {other_p4:String}), JSONType(properties, {other_p4:String}) = 'Null', '', JSONExtractRaw(properties, {other_p4:String})))), type = 'custom_event' AND isFinite(ifNull(toFloat64OrNull(multiIf(JSONType(properties, {other_p3:String}) = 'String', JSONExtractString(properties, {other_p3:String}), JSONType(properties, {other_p3:String}) = 'Null', '', JSONExtractRaw(properties, {other_p3:String}))), nan))) AS c_number_1
    FROM events
    INNER JOIN (SELECT session_id AS near_id, [toString(country)] AS near_values FROM (
    SELECT session_id, country
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      min(events.timestamp) AS began,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {other_p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {other_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({other_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({other_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {other_p1:String})
      AND (entry_page = {other_p2:String})
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS near ON events.session_id = near.near_id
    WHERE site_id = {other_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({other_from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({other_to:Int64}, 'UTC') AND 1 AND (type = 'custom_event')
    GROUP BY k0, k1)
    UNION ALL
    SELECT k0, k1, 0 AS part_c_users, 0 AS part_c_pageviews, 0 AS part_c_number_1, c_bots AS part_c_bots
    FROM (
    SELECT toString(country) AS k0,
      toString(toDateTime(toStartOfWeek(toDateTime((toUnixTimestamp(timestamp) + {other_bots_zone_offset_0:Int64}), 'UTC'), 0), 'UTC')) AS k1,
      count() AS c_bots
    FROM (SELECT *, referrer_domain, '' AS identified_user_id FROM bots) WHERE site_id = {other_bots_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({other_bots_from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({other_bots_to:Int64}, 'UTC')
      AND (country = {other_bots_p0:String})
      AND NOT (position(pathname, {other_bots_p1:String}) > 0)
    GROUP BY k0, k1)
    )
    GROUP BY k0, k1
  ))) AS other USING (k0, k1)
  ORDER BY k1 asc, m0 desc NULLS LAST, k0, k1;

-- /query, filtered over time
  SELECT *, count() OVER () AS total_rows
  FROM (
  SELECT k0, c_sessions AS m0, c_users AS m1
  FROM (
    SELECT k0, sum(part_c_sessions) AS c_sessions, sum(part_c_users) AS c_users, sum(part_c_pageviews) AS c_pageviews
    FROM (
    SELECT k0, c_sessions AS part_c_sessions, 0 AS part_c_users, 0 AS part_c_pageviews
    FROM (
    SELECT toString(toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC'))) AS k0,
      count() AS c_sessions
    FROM (
    SELECT [] AS values, pageviews, session_id, began, ended
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
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
    GROUP BY k0)
    UNION ALL
    SELECT k0, 0 AS part_c_sessions, c_users AS part_c_users, c_pageviews AS part_c_pageviews
    FROM (
    SELECT toString(bucket) AS k0,
      uniqExact(person) AS c_users,
      sum(pageviews) AS c_pageviews
    FROM (
      SELECT toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
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
    GROUP BY k0)
    )
    GROUP BY k0
  )
  )
  ORDER BY k0 asc, m0 desc NULLS LAST, k0
  LIMIT {row_limit:UInt32} OFFSET {row_offset:UInt32};

-- /query, filtered by goal and country
  SELECT *, count() OVER () AS total_rows
  FROM (
  SELECT k0, k1, c_sessions AS m0, c_users AS m1
  FROM (
    SELECT k0, k1, sum(part_c_sessions) AS c_sessions, sum(part_c_users) AS c_users, sum(part_c_pageviews) AS c_pageviews
    FROM (
    SELECT k0, k1, c_sessions AS part_c_sessions, 0 AS part_c_users, 0 AS part_c_pageviews
    FROM (
    SELECT toString(goal) AS k0,
      toString(values[1]) AS k1,
      count() AS c_sessions
    FROM (
    SELECT *
    FROM (
    SELECT [toString(country)] AS values, pageviews, session_id, began, ended
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      max(events.type NOT IN ('engagement', 'performance') AND events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) AS counted
    INNER JOIN (
      SELECT session_id, arrayJoin(arrayFilter(id -> id != 0, [0, if(reached_0, 1, 0)])) AS goal
      FROM (SELECT session_id, max(type = {p3:String} AND event_name = {p4:String}) AS reached_0 FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') GROUP BY session_id)
    ) AS reaching USING (session_id))
    GROUP BY k0, k1)
    UNION ALL
    SELECT k0, k1, 0 AS part_c_sessions, c_users AS part_c_users, c_pageviews AS part_c_pageviews
    FROM (
    SELECT toString(near_goal) AS k0,
      toString(near_values[1]) AS k1,
      uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), type NOT IN ('engagement', 'performance')) AS c_users,
      countIf(type = 'pageview') AS c_pageviews
    FROM events
    INNER JOIN (SELECT session_id AS near_id, [toString(country)] AS near_values, goal AS near_goal FROM (
    SELECT *
    FROM (
    SELECT session_id, country
    FROM (
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) AS counted
    INNER JOIN (
      SELECT session_id, arrayJoin(arrayFilter(id -> id != 0, [0, if(reached_0, 1, 0)])) AS goal
      FROM (SELECT session_id, max(type = {p5:String} AND event_name = {p6:String}) AS reached_0 FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') GROUP BY session_id)
    ) AS reaching USING (session_id))) AS near ON events.session_id = near.near_id
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND 1 AND (type NOT IN ('engagement', 'performance'))
    GROUP BY k0, k1)
    )
    GROUP BY k0, k1
  )
  )
  ORDER BY m0 desc NULLS LAST, k0, k1
  LIMIT {row_limit:UInt32} OFFSET {row_offset:UInt32};

-- /query, filtered with conditions
  SELECT *, count() OVER () AS total_rows
  FROM (
  SELECT c_sessions AS m0
  FROM (
    SELECT sessions AS c_sessions
    FROM (
    SELECT
      countIf(is_begun) AS sessions,
      sum(views_in_range) AS pageviews,
      uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), is_present) AS users,
      sumIf(viewed, is_begun) AS session_pages,
      countIf(is_begun AND viewed = 1) AS bounces,
      sumIf((toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began)), is_begun) AS total_ms
    FROM (SELECT *, pageviews AS viewed FROM (
    SELECT session_id, began, ended, user_id, identified_user_id, pageviews, views_in_range, is_present, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(events.type NOT IN ('engagement', 'performance') AND events.isInRange) AS is_present,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.identified_user_id != '') AS identified_user_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      toUInt32(countIf(events.type = 'pageview' AND events.isInRange)) AS views_in_range,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      max(events.type NOT IN ('engagement', 'performance') AND events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND (((country = {p3:String})) OR NOT session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type NOT IN ('engagement', 'performance') AND (startsWith(pathname, {p4:String}))))
      AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))))
  )
  )
  ORDER BY m0 desc NULLS LAST
  LIMIT {row_limit:UInt32} OFFSET {row_offset:UInt32};
