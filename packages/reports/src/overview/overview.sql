-- /overview, plain
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))));

-- /overview, filtered
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))));
