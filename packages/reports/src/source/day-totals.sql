-- sums, all rolled up
    SELECT
      toUInt64(sum(row_sessions)) AS sessions,
      toUInt64(sum(row_pageviews)) AS pageviews,
      toUInt64(sum(row_users)) AS users,
      toUInt64(sum(row_session_pages)) AS session_pages,
      toUInt64(sum(row_bounces)) AS bounces,
      toInt64(sum(row_total_ms)) AS total_ms
    FROM (
      SELECT row_sessions, row_pageviews, row_users, row_pageviews AS row_session_pages, row_bounces, row_total_ms
      FROM (/* kept: row_sessions, row_pageviews, row_users, row_bounces, row_total_ms */
      SELECT
        toInt64(sum(sessions)) AS row_sessions,
        toInt64(sum(pageviews)) AS row_pageviews,
        toInt64((SELECT uniqExact(if(identified_user_id = '', user_id, cityHash64(identified_user_id))) FROM visits WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND acts > 0)) AS row_users,
        toInt64(sum(bounces)) AS row_bounces,
        toInt64(sum(total_ms)) AS row_total_ms
      FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'day'
      HAVING NOT throwIf(count() != 30))
      UNION ALL
      SELECT
        sumIf(sign, is_begun),
        sum(sign * toInt64(views_in_range)),
        0,
        sumIf(sign * toInt64(pageviews), is_begun),
        sumIf(sign, is_begun AND pageviews = 1),
        sumIf(sign * (toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began)), is_begun)
      FROM (
      SELECT toInt64(1) AS sign, toUInt8(began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS is_begun, began, ended, user_id, identified_user_id, pageviews, views_in_range, is_present
      FROM (
    SELECT session_id, began AS began, ended AS ended, user_id AS user_id, identified_user_id AS identified_user_id, pageviews AS pageviews, toUInt32(arrayCount((time_ms, is_view) -> time_ms >= {from:Int64} AND time_ms < {to:Int64} AND is_view, visits.times_ms, visits.views)) AS views_in_range, arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms) AS is_present
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p0:UInt32}) AND day <= toDate({p1:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0  AND acts > 0 AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms))
    UNION ALL
    SELECT session_id, began, ended, user_id, identified_user_id, pageviews, views_in_range, is_present
    FROM (
    
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      greatest(max(part.last_act), addMilliseconds(max(part.last_view), least(arraySum(time -> if(time.1 = argMax(part.last_page, part.last_view), time.2, 0), arrayConcat(
        argMax(part.seen, part.last_view),
        arrayFlatten(groupArrayIf(part.seen, part.last_view = toDateTime64(0, 3, 'UTC'))))), 86400000))) AS ended,
      any(part.user_id) AS user_id,
      argMaxIf(part.identified_user_id, part.began, part.identified_user_id != '') AS identified_user_id,
      toUInt32(sum(part.pageviews)) AS pageviews,
      toUInt32(sum(part.views_in_range)) AS views_in_range,
      max(part.is_present) AS is_present
    FROM (
      SELECT session_id, began AS began, ended AS ended, last_act AS last_act, last_view AS last_view, last_page AS last_page, seen AS seen, user_id AS user_id, identified_user_id AS identified_user_id, pageviews AS pageviews, toUInt32(arrayCount((time_ms, is_view) -> time_ms >= {from:Int64} AND time_ms < {to:Int64} AND is_view, visits.times_ms, visits.views)) AS views_in_range, arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms) AS is_present
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 )) AS part
    GROUP BY part.session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)))
      UNION ALL
      SELECT 0, 0, toInt64(uniqExact(person)), 0, 0, 0
      FROM (SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person FROM visits WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p0:UInt32}) AND day <= toDate({p1:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND arrayExists(time_ms -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, times_ms))
      WHERE person NOT IN (SELECT person FROM (SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person FROM visits WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND acts > 0) WHERE person IN (SELECT person FROM (SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person FROM visits WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p0:UInt32}) AND day <= toDate({p1:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND arrayExists(time_ms -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, times_ms))))
    );

-- sessionsBy, all rolled up
    SELECT value, toUInt64(sum(row_sessions)) AS sessions, toUInt64(sum(row_bounces)) AS bounces
    FROM (/* kept: value, row_sessions, row_bounces */
      SELECT toString(toString(country)) AS value, toInt64(sum(row_sessions)) AS row_sessions, toInt64(sum(row_bounces)) AS row_bounces
      FROM (SELECT value AS country, sessions AS row_sessions, bounces AS row_bounces FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'country')
      GROUP BY value
      UNION ALL 
        SELECT '' AS value, 0, 0
        FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'day'
        HAVING throwIf(count() != 30)
      UNION ALL
      SELECT toString(toString(country)) AS value, sum(sign), sumIf(sign, pageviews = 1)
      FROM (
      SELECT toInt64(1) AS sign, toUInt8(began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS is_begun, began, pageviews, country
      FROM (
    SELECT session_id, began AS began, pageviews AS pageviews, country AS country
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p0:UInt32}) AND day <= toDate({p1:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0  AND acts > 0 AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms))
    UNION ALL
    SELECT session_id, began, pageviews, country
    FROM (
    
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      toUInt32(sum(part.pageviews)) AS pageviews,
      argMinIf(part.country, part.began, part.country != '') AS country,
      max(part.is_present) AS is_present
    FROM (
      SELECT session_id, began AS began, pageviews AS pageviews, country AS country, arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms) AS is_present
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 )) AS part
    GROUP BY part.session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)))
      WHERE is_begun
      GROUP BY value
    )
    GROUP BY value
    HAVING sessions > 0;

    SELECT value, count() AS sessions, countIf(pageviews = 1) AS bounces
    FROM (
    SELECT toString(entry_page) AS value, pageviews
    FROM (
    SELECT session_id, pageviews AS pageviews, entry_page AS entry_page
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0  AND acts > 0
    UNION ALL
    SELECT session_id, pageviews AS pageviews, entry_page AS entry_page
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p0:UInt32}) AND day <= toDate({p1:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0  AND acts > 0 AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, pageviews, entry_page
    FROM (
    
    SELECT
      part.session_id AS session_id,
      toUInt32(sum(part.pageviews)) AS pageviews,
      argMinIf(part.entry_page, part.began, part.entry_page != '') AS entry_page,
      min(part.began) AS began
    FROM (
      SELECT session_id, began AS began, pageviews AS pageviews, entry_page AS entry_page
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 )) AS part
    GROUP BY part.session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')))
    GROUP BY value;

-- sessionsByEach, all rolled up
    SELECT dimension, value, toUInt64(sum(row_sessions)) AS sessions, toUInt64(sum(row_bounces)) AS bounces
    FROM (/* kept: dimension, value, row_sessions, row_bounces */SELECT toUInt32(1) AS dimension, * FROM (
      SELECT toString(toString(browser)) AS value, toInt64(sum(row_sessions)) AS row_sessions, toInt64(sum(row_bounces)) AS row_bounces
      FROM (SELECT value AS browser, sessions AS row_sessions, bounces AS row_bounces FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'browser')
      GROUP BY value)
      UNION ALL SELECT toUInt32(2) AS dimension, * FROM (
      SELECT toString(toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct'))) AS value, toInt64(sum(row_sessions)) AS row_sessions, toInt64(sum(row_bounces)) AS row_bounces
      FROM (SELECT value AS outer_channel, detail AS channel, sessions AS row_sessions, bounces AS row_bounces FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'channel')
      GROUP BY value)
      UNION ALL
      SELECT toUInt32(0) AS dimension, * FROM (
        SELECT '' AS value, 0, 0
        FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'day'
        HAVING throwIf(count() != 30))
      UNION ALL
      SELECT dimension, value, sum(sign), sumIf(sign, pageviews = 1)
      FROM (
        SELECT sign, pageviews, [toString(browser), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct'))] AS values
        FROM (
      SELECT toInt64(1) AS sign, toUInt8(began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS is_begun, began, pageviews, browser, outer_channel, channel
      FROM (
    SELECT session_id, began AS began, pageviews AS pageviews, browser AS browser, outer_channel AS outer_channel, channel AS channel
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p0:UInt32}) AND day <= toDate({p1:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0  AND acts > 0 AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms))
    UNION ALL
    SELECT session_id, began, pageviews, browser, outer_channel, channel
    FROM (
    
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      toUInt32(sum(part.pageviews)) AS pageviews,
      argMinIf(part.browser, part.began, part.browser != '') AS browser,
      argMinIf(part.outer_channel, part.began, part.outer_channel != '') AS outer_channel,
      argMin(part.channel, part.began) AS channel,
      max(part.is_present) AS is_present
    FROM (
      SELECT session_id, began AS began, pageviews AS pageviews, browser AS browser, outer_channel AS outer_channel, channel AS channel, arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms) AS is_present
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 )) AS part
    GROUP BY part.session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)))
        WHERE is_begun
      )
      ARRAY JOIN values AS value, arrayEnumerate(values) AS dimension
      GROUP BY dimension, value
    )
    GROUP BY dimension, value
    HAVING sessions > 0;

-- viewsBy, all rolled up
    SELECT
      value,
      toUInt64(sum(row_sessions)) AS sessions,
      toUInt64(sum(row_views)) AS views,
      toUInt64(sum(row_bounces)) AS bounces,
      sum(row_on_page_ms) AS on_page_ms,
      toUInt64(sum(row_measured_views)) AS measured_views,
      max(row_latest_ms) AS latest_ms
    FROM (/* kept: value, row_sessions, row_views, row_bounces, row_on_page_ms, row_measured_views, row_latest_ms */
      SELECT
        value,
        toInt64(sum(sessions)) AS row_sessions,
        toInt64(sum(views)) AS row_views,
        toInt64(sum(bounces)) AS row_bounces,
        toInt64(sum(on_page_ms)) AS row_on_page_ms,
        toInt64(sum(measured_views)) AS row_measured_views,
        max(latest_ms) AS row_latest_ms
      FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'pathname'
      GROUP BY value
      UNION ALL 
        SELECT '' AS value, 0, 0, 0, 0, 0, 0
        FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'day'
        HAVING throwIf(count() != 30)
      UNION ALL
      SELECT
        value,
        sumIf(sign, is_begun AND nth = 1),
        sumIf(sign, is_viewed),
        sumIf(sign, is_begun AND nth = 1 AND pageviews = 1),
        sumIf(sign * gap_ms, is_viewed AND gap_ms >= 0),
        sumIf(sign, is_viewed AND gap_ms >= 0),
        max(time_ms)
      FROM (
        SELECT *, time_ms >= {from:Int64} AND time_ms < {to:Int64} AS is_viewed
        FROM (
      SELECT
        sign, is_begun, value, nth, pageviews, time_ms,
        if(next_ms < 0, -1, least(next_ms - time_ms, 1800000)) AS gap_ms
      FROM (
      SELECT toInt64(1) AS sign, toUInt8(began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS is_begun, began, ended, pageviews, times_ms, paths
      FROM (
    SELECT session_id, began AS began, ended AS ended, pageviews AS pageviews, times_ms AS times_ms, paths AS paths
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p0:UInt32}) AND day <= toDate({p1:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0  AND acts > 0 AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms))
    UNION ALL
    SELECT session_id, began, ended, pageviews, times_ms, paths
    FROM (
    WITH arraySort(groupArray((part.began, part.times_ms, part.paths))) AS stretches
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      greatest(max(part.last_act), addMilliseconds(max(part.last_view), least(arraySum(time -> if(time.1 = argMax(part.last_page, part.last_view), time.2, 0), arrayConcat(
        argMax(part.seen, part.last_view),
        arrayFlatten(groupArrayIf(part.seen, part.last_view = toDateTime64(0, 3, 'UTC'))))), 86400000))) AS ended,
      toUInt32(sum(part.pageviews)) AS pageviews,
      arrayFlatten(arrayMap(stretch -> stretch.2, stretches)) AS times_ms,
      CAST(arrayFlatten(arrayMap(stretch -> stretch.3, stretches)) AS Array(LowCardinality(String))) AS paths,
      max(part.is_present) AS is_present
    FROM (
      SELECT session_id, began AS began, ended AS ended, last_act AS last_act, last_view AS last_view, last_page AS last_page, seen AS seen, pageviews AS pageviews, times_ms AS times_ms, paths AS paths, arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms) AS is_present
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 )) AS part
    GROUP BY part.session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)))
      ARRAY JOIN
        paths AS value,
        times_ms AS time_ms,
        arrayPushBack(arrayPopFront(times_ms), if(toUnixTimestamp64Milli(ended) > times_ms[-1], toUnixTimestamp64Milli(ended), -1)) AS next_ms,
        arrayEnumerateUniq(paths) AS nth
      WHERE value != '')
      )
      GROUP BY value
    )
    GROUP BY value
    HAVING sessions > 0 OR views > 0;

    SELECT
      value,
      toUInt64(sum(row_sessions)) AS sessions,
      toUInt64(sum(row_views)) AS views,
      toUInt64(sum(row_bounces)) AS bounces,
      sum(row_on_page_ms) AS on_page_ms,
      toUInt64(sum(row_measured_views)) AS measured_views,
      max(row_latest_ms) AS latest_ms
    FROM (/* kept: value, row_sessions, row_views, row_bounces, row_on_page_ms, row_measured_views, row_latest_ms */
      SELECT
        value,
        toInt64(sum(sessions)) AS row_sessions,
        toInt64(sum(views)) AS row_views,
        toInt64(sum(bounces)) AS row_bounces,
        toInt64(sum(on_page_ms)) AS row_on_page_ms,
        toInt64(sum(measured_views)) AS row_measured_views,
        max(latest_ms) AS row_latest_ms
      FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'page_title'
      GROUP BY value
      UNION ALL 
        SELECT '' AS value, 0, 0, 0, 0, 0, 0
        FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'day'
        HAVING throwIf(count() != 30)
      UNION ALL
      SELECT
        value,
        sumIf(sign, is_begun AND nth = 1),
        sumIf(sign, is_viewed),
        sumIf(sign, is_begun AND nth = 1 AND pageviews = 1),
        sumIf(sign * gap_ms, is_viewed AND gap_ms >= 0),
        sumIf(sign, is_viewed AND gap_ms >= 0),
        max(time_ms)
      FROM (
        SELECT *, time_ms >= {from:Int64} AND time_ms < {to:Int64} AS is_viewed
        FROM (
      SELECT
        sign, is_begun, value, nth, pageviews, time_ms,
        if(next_ms < 0, -1, least(next_ms - time_ms, 1800000)) AS gap_ms
      FROM (
      SELECT toInt64(1) AS sign, toUInt8(began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS is_begun, began, ended, pageviews, times_ms, titles
      FROM (
    SELECT session_id, began AS began, ended AS ended, pageviews AS pageviews, times_ms AS times_ms, titles AS titles
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p0:UInt32}) AND day <= toDate({p1:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0  AND acts > 0 AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms))
    UNION ALL
    SELECT session_id, began, ended, pageviews, times_ms, titles
    FROM (
    WITH arraySort(groupArray((part.began, part.times_ms, part.titles))) AS stretches
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      greatest(max(part.last_act), addMilliseconds(max(part.last_view), least(arraySum(time -> if(time.1 = argMax(part.last_page, part.last_view), time.2, 0), arrayConcat(
        argMax(part.seen, part.last_view),
        arrayFlatten(groupArrayIf(part.seen, part.last_view = toDateTime64(0, 3, 'UTC'))))), 86400000))) AS ended,
      toUInt32(sum(part.pageviews)) AS pageviews,
      arrayFlatten(arrayMap(stretch -> stretch.2, stretches)) AS times_ms,
      CAST(arrayFlatten(arrayMap(stretch -> stretch.3, stretches)) AS Array(LowCardinality(String))) AS titles,
      max(part.is_present) AS is_present
    FROM (
      SELECT session_id, began AS began, ended AS ended, last_act AS last_act, last_view AS last_view, last_page AS last_page, seen AS seen, pageviews AS pageviews, times_ms AS times_ms, titles AS titles, arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms) AS is_present
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 )) AS part
    GROUP BY part.session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)))
      ARRAY JOIN
        titles AS value,
        times_ms AS time_ms,
        arrayPushBack(arrayPopFront(times_ms), if(toUnixTimestamp64Milli(ended) > times_ms[-1], toUnixTimestamp64Milli(ended), -1)) AS next_ms,
        arrayEnumerateUniq(titles) AS nth
      WHERE value != '')
      )
      GROUP BY value
    )
    GROUP BY value
    HAVING sessions > 0 OR views > 0;

-- sums, one day is not
    SELECT
      toUInt64(sum(row_sessions)) AS sessions,
      toUInt64(sum(row_pageviews)) AS pageviews,
      toUInt64(sum(row_users)) AS users,
      toUInt64(sum(row_session_pages)) AS session_pages,
      toUInt64(sum(row_bounces)) AS bounces,
      toInt64(sum(row_total_ms)) AS total_ms
    FROM (
      SELECT row_sessions, row_pageviews, row_users, row_pageviews AS row_session_pages, row_bounces, row_total_ms
      FROM (/* kept: row_sessions, row_pageviews, row_users, row_bounces, row_total_ms */
      SELECT
        toInt64(sum(sessions)) AS row_sessions,
        toInt64(sum(pageviews)) AS row_pageviews,
        toInt64((SELECT uniqExact(if(identified_user_id = '', user_id, cityHash64(identified_user_id))) FROM visits WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND acts > 0)) AS row_users,
        toInt64(sum(bounces)) AS row_bounces,
        toInt64(sum(total_ms)) AS row_total_ms
      FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'day'
      HAVING NOT throwIf(count() != 29))
      UNION ALL
      SELECT
        sumIf(sign, is_begun),
        sum(sign * toInt64(views_in_range)),
        0,
        sumIf(sign * toInt64(pageviews), is_begun),
        sumIf(sign, is_begun AND pageviews = 1),
        sumIf(sign * (toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began)), is_begun)
      FROM (
      SELECT toInt64(1) AS sign, toUInt8(began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS is_begun, began, ended, user_id, identified_user_id, pageviews, views_in_range, is_present
      FROM (
    SELECT session_id, began AS began, ended AS ended, user_id AS user_id, identified_user_id AS identified_user_id, pageviews AS pageviews, toUInt32(arrayCount((time_ms, is_view) -> time_ms >= {from:Int64} AND time_ms < {to:Int64} AND is_view, visits.times_ms, visits.views)) AS views_in_range, arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms) AS is_present
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND acts > 0 AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms))
    UNION ALL
    SELECT session_id, began, ended, user_id, identified_user_id, pageviews, views_in_range, is_present
    FROM (
    
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      greatest(max(part.last_act), addMilliseconds(max(part.last_view), least(arraySum(time -> if(time.1 = argMax(part.last_page, part.last_view), time.2, 0), arrayConcat(
        argMax(part.seen, part.last_view),
        arrayFlatten(groupArrayIf(part.seen, part.last_view = toDateTime64(0, 3, 'UTC'))))), 86400000))) AS ended,
      any(part.user_id) AS user_id,
      argMaxIf(part.identified_user_id, part.began, part.identified_user_id != '') AS identified_user_id,
      toUInt32(sum(part.pageviews)) AS pageviews,
      toUInt32(sum(part.views_in_range)) AS views_in_range,
      max(part.is_present) AS is_present
    FROM (
      SELECT session_id, began AS began, ended AS ended, last_act AS last_act, last_view AS last_view, last_page AS last_page, seen AS seen, user_id AS user_id, identified_user_id AS identified_user_id, pageviews AS pageviews, toUInt32(arrayCount((time_ms, is_view) -> time_ms >= {from:Int64} AND time_ms < {to:Int64} AND is_view, visits.times_ms, visits.views)) AS views_in_range, arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms) AS is_present
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, ended, last_act, last_view, last_page, seen, user_id, identified_user_id, pageviews, views_in_range, is_present FROM (
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
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.identified_user_id != '') AS identified_user_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      toUInt32(countIf(events.type = 'pageview' AND events.isInRange)) AS views_in_range,
      max(events.type NOT IN ('engagement', 'performance') AND events.isInRange) AS is_present
    FROM (SELECT *, referrer_domain, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND type != 'performance') AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present))
      UNION ALL
      SELECT toInt64(-1) AS sign, toUInt8(1) AS is_begun, began AS began, ended AS ended, user_id AS user_id, identified_user_id AS identified_user_id, pageviews AS pageviews, visits.pageviews AS views_in_range, acts > 0 AS is_present
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND acts > 0 AND session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))))
      UNION ALL
      SELECT 0, 0, toInt64(uniqExact(person)), 0, 0, 0
      FROM (SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))) AND site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance') UNION ALL SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person FROM visits WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND arrayExists(time_ms -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, times_ms))
      WHERE person NOT IN (SELECT person FROM (SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person FROM visits WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND acts > 0) WHERE person IN (SELECT person FROM (SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))) AND site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance') UNION ALL SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person FROM visits WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND arrayExists(time_ms -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, times_ms))))
    );

-- sessionsBy, one day is not
    SELECT value, toUInt64(sum(row_sessions)) AS sessions, toUInt64(sum(row_bounces)) AS bounces
    FROM (/* kept: value, row_sessions, row_bounces */
      SELECT toString(toString(country)) AS value, toInt64(sum(row_sessions)) AS row_sessions, toInt64(sum(row_bounces)) AS row_bounces
      FROM (SELECT value AS country, sessions AS row_sessions, bounces AS row_bounces FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'country')
      GROUP BY value
      UNION ALL 
        SELECT '' AS value, 0, 0
        FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'day'
        HAVING throwIf(count() != 29)
      UNION ALL
      SELECT toString(toString(country)) AS value, sum(sign), sumIf(sign, pageviews = 1)
      FROM (
      SELECT toInt64(1) AS sign, toUInt8(began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS is_begun, began, pageviews, country
      FROM (
    SELECT session_id, began AS began, pageviews AS pageviews, country AS country
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND acts > 0 AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms))
    UNION ALL
    SELECT session_id, began, pageviews, country
    FROM (
    
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      toUInt32(sum(part.pageviews)) AS pageviews,
      argMinIf(part.country, part.began, part.country != '') AS country,
      max(part.is_present) AS is_present
    FROM (
      SELECT session_id, began AS began, pageviews AS pageviews, country AS country, arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms) AS is_present
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, pageviews, country, is_present FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      min(events.timestamp) AS began,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      max(events.isInRange) AS is_present
    FROM (SELECT *, referrer_domain, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present))
      UNION ALL
      SELECT toInt64(-1) AS sign, toUInt8(1) AS is_begun, began AS began, pageviews AS pageviews, country AS country
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND acts > 0 AND session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))))
      WHERE is_begun
      GROUP BY value
    )
    GROUP BY value
    HAVING sessions > 0;

    SELECT value, count() AS sessions, countIf(pageviews = 1) AS bounces
    FROM (
    SELECT toString(entry_page) AS value, pageviews
    FROM (
    SELECT session_id, pageviews AS pageviews, entry_page AS entry_page
    FROM visits
    WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND acts > 0
    UNION ALL
    SELECT session_id, pageviews AS pageviews, entry_page AS entry_page
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND acts > 0 AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    UNION ALL
    SELECT session_id, pageviews, entry_page
    FROM (
    
    SELECT
      part.session_id AS session_id,
      toUInt32(sum(part.pageviews)) AS pageviews,
      argMinIf(part.entry_page, part.began, part.entry_page != '') AS entry_page,
      min(part.began) AS began
    FROM (
      SELECT session_id, began AS began, pageviews AS pageviews, entry_page AS entry_page
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, pageviews, entry_page FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      min(events.timestamp) AS began,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page
    FROM events
    WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')))
    GROUP BY value;

-- sessionsByEach, one day is not
    SELECT dimension, value, toUInt64(sum(row_sessions)) AS sessions, toUInt64(sum(row_bounces)) AS bounces
    FROM (/* kept: dimension, value, row_sessions, row_bounces */SELECT toUInt32(1) AS dimension, * FROM (
      SELECT toString(toString(browser)) AS value, toInt64(sum(row_sessions)) AS row_sessions, toInt64(sum(row_bounces)) AS row_bounces
      FROM (SELECT value AS browser, sessions AS row_sessions, bounces AS row_bounces FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'browser')
      GROUP BY value)
      UNION ALL SELECT toUInt32(2) AS dimension, * FROM (
      SELECT toString(toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct'))) AS value, toInt64(sum(row_sessions)) AS row_sessions, toInt64(sum(row_bounces)) AS row_bounces
      FROM (SELECT value AS outer_channel, detail AS channel, sessions AS row_sessions, bounces AS row_bounces FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'channel')
      GROUP BY value)
      UNION ALL
      SELECT toUInt32(0) AS dimension, * FROM (
        SELECT '' AS value, 0, 0
        FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'day'
        HAVING throwIf(count() != 29))
      UNION ALL
      SELECT dimension, value, sum(sign), sumIf(sign, pageviews = 1)
      FROM (
        SELECT sign, pageviews, [toString(browser), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct'))] AS values
        FROM (
      SELECT toInt64(1) AS sign, toUInt8(began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS is_begun, began, pageviews, browser, outer_channel, channel
      FROM (
    SELECT session_id, began AS began, pageviews AS pageviews, browser AS browser, outer_channel AS outer_channel, channel AS channel
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND acts > 0 AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms))
    UNION ALL
    SELECT session_id, began, pageviews, browser, outer_channel, channel
    FROM (
    
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      toUInt32(sum(part.pageviews)) AS pageviews,
      argMinIf(part.browser, part.began, part.browser != '') AS browser,
      argMinIf(part.outer_channel, part.began, part.outer_channel != '') AS outer_channel,
      argMin(part.channel, part.began) AS channel,
      max(part.is_present) AS is_present
    FROM (
      SELECT session_id, began AS began, pageviews AS pageviews, browser AS browser, outer_channel AS outer_channel, channel AS channel, arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms) AS is_present
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, pageviews, browser, outer_channel, channel, is_present FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      min(events.timestamp) AS began,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      max(events.isInRange) AS is_present
    FROM (SELECT *, referrer_domain, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present))
      UNION ALL
      SELECT toInt64(-1) AS sign, toUInt8(1) AS is_begun, began AS began, pageviews AS pageviews, browser AS browser, outer_channel AS outer_channel, channel AS channel
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND acts > 0 AND session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))))
        WHERE is_begun
      )
      ARRAY JOIN values AS value, arrayEnumerate(values) AS dimension
      GROUP BY dimension, value
    )
    GROUP BY dimension, value
    HAVING sessions > 0;

-- viewsBy, one day is not
    SELECT
      value,
      toUInt64(sum(row_sessions)) AS sessions,
      toUInt64(sum(row_views)) AS views,
      toUInt64(sum(row_bounces)) AS bounces,
      sum(row_on_page_ms) AS on_page_ms,
      toUInt64(sum(row_measured_views)) AS measured_views,
      max(row_latest_ms) AS latest_ms
    FROM (/* kept: value, row_sessions, row_views, row_bounces, row_on_page_ms, row_measured_views, row_latest_ms */
      SELECT
        value,
        toInt64(sum(sessions)) AS row_sessions,
        toInt64(sum(views)) AS row_views,
        toInt64(sum(bounces)) AS row_bounces,
        toInt64(sum(on_page_ms)) AS row_on_page_ms,
        toInt64(sum(measured_views)) AS row_measured_views,
        max(latest_ms) AS row_latest_ms
      FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'pathname'
      GROUP BY value
      UNION ALL 
        SELECT '' AS value, 0, 0, 0, 0, 0, 0
        FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'day'
        HAVING throwIf(count() != 29)
      UNION ALL
      SELECT
        value,
        sumIf(sign, is_begun AND nth = 1),
        sumIf(sign, is_viewed),
        sumIf(sign, is_begun AND nth = 1 AND pageviews = 1),
        sumIf(sign * gap_ms, is_viewed AND gap_ms >= 0),
        sumIf(sign, is_viewed AND gap_ms >= 0),
        max(time_ms)
      FROM (
        SELECT *, time_ms >= {from:Int64} AND time_ms < {to:Int64} AS is_viewed
        FROM (
      SELECT
        sign, is_begun, value, nth, pageviews, time_ms,
        if(next_ms < 0, -1, least(next_ms - time_ms, 1800000)) AS gap_ms
      FROM (
      SELECT toInt64(1) AS sign, toUInt8(began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS is_begun, began, ended, pageviews, times_ms, paths
      FROM (
    SELECT session_id, began AS began, ended AS ended, pageviews AS pageviews, times_ms AS times_ms, paths AS paths
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND acts > 0 AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms))
    UNION ALL
    SELECT session_id, began, ended, pageviews, times_ms, paths
    FROM (
    WITH arraySort(groupArray((part.began, part.times_ms, part.paths))) AS stretches
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      greatest(max(part.last_act), addMilliseconds(max(part.last_view), least(arraySum(time -> if(time.1 = argMax(part.last_page, part.last_view), time.2, 0), arrayConcat(
        argMax(part.seen, part.last_view),
        arrayFlatten(groupArrayIf(part.seen, part.last_view = toDateTime64(0, 3, 'UTC'))))), 86400000))) AS ended,
      toUInt32(sum(part.pageviews)) AS pageviews,
      arrayFlatten(arrayMap(stretch -> stretch.2, stretches)) AS times_ms,
      CAST(arrayFlatten(arrayMap(stretch -> stretch.3, stretches)) AS Array(LowCardinality(String))) AS paths,
      max(part.is_present) AS is_present
    FROM (
      SELECT session_id, began AS began, ended AS ended, last_act AS last_act, last_view AS last_view, last_page AS last_page, seen AS seen, pageviews AS pageviews, times_ms AS times_ms, paths AS paths, arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms) AS is_present
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, ended, last_act, last_view, last_page, seen, pageviews, times_ms, paths, is_present FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      groupArrayIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance')) AS places,
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
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      arraySort((element, place) -> place, groupArrayIf(toUnixTimestamp64Milli(events.timestamp), events.type NOT IN ('engagement', 'performance')), places) AS times_ms,
      CAST(arraySort((element, place) -> place, groupArrayIf(if(events.type = 'pageview', events.pathname, ''), events.type NOT IN ('engagement', 'performance')), places) AS Array(LowCardinality(String))) AS paths,
      max(events.type NOT IN ('engagement', 'performance') AND events.isInRange) AS is_present
    FROM (SELECT *, referrer_domain, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND type != 'performance') AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present))
      UNION ALL
      SELECT toInt64(-1) AS sign, toUInt8(1) AS is_begun, began AS began, ended AS ended, pageviews AS pageviews, times_ms AS times_ms, paths AS paths
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND acts > 0 AND session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))))
      ARRAY JOIN
        paths AS value,
        times_ms AS time_ms,
        arrayPushBack(arrayPopFront(times_ms), if(toUnixTimestamp64Milli(ended) > times_ms[-1], toUnixTimestamp64Milli(ended), -1)) AS next_ms,
        arrayEnumerateUniq(paths) AS nth
      WHERE value != '')
      )
      GROUP BY value
    )
    GROUP BY value
    HAVING sessions > 0 OR views > 0;

    SELECT
      value,
      toUInt64(sum(row_sessions)) AS sessions,
      toUInt64(sum(row_views)) AS views,
      toUInt64(sum(row_bounces)) AS bounces,
      sum(row_on_page_ms) AS on_page_ms,
      toUInt64(sum(row_measured_views)) AS measured_views,
      max(row_latest_ms) AS latest_ms
    FROM (/* kept: value, row_sessions, row_views, row_bounces, row_on_page_ms, row_measured_views, row_latest_ms */
      SELECT
        value,
        toInt64(sum(sessions)) AS row_sessions,
        toInt64(sum(views)) AS row_views,
        toInt64(sum(bounces)) AS row_bounces,
        toInt64(sum(on_page_ms)) AS row_on_page_ms,
        toInt64(sum(measured_views)) AS row_measured_views,
        max(latest_ms) AS row_latest_ms
      FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'page_title'
      GROUP BY value
      UNION ALL 
        SELECT '' AS value, 0, 0, 0, 0, 0, 0
        FROM day_totals WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND dimension = 'day'
        HAVING throwIf(count() != 29)
      UNION ALL
      SELECT
        value,
        sumIf(sign, is_begun AND nth = 1),
        sumIf(sign, is_viewed),
        sumIf(sign, is_begun AND nth = 1 AND pageviews = 1),
        sumIf(sign * gap_ms, is_viewed AND gap_ms >= 0),
        sumIf(sign, is_viewed AND gap_ms >= 0),
        max(time_ms)
      FROM (
        SELECT *, time_ms >= {from:Int64} AND time_ms < {to:Int64} AS is_viewed
        FROM (
      SELECT
        sign, is_begun, value, nth, pageviews, time_ms,
        if(next_ms < 0, -1, least(next_ms - time_ms, 1800000)) AS gap_ms
      FROM (
      SELECT toInt64(1) AS sign, toUInt8(began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS is_begun, began, ended, pageviews, times_ms, titles
      FROM (
    SELECT session_id, began AS began, ended AS ended, pageviews AS pageviews, times_ms AS times_ms, titles AS titles
    FROM visits
    WHERE ((site_id = {site:UInt32}
      AND day >= toDate({p2:UInt32}) AND day <= toDate({p3:UInt32})
      AND seal IN {seals:Array(UInt64)}) OR (site_id = {site:UInt32}
      AND day >= toDate({p4:UInt32}) AND day <= toDate({p5:UInt32})
      AND seal IN {seals:Array(UInt64)})) AND crosses = 0 AND session_id NOT IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND acts > 0 AND (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms))
    UNION ALL
    SELECT session_id, began, ended, pageviews, times_ms, titles
    FROM (
    WITH arraySort(groupArray((part.began, part.times_ms, part.titles))) AS stretches
    SELECT
      part.session_id AS session_id,
      min(part.began) AS began,
      greatest(max(part.last_act), addMilliseconds(max(part.last_view), least(arraySum(time -> if(time.1 = argMax(part.last_page, part.last_view), time.2, 0), arrayConcat(
        argMax(part.seen, part.last_view),
        arrayFlatten(groupArrayIf(part.seen, part.last_view = toDateTime64(0, 3, 'UTC'))))), 86400000))) AS ended,
      toUInt32(sum(part.pageviews)) AS pageviews,
      arrayFlatten(arrayMap(stretch -> stretch.2, stretches)) AS times_ms,
      CAST(arrayFlatten(arrayMap(stretch -> stretch.3, stretches)) AS Array(LowCardinality(String))) AS titles,
      max(part.is_present) AS is_present
    FROM (
      SELECT session_id, began AS began, ended AS ended, last_act AS last_act, last_view AS last_view, last_page AS last_page, seen AS seen, pageviews AS pageviews, times_ms AS times_ms, titles AS titles, arrayExists((time_ms) -> time_ms >= {from:Int64} AND time_ms < {to:Int64}, visits.times_ms) AS is_present
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p6:UInt32}) AND day <= toDate({p7:UInt32})
      AND seal IN {seals:Array(UInt64)} AND (crosses = 1 OR session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))))
      UNION ALL
      SELECT session_id, began, ended, last_act, last_view, last_page, seen, pageviews, times_ms, titles, is_present FROM (
    SELECT
      toDate(events.timestamp) AS day_of_event,
      session_id,
      groupArrayIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance')) AS places,
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
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      arraySort((element, place) -> place, groupArrayIf(toUnixTimestamp64Milli(events.timestamp), events.type NOT IN ('engagement', 'performance')), places) AS times_ms,
      CAST(arraySort((element, place) -> place, groupArrayIf(if(events.type = 'pageview', events.page_title, ''), events.type NOT IN ('engagement', 'performance')), places) AS Array(LowCardinality(String))) AS titles,
      max(events.type NOT IN ('engagement', 'performance') AND events.isInRange) AS is_present
    FROM (SELECT *, referrer_domain, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))) AND type != 'performance') AS events
    GROUP BY day_of_event, session_id)) AS part
    GROUP BY part.session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present))
      UNION ALL
      SELECT toInt64(-1) AS sign, toUInt8(1) AS is_begun, began AS began, ended AS ended, pageviews AS pageviews, times_ms AS times_ms, titles AS titles
      FROM visits
      WHERE site_id = {site:UInt32}
      AND day >= toDate({p8:UInt32}) AND day <= toDate({p9:UInt32})
      AND seal IN {seals:Array(UInt64)} AND crosses = 0 AND acts > 0 AND session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND ((timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')))))
      ARRAY JOIN
        titles AS value,
        times_ms AS time_ms,
        arrayPushBack(arrayPopFront(times_ms), if(toUnixTimestamp64Milli(ended) > times_ms[-1], toUnixTimestamp64Milli(ended), -1)) AS next_ms,
        arrayEnumerateUniq(titles) AS nth
      WHERE value != '')
      )
      GROUP BY value
    )
    GROUP BY value
    HAVING sessions > 0 OR views > 0;
