-- /metric, plain
  SELECT
    *,
    sum(sessions) OVER () AS total_sessions,
    sum(views) OVER () AS total_views,
    count() OVER () AS total_rows
  FROM (
    SELECT
      value,
      countIf(is_begun AND nth = 1) AS sessions,
      countIf(is_viewed) AS views,
      countIf(is_begun AND nth = 1 AND pageviews = 1) AS bounces,
      sumIf(gap_ms, is_viewed AND gap_ms >= 0) AS on_page_ms,
      countIf(is_viewed AND gap_ms >= 0) AS measured_views,
      max(time_ms) AS latest_ms
    FROM (
      SELECT *, time_ms >= {from:Int64} AND time_ms < {to:Int64} AS is_viewed
      FROM (
      SELECT
        is_begun, value, nth, pageviews, time_ms,
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
      WHERE value != '')
    )
    GROUP BY value
    HAVING sessions > 0 OR views > 0
  )
  ORDER BY sessions desc, sessions DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

  SELECT pathname AS value, toUnixTimestamp64Milli(timestamp) AS latest_ms, toString(hostname) AS shown
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
    AND type = 'pageview'
    AND timestamp IN (SELECT fromUnixTimestamp64Milli(arrayJoin({instants:Array(Int64)}), 'UTC'))
    AND pathname IN {values:Array(String)}
    AND 1
  ORDER BY source_offset;

-- /metric, filtered
  SELECT
    *,
    sum(sessions) OVER () AS total_sessions,
    sum(views) OVER () AS total_views,
    count() OVER () AS total_rows
  FROM (
    SELECT
      value,
      countIf(is_begun AND nth = 1) AS sessions,
      countIf(is_viewed) AS views,
      countIf(is_begun AND nth = 1 AND pageviews = 1) AS bounces,
      sumIf(gap_ms, is_viewed AND gap_ms >= 0) AS on_page_ms,
      countIf(is_viewed AND gap_ms >= 0) AS measured_views,
      max(time_ms) AS latest_ms
    FROM (
      SELECT *, time_ms >= {from:Int64} AND time_ms < {to:Int64} AS is_viewed
      FROM (
      SELECT
        is_begun, value, nth, pageviews, time_ms,
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
      WHERE value != '')
    )
    GROUP BY value
    HAVING sessions > 0 OR views > 0
  )
  ORDER BY sessions desc, sessions DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

-- /metric, compared
  SELECT
    * EXCEPT (total_rows),
    sum(sessions) OVER () AS listed_sessions,
    sum(views) OVER () AS listed_views,
    count() OVER () AS total_rows
  FROM (
  SELECT
    *,
    sum(sessions) OVER () AS total_sessions,
    sum(views) OVER () AS total_views,
    count() OVER () AS total_rows
  FROM (
    SELECT
      value,
      countIf(is_begun AND nth = 1) AS sessions,
      countIf(is_viewed) AS views,
      countIf(is_begun AND nth = 1 AND pageviews = 1) AS bounces,
      sumIf(gap_ms, is_viewed AND gap_ms >= 0) AS on_page_ms,
      countIf(is_viewed AND gap_ms >= 0) AS measured_views,
      max(time_ms) AS latest_ms
    FROM (
      SELECT *, time_ms >= {from:Int64} AND time_ms < {to:Int64} AS is_viewed
      FROM (
      SELECT
        is_begun, value, nth, pageviews, time_ms,
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
      WHERE value != '')
    )
    GROUP BY value
    HAVING sessions > 0 OR views > 0
  )
  )
  WHERE value IN {listed_values:Array(String)}
  ORDER BY sessions DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

-- /metric, by page_title
  SELECT
    *,
    sum(sessions) OVER () AS total_sessions,
    sum(views) OVER () AS total_views,
    count() OVER () AS total_rows
  FROM (
    SELECT
      value,
      countIf(is_begun AND nth = 1) AS sessions,
      countIf(is_viewed) AS views,
      countIf(is_begun AND nth = 1 AND pageviews = 1) AS bounces,
      sumIf(gap_ms, is_viewed AND gap_ms >= 0) AS on_page_ms,
      countIf(is_viewed AND gap_ms >= 0) AS measured_views,
      max(time_ms) AS latest_ms
    FROM (
      SELECT *, time_ms >= {from:Int64} AND time_ms < {to:Int64} AS is_viewed
      FROM (
      SELECT
        is_begun, value, nth, pageviews, time_ms,
        if(next_ms < 0, -1, least(next_ms - time_ms, 1800000)) AS gap_ms
      FROM (
    SELECT session_id, began, ended, pageviews, times_ms, titles, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
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
      CAST(arraySort((element, place) -> place, groupArrayIf(if(events.type = 'pageview', events.page_title, ''), events.type NOT IN ('engagement', 'performance')), places) AS Array(LowCardinality(String))) AS titles
    FROM (SELECT *, referrer_domain, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
      ARRAY JOIN
        titles AS value,
        times_ms AS time_ms,
        arrayPushBack(arrayPopFront(times_ms), if(toUnixTimestamp64Milli(ended) > times_ms[-1], toUnixTimestamp64Milli(ended), -1)) AS next_ms,
        arrayEnumerateUniq(titles) AS nth
      WHERE value != '')
    )
    GROUP BY value
    HAVING sessions > 0 OR views > 0
  )
  ORDER BY sessions desc, sessions DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

-- /metric, by entry_page
  SELECT
    *,
    sum(sessions) OVER () AS total_sessions,
    sum(views) OVER () AS total_views,
    count() OVER () AS total_rows
  FROM (
    SELECT
      entry_page AS value,
      argMax(entry_hostname, (entry_ms, session_id)) AS shown,
      count() AS sessions,
      count() AS views,
      countIf(pageviews = 1) AS bounces,
      sumIf(gap_ms, is_measured) AS on_page_ms,
      countIf(is_measured) AS measured_views
    FROM (
      SELECT
        *,
        toInt64(indexOf(views, 1)) AS place,
        if(place < length(times_ms), times_ms[place + 1], toUnixTimestamp64Milli(ended)) - times_ms[place] AS left_ms,
        place > 0 AND (place < length(times_ms) OR left_ms > 0) AS is_measured,
        least(left_ms, 1800000) AS gap_ms
      FROM (
    SELECT session_id, entry_page, entry_hostname, entry_ms, ended, pageviews, times_ms, views
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      groupArrayIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance')) AS places,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      argMinIf(events.hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_hostname,
      argMinIf(toUnixTimestamp64Milli(events.timestamp), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_ms,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      arraySort((element, place) -> place, groupArrayIf(toUnixTimestamp64Milli(events.timestamp), events.type NOT IN ('engagement', 'performance')), places) AS times_ms,
      arraySort((element, place) -> place, groupArrayIf(toUInt8(events.type = 'pageview'), events.type NOT IN ('engagement', 'performance')), places) AS views,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance'
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    )
    WHERE value != ''
    GROUP BY value
  )
  ORDER BY sessions desc, sessions DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

-- /metric, by channel
  SELECT
    *,
    sum(sessions) OVER () AS total_sessions,
    
    count() OVER () AS total_rows
  FROM (
    SELECT value, sum(group_sessions) AS sessions, sum(group_bounces) AS bounces
    FROM (
      SELECT value, sessions AS group_sessions, bounces AS group_bounces FROM (
    SELECT value, count() AS sessions, countIf(pageviews = 1) AS bounces
    FROM (
    SELECT toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')) AS value, pageviews
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    GROUP BY value)
      UNION ALL
      SELECT 'Direct', toUInt64(0), toUInt64(0)
    )
    GROUP BY value
  )
  ORDER BY sessions desc, sessions DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

-- /metric, by event_name
  SELECT
    *,
    sum(sessions) OVER () AS total_sessions,
    
    count() OVER () AS total_rows
  FROM (
    SELECT event_name AS value, count() AS sessions
    FROM events
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND type = 'custom_event' AND event_name != ''
    GROUP BY value
  )
  ORDER BY sessions desc, sessions DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

-- /metric, by user_id
  SELECT
    *,
    sum(sessions) OVER () AS total_sessions,
    
    count() OVER () AS total_rows
  FROM (SELECT * FROM (
    SELECT value, count() AS sessions, countIf(pageviews = 1) AS bounces
    FROM (
    SELECT if(identified_user_id != '', identified_user_id, leftPad(lower(hex(user_id)), 16, '0')) AS value, pageviews
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.identified_user_id != '') AS identified_user_id,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    GROUP BY value) WHERE value != ''
  )
  ORDER BY sessions desc, sessions DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

-- /metric, by prop:plan
  SELECT
    *,
    sum(sessions) OVER () AS total_sessions,
    
    count() OVER () AS total_rows
  FROM (SELECT * FROM (
    SELECT value, count() AS sessions, countIf(pageviews = 1) AS bounces
    FROM (
    SELECT value_1 AS value, pageviews
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toString(argMinIf(multiIf(JSONType(properties, {p0:String}) = 'String', JSONExtractString(properties, {p0:String}), JSONType(properties, {p0:String}) = 'Null', '', JSONExtractRaw(properties, {p0:String})), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), multiIf(JSONType(properties, {p0:String}) = 'String', JSONExtractString(properties, {p0:String}), JSONType(properties, {p0:String}) = 'Null', '', JSONExtractRaw(properties, {p0:String})) != '')) AS value_1,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    GROUP BY value) WHERE value != ''
  )
  ORDER BY sessions desc, sessions DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

-- /metric, by lat
  SELECT
    *,
    sum(sessions) OVER () AS total_sessions,
    
    count() OVER () AS total_rows
  FROM (SELECT * FROM (
    SELECT value, count() AS sessions, countIf(pageviews = 1) AS bounces
    FROM (
    SELECT if((lat != 0 OR lon != 0), toString(lat), '') AS value, pageviews
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.lat, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), (events.lat != 0 OR events.lon != 0)) AS lat,
      argMinIf(events.lon, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), (events.lat != 0 OR events.lon != 0)) AS lon,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    GROUP BY value) WHERE value != ''
  )
  ORDER BY sessions desc, sessions DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

-- /metric, searched
  SELECT
    * EXCEPT (total_rows),
    sum(sessions) OVER () AS listed_sessions,
    sum(views) OVER () AS listed_views,
    count() OVER () AS total_rows
  FROM (
  SELECT
    *,
    sum(sessions) OVER () AS total_sessions,
    sum(views) OVER () AS total_views,
    count() OVER () AS total_rows
  FROM (
    SELECT
      value,
      countIf(is_begun AND nth = 1) AS sessions,
      countIf(is_viewed) AS views,
      countIf(is_begun AND nth = 1 AND pageviews = 1) AS bounces,
      sumIf(gap_ms, is_viewed AND gap_ms >= 0) AS on_page_ms,
      countIf(is_viewed AND gap_ms >= 0) AS measured_views,
      max(time_ms) AS latest_ms
    FROM (
      SELECT *, time_ms >= {from:Int64} AND time_ms < {to:Int64} AS is_viewed
      FROM (
      SELECT
        is_begun, value, nth, pageviews, time_ms,
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
      WHERE value != '')
    )
    GROUP BY value
    HAVING sessions > 0 OR views > 0
  )
  )
  WHERE position(lowerUTF8(value), lowerUTF8({search:String})) > 0
  ORDER BY sessions desc, sessions DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

-- /metric, sorted by bounce_rate
  SELECT
    *,
    sum(sessions) OVER () AS total_sessions,
    sum(views) OVER () AS total_views,
    count() OVER () AS total_rows
  FROM (
    SELECT
      value,
      countIf(is_begun AND nth = 1) AS sessions,
      countIf(is_viewed) AS views,
      countIf(is_begun AND nth = 1 AND pageviews = 1) AS bounces,
      sumIf(gap_ms, is_viewed AND gap_ms >= 0) AS on_page_ms,
      countIf(is_viewed AND gap_ms >= 0) AS measured_views,
      max(time_ms) AS latest_ms
    FROM (
      SELECT *, time_ms >= {from:Int64} AND time_ms < {to:Int64} AS is_viewed
      FROM (
      SELECT
        is_begun, value, nth, pageviews, time_ms,
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
      WHERE value != '')
    )
    GROUP BY value
    HAVING sessions > 0 OR views > 0
  )
  ORDER BY if(sessions = 0, 0, floor(bounces * 10000 / sessions + 0.5)) desc, sessions DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};
