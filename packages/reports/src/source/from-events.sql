-- sessions, plain
    SELECT session_id, began, ended, entry_page, pageviews
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
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance'
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'));

-- present, plain
    SELECT session_id, began, paths, times_ms, views_in_range, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      groupArray(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS places,
      max(events.isInRange) AS is_present,
      min(events.timestamp) AS began,
      CAST(arraySort((element, place) -> place, groupArray(if(events.type = 'pageview', events.pathname, '')), places) AS Array(LowCardinality(String))) AS paths,
      arraySort((element, place) -> place, groupArray(toUnixTimestamp64Milli(events.timestamp)), places) AS times_ms,
      toUInt32(countIf(events.type = 'pageview' AND events.isInRange)) AS views_in_range
    FROM (SELECT *, referrer_domain, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'));

-- values, plain
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'));

-- valuesOf, plain
    SELECT [toString(browser), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct'))] AS values, pageviews
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'));

-- activity, plain
      SELECT toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance');

-- presence, plain
      SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS first, first AS last
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance');

-- stepTimes, plain
    SELECT
      session_id,
      groupUniqArrayIf(toUnixTimestamp(timestamp), type = 'pageview' AND pathname = '/') AS seconds_1,
      groupUniqArrayIf(toUnixTimestamp(timestamp), event_name = 'signup') AS seconds_2
    FROM events
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND session_id IN (
        SELECT session_id FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
      AND (type = 'pageview' AND pathname = '/'
        OR event_name = 'signup')
    GROUP BY session_id;

-- sums, plain
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

-- sessionsBy, plain
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
    GROUP BY value;

    SELECT value, count() AS sessions, countIf(pageviews = 1) AS bounces
    FROM (
    SELECT toString(entry_page) AS value, pageviews
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    GROUP BY value;

-- sessionsByEach, plain
    SELECT dimension, value, count() AS sessions, countIf(pageviews = 1) AS bounces
    FROM (
    SELECT [toString(browser), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct'))] AS values, pageviews
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    ARRAY JOIN values AS value, arrayEnumerate(values) AS dimension
    GROUP BY dimension, value;

-- viewsBy, plain
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
    HAVING sessions > 0 OR views > 0;

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
    HAVING sessions > 0 OR views > 0;

-- sessions, filtered
    SELECT session_id, began, ended, entry_page, pageviews
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
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country,
      max(events.type NOT IN ('engagement', 'performance') AND events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'));

-- present, filtered
    SELECT session_id, began, paths, times_ms, views_in_range, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      groupArray(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS places,
      max(events.isInRange) AS is_present,
      min(events.timestamp) AS began,
      CAST(arraySort((element, place) -> place, groupArray(if(events.type = 'pageview', events.pathname, '')), places) AS Array(LowCardinality(String))) AS paths,
      arraySort((element, place) -> place, groupArray(toUnixTimestamp64Milli(events.timestamp)), places) AS times_ms,
      toUInt32(countIf(events.type = 'pageview' AND events.isInRange)) AS views_in_range,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'));

-- values, filtered
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'));

-- valuesOf, filtered
    SELECT [toString(browser), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct'))] AS values, pageviews
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'));

-- activity, filtered
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) AND type NOT IN ('engagement', 'performance');

-- presence, filtered
      SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS first, first AS last
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) AND type NOT IN ('engagement', 'performance');

-- stepTimes, filtered
    SELECT
      session_id,
      groupUniqArrayIf(toUnixTimestamp(timestamp), type = 'pageview' AND pathname = '/') AS seconds_1,
      groupUniqArrayIf(toUnixTimestamp(timestamp), event_name = 'signup') AS seconds_2
    FROM events
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
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
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
      AND (type = 'pageview' AND pathname = '/'
        OR event_name = 'signup')
    GROUP BY session_id;

-- sessions, filtered by path
    SELECT session_id, began, ended, entry_page, pageviews
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
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      max(events.type NOT IN ('engagement', 'performance') AND events.isCounted) AS matches
    FROM (SELECT *, referrer_domain, ((pathname = {p0:String})) AS isCounted FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE matches
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'));

-- present, filtered by path
    SELECT session_id, began, paths, times_ms, views_in_range, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      groupArray(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS places,
      max(events.isCounted AND events.isInRange) AS is_present,
      min(events.timestamp) AS began,
      CAST(arraySort((element, place) -> place, groupArray(if(events.type = 'pageview' AND events.isShown, events.pathname, '')), places) AS Array(LowCardinality(String))) AS paths,
      arraySort((element, place) -> place, groupArray(toUnixTimestamp64Milli(events.timestamp)), places) AS times_ms,
      toUInt32(countIf(events.type = 'pageview' AND events.isCounted AND events.isInRange)) AS views_in_range,
      max(events.isCounted) AS matches
    FROM (SELECT *, referrer_domain, ((pathname = {p0:String})) AS isCounted, ((pathname = {p0:String})) AS isShown, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE matches
      AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'));

-- values, filtered by path
    SELECT toString(country) AS value, pageviews
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      min(events.timestamp) AS began,
      max(events.isCounted) AS matches
    FROM (SELECT *, referrer_domain, ((pathname = {p0:String})) AS isCounted FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE matches
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'));

-- valuesOf, filtered by path
    SELECT [toString(browser), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct'))] AS values, pageviews
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      min(events.timestamp) AS began,
      max(events.isCounted) AS matches
    FROM (SELECT *, referrer_domain, ((pathname = {p0:String})) AS isCounted FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE matches
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'));

-- activity, filtered by path
      SELECT toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND (pathname = {p0:String}) AND type NOT IN ('engagement', 'performance');

-- presence, filtered by path
      SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS first, first AS last
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND (pathname = {p0:String}) AND type NOT IN ('engagement', 'performance');

-- stepTimes, filtered by path
    SELECT
      session_id,
      groupUniqArrayIf(toUnixTimestamp(timestamp), type = 'pageview' AND pathname = '/') AS seconds_1,
      groupUniqArrayIf(toUnixTimestamp(timestamp), event_name = 'signup') AS seconds_2
    FROM events
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND session_id IN (
        SELECT session_id FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      min(events.timestamp) AS began,
      max(events.isCounted) AS matches
    FROM (SELECT *, referrer_domain, ((pathname = {p0:String})) AS isCounted FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE matches
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
      AND (type = 'pageview' AND pathname = '/'
        OR event_name = 'signup')
    GROUP BY session_id;
