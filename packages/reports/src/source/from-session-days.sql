-- sessions, all rolled up
    SELECT session_id, began AS began, ended AS ended, entry_page AS entry_page, pageviews AS pageviews
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0  AND acts > 0
    UNION ALL
    SELECT session_id, began AS began, ended AS ended, entry_page AS entry_page, pageviews AS pageviews
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p0:UInt32}) AND day <= toDate({p1:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0  AND acts > 0 AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, began, ended, entry_page, pageviews
    FROM (
    
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      greatest(max(part.last_act), addMilliseconds(max(part.last_view), least(arraySum(time -> if(time.1 = argMax(part.last_page, part.last_view), time.2, 0), arrayConcat(
        argMax(part.seen, part.last_view),
        arrayFlatten(groupArrayIf(part.seen, part.last_view = toDateTime64(0, 3, 'UTC'))))), 86400000))) AS ended,
      argMinIf(part.entry_page, part.began, part.entry_page != '') AS entry_page,
      toUInt32(sum(part.pageviews)) AS pageviews
    FROM (
      SELECT session_id, began AS began, ended AS ended, last_act AS last_act, last_view AS last_view, last_page AS last_page, seen AS seen, entry_page AS entry_page, pageviews AS pageviews
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 )) AS part
    GROUP BY part.session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC');

-- present, all rolled up
    SELECT *, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT session_id, began AS began, paths AS paths, times_ms AS times_ms, visits.pageviews AS views_in_range
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0  AND acts > 0
    UNION ALL
    SELECT session_id, began AS began, paths AS paths, times_ms AS times_ms, toUInt32(arrayCount((time_ms, is_view) -> time_ms >= {from:Int64} AND time_ms < {to:Int64} AND is_view, visits.times_ms, visits.views)) AS views_in_range
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p0:UInt32}) AND day <= toDate({p1:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0  AND acts > 0 AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms))
    UNION ALL
    SELECT session_id, began, paths, times_ms, views_in_range
    FROM (
    WITH arraySort(groupArray((part.began, part.paths, part.times_ms))) AS stretches
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      CAST(arrayFlatten(arrayMap(stretch -> stretch.2, stretches)) AS Array(LowCardinality(String))) AS paths,
      arrayFlatten(arrayMap(stretch -> stretch.3, stretches)) AS times_ms,
      toUInt32(sum(part.views_in_range)) AS views_in_range,
      max(part.is_present) AS is_present
    FROM (
      SELECT session_id, began AS began, paths AS paths, times_ms AS times_ms, toUInt32(arrayCount((time_ms, is_view) -> time_ms >= {from:Int64} AND time_ms < {to:Int64} AND is_view, visits.times_ms, visits.views)) AS views_in_range, arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms) AS is_present
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 )) AS part
    GROUP BY part.session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present));

-- values, all rolled up
    SELECT toString(country) AS value, pageviews
    FROM (
    SELECT session_id, pageviews AS pageviews, country AS country
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0  AND acts > 0
    UNION ALL
    SELECT session_id, pageviews AS pageviews, country AS country
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p0:UInt32}) AND day <= toDate({p1:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0  AND acts > 0 AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, pageviews, country
    FROM (
    
    SELECT
      part.session_id AS session_id,
      toUInt32(sum(part.pageviews)) AS pageviews,
      argMinIf(part.country, part.began, part.country != '') AS country,
      min(part.began) AS began
    FROM (
      SELECT session_id, began AS began, pageviews AS pageviews, country AS country
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 )) AS part
    GROUP BY part.session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC'));

-- valuesOf, all rolled up
    SELECT [toString(browser), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct'))] AS values, pageviews
    FROM (
    SELECT session_id, pageviews AS pageviews, browser AS browser, outer_channel AS outer_channel, channel AS channel
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0  AND acts > 0
    UNION ALL
    SELECT session_id, pageviews AS pageviews, browser AS browser, outer_channel AS outer_channel, channel AS channel
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p0:UInt32}) AND day <= toDate({p1:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0  AND acts > 0 AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, pageviews, browser, outer_channel, channel
    FROM (
    
    SELECT
      part.session_id AS session_id,
      toUInt32(sum(part.pageviews)) AS pageviews,
      argMinIf(part.browser, part.began, part.browser != '') AS browser,
      argMinIf(part.outer_channel, part.began, part.outer_channel != '') AS outer_channel,
      argMin(part.channel, part.began) AS channel,
      min(part.began) AS began
    FROM (
      SELECT session_id, began AS began, pageviews AS pageviews, browser AS browser, outer_channel AS outer_channel, channel AS channel
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 )) AS part
    GROUP BY part.session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC'));

-- activity, all rolled up
      SELECT toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(visits.pageviews) AS pageviews
      FROM visits
      WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)}) AND (last_act < began + INTERVAL 10 MINUTE AND toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) = toStartOfDay(toDateTime((toUnixTimestamp(last_act) + if(toUnixTimestamp(last_act) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')))) AND 1 AND acts > 0
      UNION ALL
      SELECT toStartOfDay(toDateTime((toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) + if(toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(is_view) AS pageviews
      FROM visits
      ARRAY JOIN times_ms AS time_ms, views AS is_view
      WHERE (site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} OR ((site_id = {site:UInt32}
      AND day >= toDate({p0:UInt32}) AND day <= toDate({p1:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)}))) AND NOT ((site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)}) AND (last_act < began + INTERVAL 10 MINUTE AND toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) = toStartOfDay(toDateTime((toUnixTimestamp(last_act) + if(toUnixTimestamp(last_act) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')))) AND 1
        AND time_ms >= {from:Int64} AND time_ms < {to:Int64};

-- presence, all rolled up
      SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS first, toStartOfDay(toDateTime((toUnixTimestamp(last_act) + if(toUnixTimestamp(last_act) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS last
      FROM visits
      WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)}) AND toUInt32(day) NOT IN {changed_days:Array(UInt32)}) AND acts > 0
      UNION ALL
      SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toStartOfDay(toDateTime((toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) + if(toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS first, first AS last
      FROM visits
      ARRAY JOIN times_ms AS time_ms
      WHERE (site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} OR ((site_id = {site:UInt32}
      AND day >= toDate({p0:UInt32}) AND day <= toDate({p1:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)}))) AND NOT ((site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)}) AND toUInt32(day) NOT IN {changed_days:Array(UInt32)}) AND time_ms >= {from:Int64} AND time_ms < {to:Int64};

-- stepTimes, all rolled up
    SELECT *
    FROM (
      SELECT session_id, arrayMap(time_ms -> intDiv(time_ms, 1000), arrayFilter((time_ms, path) -> path = '/', times_ms, paths)) AS seconds_1
      FROM (
    SELECT session_id, times_ms AS times_ms, paths AS paths
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0  AND acts > 0
    UNION ALL
    SELECT session_id, times_ms AS times_ms, paths AS paths
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p0:UInt32}) AND day <= toDate({p1:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0  AND acts > 0 AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, times_ms, paths
    FROM (
    WITH arraySort(groupArray((part.began, part.times_ms, part.paths))) AS stretches
    SELECT
      part.session_id AS session_id,
      arrayFlatten(arrayMap(stretch -> stretch.2, stretches)) AS times_ms,
      CAST(arrayFlatten(arrayMap(stretch -> stretch.3, stretches)) AS Array(LowCardinality(String))) AS paths,
      min(part.began) AS began
    FROM (
      SELECT session_id, began AS began, times_ms AS times_ms, paths AS paths
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 )) AS part
    GROUP BY part.session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC'))
      WHERE notEmpty(seconds_1)
    ) AS visited
    LEFT ANY JOIN (
      SELECT session_id, groupUniqArrayIf(toUnixTimestamp(timestamp), event_name = 'signup') AS seconds_2
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type NOT IN ('engagement', 'performance') AND (event_name = 'signup')
      GROUP BY session_id
    ) AS happened USING (session_id);

-- sessions, one day is not
    SELECT session_id, began AS began, ended AS ended, entry_page AS entry_page, pageviews AS pageviews
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND acts > 0
    UNION ALL
    SELECT session_id, began AS began, ended AS ended, entry_page AS entry_page, pageviews AS pageviews
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND acts > 0 AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, began, ended, entry_page, pageviews
    FROM (
    
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      greatest(max(part.last_act), addMilliseconds(max(part.last_view), least(arraySum(time -> if(time.1 = argMax(part.last_page, part.last_view), time.2, 0), arrayConcat(
        argMax(part.seen, part.last_view),
        arrayFlatten(groupArrayIf(part.seen, part.last_view = toDateTime64(0, 3, 'UTC'))))), 86400000))) AS ended,
      argMinIf(part.entry_page, part.began, part.entry_page != '') AS entry_page,
      toUInt32(sum(part.pageviews)) AS pageviews
    FROM (
      SELECT session_id, began AS began, ended AS ended, last_act AS last_act, last_view AS last_view, last_page AS last_page, seen AS seen, entry_page AS entry_page, pageviews AS pageviews
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, ended, last_act, last_view, last_page, seen, entry_page, pageviews FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')) AS last_act,
      maxIf(events.timestamp, events.type = 'pageview') AS last_view,
      argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview') AS last_page,
      arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != ''))) AS seen,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews
    FROM events
    WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND type != 'performance'
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC');

-- present, one day is not
    SELECT *, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT session_id, began AS began, paths AS paths, times_ms AS times_ms, visits.pageviews AS views_in_range
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND acts > 0
    UNION ALL
    SELECT session_id, began AS began, paths AS paths, times_ms AS times_ms, toUInt32(arrayCount((time_ms, is_view) -> time_ms >= {from:Int64} AND time_ms < {to:Int64} AND is_view, visits.times_ms, visits.views)) AS views_in_range
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND acts > 0 AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms))
    UNION ALL
    SELECT session_id, began, paths, times_ms, views_in_range
    FROM (
    WITH arraySort(groupArray((part.began, part.paths, part.times_ms))) AS stretches
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      CAST(arrayFlatten(arrayMap(stretch -> stretch.2, stretches)) AS Array(LowCardinality(String))) AS paths,
      arrayFlatten(arrayMap(stretch -> stretch.3, stretches)) AS times_ms,
      toUInt32(sum(part.views_in_range)) AS views_in_range,
      max(part.is_present) AS is_present
    FROM (
      SELECT session_id, began AS began, paths AS paths, times_ms AS times_ms, toUInt32(arrayCount((time_ms, is_view) -> time_ms >= {from:Int64} AND time_ms < {to:Int64} AND is_view, visits.times_ms, visits.views)) AS views_in_range, arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms) AS is_present
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, paths, times_ms, views_in_range, is_present FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      groupArray(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS places,
      min(events.timestamp) AS began,
      CAST(arraySort((element, place) -> place, groupArray(if(events.type = 'pageview', events.pathname, '')), places) AS Array(LowCardinality(String))) AS paths,
      arraySort((element, place) -> place, groupArray(toUnixTimestamp64Milli(events.timestamp)), places) AS times_ms,
      toUInt32(countIf(events.type = 'pageview' AND events.isInRange)) AS views_in_range,
      max(events.isInRange) AS is_present
    FROM (SELECT *, referrer_domain, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present));

-- values, one day is not
    SELECT toString(country) AS value, pageviews
    FROM (
    SELECT session_id, pageviews AS pageviews, country AS country
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND acts > 0
    UNION ALL
    SELECT session_id, pageviews AS pageviews, country AS country
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND acts > 0 AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, pageviews, country
    FROM (
    
    SELECT
      part.session_id AS session_id,
      toUInt32(sum(part.pageviews)) AS pageviews,
      argMinIf(part.country, part.began, part.country != '') AS country,
      min(part.began) AS began
    FROM (
      SELECT session_id, began AS began, pageviews AS pageviews, country AS country
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, pageviews, country FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      min(events.timestamp) AS began,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country
    FROM events
    WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC'));

-- valuesOf, one day is not
    SELECT [toString(browser), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct'))] AS values, pageviews
    FROM (
    SELECT session_id, pageviews AS pageviews, browser AS browser, outer_channel AS outer_channel, channel AS channel
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND acts > 0
    UNION ALL
    SELECT session_id, pageviews AS pageviews, browser AS browser, outer_channel AS outer_channel, channel AS channel
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND acts > 0 AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, pageviews, browser, outer_channel, channel
    FROM (
    
    SELECT
      part.session_id AS session_id,
      toUInt32(sum(part.pageviews)) AS pageviews,
      argMinIf(part.browser, part.began, part.browser != '') AS browser,
      argMinIf(part.outer_channel, part.began, part.outer_channel != '') AS outer_channel,
      argMin(part.channel, part.began) AS channel,
      min(part.began) AS began
    FROM (
      SELECT session_id, began AS began, pageviews AS pageviews, browser AS browser, outer_channel AS outer_channel, channel AS channel
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, pageviews, browser, outer_channel, channel FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      min(events.timestamp) AS began,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel
    FROM events
    WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC'));

-- activity, one day is not
      SELECT toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(visits.pageviews) AS pageviews
      FROM visits
      WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)}) AND (last_act < began + INTERVAL 10 MINUTE AND toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) = toStartOfDay(toDateTime((toUnixTimestamp(last_act) + if(toUnixTimestamp(last_act) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')))) AND 1 AND acts > 0
      UNION ALL
      SELECT toStartOfDay(toDateTime((toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) + if(toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(is_view) AS pageviews
      FROM visits
      ARRAY JOIN times_ms AS time_ms, views AS is_view
      WHERE (site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} OR ((site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)}))) AND NOT ((site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)}) AND (last_act < began + INTERVAL 10 MINUTE AND toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) = toStartOfDay(toDateTime((toUnixTimestamp(last_act) + if(toUnixTimestamp(last_act) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')))) AND 1
        AND time_ms >= {from:Int64} AND time_ms < {to:Int64}
      UNION ALL 
      SELECT toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND 1 AND 1 AND type NOT IN ('engagement', 'performance');

-- presence, one day is not
      SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS first, toStartOfDay(toDateTime((toUnixTimestamp(last_act) + if(toUnixTimestamp(last_act) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS last
      FROM visits
      WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)}) AND toUInt32(day) NOT IN {changed_days:Array(UInt32)}) AND acts > 0
      UNION ALL
      SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toStartOfDay(toDateTime((toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) + if(toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS first, first AS last
      FROM visits
      ARRAY JOIN times_ms AS time_ms
      WHERE (site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} OR ((site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)}))) AND NOT ((site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)}) AND toUInt32(day) NOT IN {changed_days:Array(UInt32)}) AND time_ms >= {from:Int64} AND time_ms < {to:Int64}
      UNION ALL
      SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS first, first AS last
      FROM events
      WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance');

-- stepTimes, one day is not
    SELECT *
    FROM (
      SELECT session_id, arrayMap(time_ms -> intDiv(time_ms, 1000), arrayFilter((time_ms, path) -> path = '/', times_ms, paths)) AS seconds_1
      FROM (
    SELECT session_id, times_ms AS times_ms, paths AS paths
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND acts > 0
    UNION ALL
    SELECT session_id, times_ms AS times_ms, paths AS paths
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND acts > 0 AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, times_ms, paths
    FROM (
    WITH arraySort(groupArray((part.began, part.times_ms, part.paths))) AS stretches
    SELECT
      part.session_id AS session_id,
      arrayFlatten(arrayMap(stretch -> stretch.2, stretches)) AS times_ms,
      CAST(arrayFlatten(arrayMap(stretch -> stretch.3, stretches)) AS Array(LowCardinality(String))) AS paths,
      min(part.began) AS began
    FROM (
      SELECT session_id, began AS began, times_ms AS times_ms, paths AS paths
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, times_ms, paths FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      groupArray(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS places,
      min(events.timestamp) AS began,
      arraySort((element, place) -> place, groupArray(toUnixTimestamp64Milli(events.timestamp)), places) AS times_ms,
      CAST(arraySort((element, place) -> place, groupArray(if(events.type = 'pageview', events.pathname, '')), places) AS Array(LowCardinality(String))) AS paths
    FROM events
    WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC'))
      WHERE notEmpty(seconds_1)
    ) AS visited
    LEFT ANY JOIN (
      SELECT session_id, groupUniqArrayIf(toUnixTimestamp(timestamp), event_name = 'signup') AS seconds_2
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type NOT IN ('engagement', 'performance') AND (event_name = 'signup')
      GROUP BY session_id
    ) AS happened USING (session_id);

-- sessions, filtered
    SELECT session_id, began AS began, ended AS ended, entry_page AS entry_page, pageviews AS pageviews
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p11:UInt32}) AND day <= toDate({p12:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND acts > 0 AND NOT has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AND (country = {p1:String})
      AND (entry_page = {p2:String})
    UNION ALL
    SELECT session_id, began AS began, ended AS ended, entry_page AS entry_page, pageviews AS pageviews
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p5:UInt32}) AND day <= toDate({p6:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p7:UInt32}) AND day <= toDate({p8:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND acts > 0 AND NOT has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AND (country = {p1:String})
      AND (entry_page = {p2:String}) AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, began, ended, entry_page, pageviews
    FROM (
    
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      greatest(max(part.last_act), addMilliseconds(max(part.last_view), least(arraySum(time -> if(time.1 = argMax(part.last_page, part.last_view), time.2, 0), arrayConcat(
        argMax(part.seen, part.last_view),
        arrayFlatten(groupArrayIf(part.seen, part.last_view = toDateTime64(0, 3, 'UTC'))))), 86400000))) AS ended,
      argMinIf(part.entry_page, part.began, part.entry_page != '') AS entry_page,
      toUInt32(sum(part.pageviews)) AS pageviews,
      argMinIf(part.country, part.began, part.country != '') AS country,
      max(part.is_denied) AS is_denied
    FROM (
      SELECT session_id, began AS began, ended AS ended, last_act AS last_act, last_view AS last_view, last_page AS last_page, seen AS seen, entry_page AS entry_page, pageviews AS pageviews, country AS country, has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AS is_denied
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, ended, last_act, last_view, last_page, seen, entry_page, pageviews, country, is_denied FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')) AS last_act,
      maxIf(events.timestamp, events.type = 'pageview') AS last_view,
      argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview') AS last_page,
      arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != ''))) AS seen,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country,
      max(events.type NOT IN ('engagement', 'performance') AND events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND type != 'performance') AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE NOT is_denied AND (country = {p1:String})
      AND (entry_page = {p2:String}) AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC');

-- present, filtered
    SELECT *, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT session_id, began AS began, paths AS paths, times_ms AS times_ms, visits.pageviews AS views_in_range
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p11:UInt32}) AND day <= toDate({p12:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND acts > 0 AND NOT has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AND (country = {p1:String})
      AND (entry_page = {p2:String})
    UNION ALL
    SELECT session_id, began AS began, paths AS paths, times_ms AS times_ms, toUInt32(arrayCount((time_ms, is_view) -> time_ms >= {from:Int64} AND time_ms < {to:Int64} AND is_view, visits.times_ms, visits.views)) AS views_in_range
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p5:UInt32}) AND day <= toDate({p6:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p7:UInt32}) AND day <= toDate({p8:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND acts > 0 AND NOT has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AND (country = {p1:String})
      AND (entry_page = {p2:String}) AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms))
    UNION ALL
    SELECT session_id, began, paths, times_ms, views_in_range
    FROM (
    WITH arraySort(groupArray((part.began, part.paths, part.times_ms))) AS stretches
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      CAST(arrayFlatten(arrayMap(stretch -> stretch.2, stretches)) AS Array(LowCardinality(String))) AS paths,
      arrayFlatten(arrayMap(stretch -> stretch.3, stretches)) AS times_ms,
      toUInt32(sum(part.views_in_range)) AS views_in_range,
      max(part.is_present) AS is_present,
      argMinIf(part.country, part.began, part.country != '') AS country,
      argMinIf(part.entry_page, part.began, part.entry_page != '') AS entry_page,
      max(part.is_denied) AS is_denied
    FROM (
      SELECT session_id, began AS began, paths AS paths, times_ms AS times_ms, toUInt32(arrayCount((time_ms, is_view) -> time_ms >= {from:Int64} AND time_ms < {to:Int64} AND is_view, visits.times_ms, visits.views)) AS views_in_range, arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms) AS is_present, country AS country, entry_page AS entry_page, has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AS is_denied
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, paths, times_ms, views_in_range, is_present, country, entry_page, is_denied FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      groupArray(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS places,
      min(events.timestamp) AS began,
      CAST(arraySort((element, place) -> place, groupArray(if(events.type = 'pageview', events.pathname, '')), places) AS Array(LowCardinality(String))) AS paths,
      arraySort((element, place) -> place, groupArray(toUnixTimestamp64Milli(events.timestamp)), places) AS times_ms,
      toUInt32(countIf(events.type = 'pageview' AND events.isInRange)) AS views_in_range,
      max(events.isInRange) AS is_present,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE NOT is_denied AND (country = {p1:String})
      AND (entry_page = {p2:String}) AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present));

-- values, filtered
    SELECT toString(country) AS value, pageviews
    FROM (
    SELECT session_id, pageviews AS pageviews, country AS country
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p11:UInt32}) AND day <= toDate({p12:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND acts > 0 AND NOT has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AND (country = {p1:String})
      AND (entry_page = {p2:String})
    UNION ALL
    SELECT session_id, pageviews AS pageviews, country AS country
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p5:UInt32}) AND day <= toDate({p6:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p7:UInt32}) AND day <= toDate({p8:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND acts > 0 AND NOT has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AND (country = {p1:String})
      AND (entry_page = {p2:String}) AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, pageviews, country
    FROM (
    
    SELECT
      part.session_id AS session_id,
      toUInt32(sum(part.pageviews)) AS pageviews,
      argMinIf(part.country, part.began, part.country != '') AS country,
      min(part.began) AS began,
      argMinIf(part.entry_page, part.began, part.entry_page != '') AS entry_page,
      max(part.is_denied) AS is_denied
    FROM (
      SELECT session_id, began AS began, pageviews AS pageviews, country AS country, entry_page AS entry_page, has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AS is_denied
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, pageviews, country, entry_page, is_denied FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      min(events.timestamp) AS began,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE NOT is_denied AND (country = {p1:String})
      AND (entry_page = {p2:String}) AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC'));

-- valuesOf, filtered
    SELECT [toString(browser), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct'))] AS values, pageviews
    FROM (
    SELECT session_id, pageviews AS pageviews, browser AS browser, outer_channel AS outer_channel, channel AS channel
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p11:UInt32}) AND day <= toDate({p12:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND acts > 0 AND NOT has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AND (country = {p1:String})
      AND (entry_page = {p2:String})
    UNION ALL
    SELECT session_id, pageviews AS pageviews, browser AS browser, outer_channel AS outer_channel, channel AS channel
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p5:UInt32}) AND day <= toDate({p6:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p7:UInt32}) AND day <= toDate({p8:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND acts > 0 AND NOT has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AND (country = {p1:String})
      AND (entry_page = {p2:String}) AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, pageviews, browser, outer_channel, channel
    FROM (
    
    SELECT
      part.session_id AS session_id,
      toUInt32(sum(part.pageviews)) AS pageviews,
      argMinIf(part.browser, part.began, part.browser != '') AS browser,
      argMinIf(part.outer_channel, part.began, part.outer_channel != '') AS outer_channel,
      argMin(part.channel, part.began) AS channel,
      min(part.began) AS began,
      argMinIf(part.country, part.began, part.country != '') AS country,
      argMinIf(part.entry_page, part.began, part.entry_page != '') AS entry_page,
      max(part.is_denied) AS is_denied
    FROM (
      SELECT session_id, began AS began, pageviews AS pageviews, browser AS browser, outer_channel AS outer_channel, channel AS channel, country AS country, entry_page AS entry_page, has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AS is_denied
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, pageviews, browser, outer_channel, channel, country, entry_page, is_denied FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      min(events.timestamp) AS began,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE NOT is_denied AND (country = {p1:String})
      AND (entry_page = {p2:String}) AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC'));

-- activity, filtered
      SELECT toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(visits.pageviews) AS pageviews
      FROM visits
      WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p11:UInt32}) AND day <= toDate({p12:UInt32})
      AND seal IN {seals:Array(UInt64)}) AND (last_act < began + INTERVAL 10 MINUTE AND toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) = toStartOfDay(toDateTime((toUnixTimestamp(last_act) + if(toUnixTimestamp(last_act) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')))) AND (crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND acts > 0 AND NOT has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AND (country = {p1:String})
      AND (entry_page = {p2:String}) OR (site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))))) AND session_id IN (SELECT session_id FROM (
    SELECT session_id
    FROM (
    
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      max(part.last_act) AS last_act,
      argMinIf(part.country, part.began, part.country != '') AS country,
      argMinIf(part.entry_page, part.began, part.entry_page != '') AS entry_page,
      max(part.is_denied) AS is_denied
    FROM (
      SELECT session_id, began AS began, last_act AS last_act, country AS country, entry_page AS entry_page, has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AS is_denied
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, last_act, country, entry_page, is_denied FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      min(events.timestamp) AS began,
      max(events.timestamp) AS last_act,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE NOT is_denied AND (country = {p1:String})
      AND (entry_page = {p2:String}) AND last_act >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')))) AND acts > 0
      UNION ALL
      SELECT toStartOfDay(toDateTime((toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) + if(toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(is_view) AS pageviews
      FROM visits
      ARRAY JOIN times_ms AS time_ms, views AS is_view
      WHERE (site_id = {site:UInt32}
      AND day >= toDate({p11:UInt32}) AND day <= toDate({p12:UInt32})
      AND seal IN {seals:Array(UInt64)} OR ((site_id = {site:UInt32}
      AND day >= toDate({p5:UInt32}) AND day <= toDate({p6:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p7:UInt32}) AND day <= toDate({p8:UInt32})
      AND seal IN {seals:Array(UInt64)}))) AND NOT ((site_id = {site:UInt32}
      AND day >= toDate({p11:UInt32}) AND day <= toDate({p12:UInt32})
      AND seal IN {seals:Array(UInt64)}) AND (last_act < began + INTERVAL 10 MINUTE AND toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) = toStartOfDay(toDateTime((toUnixTimestamp(last_act) + if(toUnixTimestamp(last_act) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')))) AND (crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND acts > 0 AND NOT has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AND (country = {p1:String})
      AND (entry_page = {p2:String}) OR (site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))))) AND session_id IN (SELECT session_id FROM (
    SELECT session_id
    FROM (
    
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      max(part.last_act) AS last_act,
      argMinIf(part.country, part.began, part.country != '') AS country,
      argMinIf(part.entry_page, part.began, part.entry_page != '') AS entry_page,
      max(part.is_denied) AS is_denied
    FROM (
      SELECT session_id, began AS began, last_act AS last_act, country AS country, entry_page AS entry_page, has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AS is_denied
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, last_act, country, entry_page, is_denied FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      min(events.timestamp) AS began,
      max(events.timestamp) AS last_act,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE NOT is_denied AND (country = {p1:String})
      AND (entry_page = {p2:String}) AND last_act >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC'))))
        AND time_ms >= {from:Int64} AND time_ms < {to:Int64}
      UNION ALL 
      SELECT toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND 1 AND session_id IN (SELECT session_id FROM (
    SELECT session_id
    FROM (
    
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      max(part.last_act) AS last_act,
      argMinIf(part.country, part.began, part.country != '') AS country,
      argMinIf(part.entry_page, part.began, part.entry_page != '') AS entry_page,
      max(part.is_denied) AS is_denied
    FROM (
      SELECT session_id, began AS began, last_act AS last_act, country AS country, entry_page AS entry_page, has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AS is_denied
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, last_act, country, entry_page, is_denied FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      min(events.timestamp) AS began,
      max(events.timestamp) AS last_act,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE NOT is_denied AND (country = {p1:String})
      AND (entry_page = {p2:String}) AND last_act >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC'))) AND type NOT IN ('engagement', 'performance');

-- presence, filtered
      SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS first, toStartOfDay(toDateTime((toUnixTimestamp(last_act) + if(toUnixTimestamp(last_act) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS last
      FROM visits
      WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p11:UInt32}) AND day <= toDate({p12:UInt32})
      AND seal IN {seals:Array(UInt64)}) AND toUInt32(day) NOT IN {changed_days:Array(UInt32)}) AND acts > 0
      UNION ALL
      SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toStartOfDay(toDateTime((toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) + if(toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS first, first AS last
      FROM visits
      ARRAY JOIN times_ms AS time_ms
      WHERE (site_id = {site:UInt32}
      AND day >= toDate({p11:UInt32}) AND day <= toDate({p12:UInt32})
      AND seal IN {seals:Array(UInt64)} OR ((site_id = {site:UInt32}
      AND day >= toDate({p5:UInt32}) AND day <= toDate({p6:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p7:UInt32}) AND day <= toDate({p8:UInt32})
      AND seal IN {seals:Array(UInt64)}))) AND NOT ((site_id = {site:UInt32}
      AND day >= toDate({p11:UInt32}) AND day <= toDate({p12:UInt32})
      AND seal IN {seals:Array(UInt64)}) AND toUInt32(day) NOT IN {changed_days:Array(UInt32)}) AND time_ms >= {from:Int64} AND time_ms < {to:Int64}
      UNION ALL
      SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS first, first AS last
      FROM events
      WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance');

-- stepTimes, filtered
    SELECT *
    FROM (
      SELECT session_id, arrayMap(time_ms -> intDiv(time_ms, 1000), arrayFilter((time_ms, path) -> path = '/', times_ms, paths)) AS seconds_1
      FROM (
    SELECT session_id, times_ms AS times_ms, paths AS paths
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p11:UInt32}) AND day <= toDate({p12:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND acts > 0 AND NOT has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AND (country = {p1:String})
      AND (entry_page = {p2:String})
    UNION ALL
    SELECT session_id, times_ms AS times_ms, paths AS paths
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p5:UInt32}) AND day <= toDate({p6:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p7:UInt32}) AND day <= toDate({p8:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND acts > 0 AND NOT has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AND (country = {p1:String})
      AND (entry_page = {p2:String}) AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, times_ms, paths
    FROM (
    WITH arraySort(groupArray((part.began, part.times_ms, part.paths))) AS stretches
    SELECT
      part.session_id AS session_id,
      arrayFlatten(arrayMap(stretch -> stretch.2, stretches)) AS times_ms,
      CAST(arrayFlatten(arrayMap(stretch -> stretch.3, stretches)) AS Array(LowCardinality(String))) AS paths,
      min(part.began) AS began,
      argMinIf(part.country, part.began, part.country != '') AS country,
      argMinIf(part.entry_page, part.began, part.entry_page != '') AS entry_page,
      max(part.is_denied) AS is_denied
    FROM (
      SELECT session_id, began AS began, times_ms AS times_ms, paths AS paths, country AS country, entry_page AS entry_page, has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.paths), arrayMap((pathname) -> ((position(pathname, {p0:String}) > 0)), visits.other_paths)), 1) AS is_denied
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, times_ms, paths, country, entry_page, is_denied FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      groupArray(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS places,
      min(events.timestamp) AS began,
      arraySort((element, place) -> place, groupArray(toUnixTimestamp64Milli(events.timestamp)), places) AS times_ms,
      CAST(arraySort((element, place) -> place, groupArray(if(events.type = 'pageview', events.pathname, '')), places) AS Array(LowCardinality(String))) AS paths,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE NOT is_denied AND (country = {p1:String})
      AND (entry_page = {p2:String}) AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC'))
      WHERE notEmpty(seconds_1)
    ) AS visited
    LEFT ANY JOIN (
      SELECT session_id, groupUniqArrayIf(toUnixTimestamp(timestamp), event_name = 'signup') AS seconds_2
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type NOT IN ('engagement', 'performance') AND (event_name = 'signup')
      GROUP BY session_id
    ) AS happened USING (session_id);

-- sessions, filtered by path
    SELECT session_id, began AS began, ended AS ended, entry_page AS entry_page, pageviews AS pageviews
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))) AND acts > 0 AND has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), 1)
    UNION ALL
    SELECT session_id, began AS began, ended AS ended, entry_page AS entry_page, pageviews AS pageviews
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p3:UInt32}) AND day <= toDate({p4:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p5:UInt32}) AND day <= toDate({p6:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))) AND acts > 0 AND has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), 1) AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, began, ended, entry_page, pageviews
    FROM (
    
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      greatest(max(part.last_act), addMilliseconds(max(part.last_view), least(arraySum(time -> if(time.1 = argMax(part.last_page, part.last_view), time.2, 0), arrayConcat(
        argMax(part.seen, part.last_view),
        arrayFlatten(groupArrayIf(part.seen, part.last_view = toDateTime64(0, 3, 'UTC'))))), 86400000))) AS ended,
      argMinIf(part.entry_page, part.began, part.entry_page != '') AS entry_page,
      toUInt32(sum(part.pageviews)) AS pageviews,
      max(part.matches) AS matches
    FROM (
      SELECT session_id, began AS began, ended AS ended, last_act AS last_act, last_view AS last_view, last_page AS last_page, seen AS seen, entry_page AS entry_page, pageviews AS pageviews, has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), 1) AS matches
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p7:UInt32}) AND day <= toDate({p8:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, ended, last_act, last_view, last_page, seen, entry_page, pageviews, matches FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')) AS last_act,
      maxIf(events.timestamp, events.type = 'pageview') AS last_view,
      argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview') AS last_page,
      arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != ''))) AS seen,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      max(events.type NOT IN ('engagement', 'performance') AND events.isCounted) AS matches
    FROM (SELECT *, referrer_domain, ((pathname = {p0:String})) AS isCounted, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))) AND type != 'performance') AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE matches AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC');

-- present, filtered by path
    SELECT *, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT session_id, began AS began, CAST(arrayMap((text, is_met) -> if(is_met, text, ''), visits.paths, arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths))) AS Array(LowCardinality(String))) AS paths, times_ms AS times_ms, toUInt32(arrayCount((is_met, is_view) -> is_met AND is_view, arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), visits.views)) AS views_in_range
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))) AND acts > 0 AND has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), 1)
    UNION ALL
    SELECT session_id, began AS began, CAST(arrayMap((text, is_met) -> if(is_met, text, ''), visits.paths, arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths))) AS Array(LowCardinality(String))) AS paths, times_ms AS times_ms, toUInt32(arrayCount((is_met, time_ms, is_view) -> is_met AND time_ms >= {from:Int64} AND time_ms < {to:Int64} AND is_view, arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), visits.times_ms, visits.views)) AS views_in_range
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p3:UInt32}) AND day <= toDate({p4:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p5:UInt32}) AND day <= toDate({p6:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))) AND acts > 0 AND has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), 1) AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR arrayExists((is_met, time_ms) -> is_met AND time_ms >= {from:Int64} AND time_ms < {to:Int64}, arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), visits.times_ms))
    UNION ALL
    SELECT session_id, began, paths, times_ms, views_in_range
    FROM (
    WITH arraySort(groupArray((part.began, part.paths, part.times_ms))) AS stretches
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      CAST(arrayFlatten(arrayMap(stretch -> stretch.2, stretches)) AS Array(LowCardinality(String))) AS paths,
      arrayFlatten(arrayMap(stretch -> stretch.3, stretches)) AS times_ms,
      toUInt32(sum(part.views_in_range)) AS views_in_range,
      max(part.is_present) AS is_present,
      max(part.matches) AS matches
    FROM (
      SELECT session_id, began AS began, CAST(arrayMap((text, is_met) -> if(is_met, text, ''), visits.paths, arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths))) AS Array(LowCardinality(String))) AS paths, times_ms AS times_ms, toUInt32(arrayCount((is_met, time_ms, is_view) -> is_met AND time_ms >= {from:Int64} AND time_ms < {to:Int64} AND is_view, arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), visits.times_ms, visits.views)) AS views_in_range, arrayExists((is_met, time_ms) -> is_met AND time_ms >= {from:Int64} AND time_ms < {to:Int64}, arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), visits.times_ms) AS is_present, has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), 1) AS matches
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p7:UInt32}) AND day <= toDate({p8:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, paths, times_ms, views_in_range, is_present, matches FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      groupArray(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS places,
      min(events.timestamp) AS began,
      CAST(arraySort((element, place) -> place, groupArray(if(events.type = 'pageview' AND events.isShown, events.pathname, '')), places) AS Array(LowCardinality(String))) AS paths,
      arraySort((element, place) -> place, groupArray(toUnixTimestamp64Milli(events.timestamp)), places) AS times_ms,
      toUInt32(countIf(events.type = 'pageview' AND events.isCounted AND events.isInRange)) AS views_in_range,
      max(events.isCounted AND events.isInRange) AS is_present,
      max(events.isCounted) AS matches
    FROM (SELECT *, referrer_domain, ((pathname = {p0:String})) AS isCounted, ((pathname = {p0:String})) AS isShown, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE matches AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present));

-- values, filtered by path
    SELECT toString(country) AS value, pageviews
    FROM (
    SELECT session_id, pageviews AS pageviews, country AS country
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))) AND acts > 0 AND has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), 1)
    UNION ALL
    SELECT session_id, pageviews AS pageviews, country AS country
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p3:UInt32}) AND day <= toDate({p4:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p5:UInt32}) AND day <= toDate({p6:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))) AND acts > 0 AND has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), 1) AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, pageviews, country
    FROM (
    
    SELECT
      part.session_id AS session_id,
      toUInt32(sum(part.pageviews)) AS pageviews,
      argMinIf(part.country, part.began, part.country != '') AS country,
      min(part.began) AS began,
      max(part.matches) AS matches
    FROM (
      SELECT session_id, began AS began, pageviews AS pageviews, country AS country, has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), 1) AS matches
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p7:UInt32}) AND day <= toDate({p8:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, pageviews, country, matches FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      min(events.timestamp) AS began,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      max(events.isCounted) AS matches
    FROM (SELECT *, referrer_domain, ((pathname = {p0:String})) AS isCounted, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE matches AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC'));

-- valuesOf, filtered by path
    SELECT [toString(browser), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct'))] AS values, pageviews
    FROM (
    SELECT session_id, pageviews AS pageviews, browser AS browser, outer_channel AS outer_channel, channel AS channel
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))) AND acts > 0 AND has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), 1)
    UNION ALL
    SELECT session_id, pageviews AS pageviews, browser AS browser, outer_channel AS outer_channel, channel AS channel
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p3:UInt32}) AND day <= toDate({p4:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p5:UInt32}) AND day <= toDate({p6:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))) AND acts > 0 AND has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), 1) AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, pageviews, browser, outer_channel, channel
    FROM (
    
    SELECT
      part.session_id AS session_id,
      toUInt32(sum(part.pageviews)) AS pageviews,
      argMinIf(part.browser, part.began, part.browser != '') AS browser,
      argMinIf(part.outer_channel, part.began, part.outer_channel != '') AS outer_channel,
      argMin(part.channel, part.began) AS channel,
      min(part.began) AS began,
      max(part.matches) AS matches
    FROM (
      SELECT session_id, began AS began, pageviews AS pageviews, browser AS browser, outer_channel AS outer_channel, channel AS channel, has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), 1) AS matches
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p7:UInt32}) AND day <= toDate({p8:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, pageviews, browser, outer_channel, channel, matches FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      min(events.timestamp) AS began,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      max(events.isCounted) AS matches
    FROM (SELECT *, referrer_domain, ((pathname = {p0:String})) AS isCounted, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE matches AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC'));

-- activity, filtered by path
      SELECT toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(toUInt32(arrayCount((is_met, is_view) -> is_met AND is_view, arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), visits.views))) AS pageviews
      FROM visits
      WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)}) AND (last_act < began + INTERVAL 10 MINUTE AND toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) = toStartOfDay(toDateTime((toUnixTimestamp(last_act) + if(toUnixTimestamp(last_act) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')))) AND 1 AND has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), 1)
      UNION ALL
      SELECT toStartOfDay(toDateTime((toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) + if(toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(is_view) AS pageviews
      FROM visits
      ARRAY JOIN times_ms AS time_ms, views AS is_view, arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)) AS matches
      WHERE (site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)} OR ((site_id = {site:UInt32}
      AND day >= toDate({p3:UInt32}) AND day <= toDate({p4:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p5:UInt32}) AND day <= toDate({p6:UInt32})
      AND seal IN {seals:Array(UInt64)}))) AND NOT ((site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)}) AND (last_act < began + INTERVAL 10 MINUTE AND toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) = toStartOfDay(toDateTime((toUnixTimestamp(last_act) + if(toUnixTimestamp(last_act) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')))) AND 1
        AND time_ms >= {from:Int64} AND time_ms < {to:Int64} AND matches
      UNION ALL 
      SELECT toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))) AND site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND (pathname = {p0:String}) AND 1 AND type NOT IN ('engagement', 'performance');

-- presence, filtered by path
      SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toStartOfDay(toDateTime((toUnixTimestamp(began) + if(toUnixTimestamp(began) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS first, toStartOfDay(toDateTime((toUnixTimestamp(last_act) + if(toUnixTimestamp(last_act) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS last
      FROM visits
      WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)}) AND toUInt32(day) NOT IN {changed_days:Array(UInt32)}) AND acts > 0
      UNION ALL
      SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toStartOfDay(toDateTime((toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) + if(toUnixTimestamp(fromUnixTimestamp64Milli(time_ms, 'UTC')) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS first, first AS last
      FROM visits
      ARRAY JOIN times_ms AS time_ms
      WHERE (site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)} OR ((site_id = {site:UInt32}
      AND day >= toDate({p3:UInt32}) AND day <= toDate({p4:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p5:UInt32}) AND day <= toDate({p6:UInt32})
      AND seal IN {seals:Array(UInt64)}))) AND NOT ((site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)}) AND toUInt32(day) NOT IN {changed_days:Array(UInt32)}) AND time_ms >= {from:Int64} AND time_ms < {to:Int64}
      UNION ALL
      SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS first, first AS last
      FROM events
      WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))) AND site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance');

-- stepTimes, filtered by path
    SELECT *
    FROM (
      SELECT session_id, arrayMap(time_ms -> intDiv(time_ms, 1000), arrayFilter((time_ms, path) -> path = '/', times_ms, paths)) AS seconds_1
      FROM (
    SELECT session_id, times_ms AS times_ms, paths AS paths
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p9:UInt32}) AND day <= toDate({p10:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))) AND acts > 0 AND has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), 1)
    UNION ALL
    SELECT session_id, times_ms AS times_ms, paths AS paths
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p3:UInt32}) AND day <= toDate({p4:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p5:UInt32}) AND day <= toDate({p6:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))) AND acts > 0 AND has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), 1) AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, times_ms, paths
    FROM (
    WITH arraySort(groupArray((part.began, part.times_ms, part.paths))) AS stretches
    SELECT
      part.session_id AS session_id,
      arrayFlatten(arrayMap(stretch -> stretch.2, stretches)) AS times_ms,
      CAST(arrayFlatten(arrayMap(stretch -> stretch.3, stretches)) AS Array(LowCardinality(String))) AS paths,
      min(part.began) AS began,
      max(part.matches) AS matches
    FROM (
      SELECT session_id, began AS began, times_ms AS times_ms, paths AS paths, has(arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, arrayMap((pathname) -> (pathname = {p0:String}), visits.paths), arrayMap((pathname) -> (pathname = {p0:String}), visits.other_paths)), 1) AS matches
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p7:UInt32}) AND day <= toDate({p8:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, times_ms, paths, matches FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      groupArray(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS places,
      min(events.timestamp) AS began,
      arraySort((element, place) -> place, groupArray(toUnixTimestamp64Milli(events.timestamp)), places) AS times_ms,
      CAST(arraySort((element, place) -> place, groupArray(if(events.type = 'pageview', events.pathname, '')), places) AS Array(LowCardinality(String))) AS paths,
      max(events.isCounted) AS matches
    FROM (SELECT *, referrer_domain, ((pathname = {p0:String})) AS isCounted, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE matches AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC'))
      WHERE notEmpty(seconds_1)
    ) AS visited
    LEFT ANY JOIN (
      SELECT session_id, groupUniqArrayIf(toUnixTimestamp(timestamp), event_name = 'signup') AS seconds_2
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type NOT IN ('engagement', 'performance') AND (event_name = 'signup')
      GROUP BY session_id
    ) AS happened USING (session_id);
